import type { Deps } from '../../deps.ts';
import { Problem } from '../../domain/errors.ts';
import type { Database } from '../../store/database.ts';
import type { KeptResponse } from '../../store/tables/idempotency.ts';
import type { InsertedQuote } from '../../store/tables/quote/quotes.ts';
import { accountNow } from '../account/account-time.ts';
import type { RepeatableRequest } from '../idempotency/once.ts';
import { inBatches } from '../in-batches.ts';
import { createOnce, type Earlier, KeyTaken, type WantedOnce } from './create-once.ts';
import { AT_ONCE, type WantedQuote } from './create-quotes.ts';
import { type NewQuoteResponse, responseTo } from './new-quote-response.ts';

export type QuoteCreator = (accountId: string, wanted: WantedOnce) => Promise<InsertedQuote | Earlier>;

/** Attempts per batch; the second one already sees the other transaction's key. */
const MAX_ATTEMPTS = 3;

/** Batches concurrent creates of one account, which then need as many statements as a single one. */
export function createQuoteCreator(db: Database): QuoteCreator {
  async function create(accountId: string, wanted: WantedOnce[], attempt = 1): ReturnType<typeof createOnce> {
    try {
      return await db.write(
        async (tx) => createOnce(tx, accountId, wanted, await accountNow(tx, accountId)),
        { account: accountId },
      );
    } catch (error) {
      if (!(error instanceof KeyTaken) || attempt === MAX_ATTEMPTS) throw error;
      return create(accountId, wanted, attempt + 1);
    }
  }

  const createTogether = inBatches<WantedOnce, Awaited<ReturnType<typeof createOnce>>[number]>(
    AT_ONCE,
    (accountId, wanted) => create(accountId, wanted),
  );
  return async (accountId, wanted) => {
    const outcome = await createTogether(accountId, wanted);
    if (outcome instanceof Problem) throw outcome;
    return outcome;
  };
}

/** Creates a quote, batched with concurrent ones, and only once per Idempotency-Key. */
export async function createQuote(
  { createQuote: createTogether }: Pick<Deps, 'createQuote'>,
  accountId: string,
  wanted: WantedQuote,
  repeatable: RepeatableRequest<KeptResponse> | undefined,
  response: NewQuoteResponse,
): Promise<KeptResponse> {
  const outcome = await createTogether(
    accountId,
    repeatable ? withRepeat(wanted, repeatable, response) : wanted,
  );
  if (!('kept' in outcome)) return responseTo(response, outcome);
  return repeatable ? repeatable.again(outcome.kept) : outcome.kept;
}

function withRepeat(
  wanted: WantedQuote,
  { key, fingerprint, now }: RepeatableRequest<KeptResponse>,
  response: NewQuoteResponse,
): WantedOnce {
  return { ...wanted, repeat: { key, fingerprint, now, response } };
}
