import type { Deps } from '../../app/deps.ts';
import { Problem } from '../../domain/errors.ts';
import type { Database } from '../../store/database.ts';
import type { StoredResponse } from '../../store/tables/idempotency.ts';
import { getAccountTime } from '../account/account-time.ts';
import { createBatcher } from '../batches.ts';
import type { IdempotentRequest } from '../once.ts';
import { createQuotesOnce, KeyConflict } from './create-once.ts';
import { MAX_BATCH_QUOTES } from './create-quotes.ts';
import { buildNewQuoteResponse, type NewQuoteResponse } from './new-quote-response.ts';
import type { IdempotentCreate, QuoteCreator, QuoteToCreate } from './quote-creator.ts';

/** Attempts per batch; the second one already sees the other transaction's key. */
const MAX_ATTEMPTS = 3;

/** Batches concurrent creates of one account, which then need as many statements as a single one. */
export function createQuoteCreator(db: Database): QuoteCreator {
  async function create(
    accountId: string,
    wanted: IdempotentCreate[],
    attempt = 1,
  ): ReturnType<typeof createQuotesOnce> {
    try {
      return await db.write(
        async (tx) => createQuotesOnce(tx, accountId, wanted, await getAccountTime(tx, accountId)),
        { account: accountId },
      );
    } catch (error) {
      if (!(error instanceof KeyConflict) || attempt === MAX_ATTEMPTS) throw error;
      return create(accountId, wanted, attempt + 1);
    }
  }

  const createTogether = createBatcher<
    IdempotentCreate,
    Awaited<ReturnType<typeof createQuotesOnce>>[number]
  >(MAX_BATCH_QUOTES, (accountId, wanted) => create(accountId, wanted));
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
  wanted: QuoteToCreate,
  repeatable: IdempotentRequest<StoredResponse> | undefined,
  response: NewQuoteResponse,
): Promise<StoredResponse> {
  const outcome = await createTogether(
    accountId,
    repeatable ? withRepeat(wanted, repeatable, response) : wanted,
  );
  if (!('earlier' in outcome)) return buildNewQuoteResponse(response, outcome);
  return repeatable ? repeatable.again(outcome.earlier) : outcome.earlier;
}

function withRepeat(
  wanted: QuoteToCreate,
  { key, fingerprint, now }: IdempotentRequest<StoredResponse>,
  response: NewQuoteResponse,
): IdempotentCreate {
  return { ...wanted, repeat: { key, fingerprint, now, response } };
}
