import type { Deps } from '../../app/deps.ts';
import type { Database } from '../../store/database.ts';
import type { InsertedQuote } from '../../store/tables/quote/quotes.ts';
import { writeNow } from '../account/account-time.ts';
import { createBatcher } from '../batches.ts';
import { KeyTaken, type Repeat } from '../repeat.ts';
import { createQuotesOnce } from './create-once.ts';
import { MAX_BATCH_QUOTES } from './create-quotes.ts';
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
      return await writeNow(db, accountId, async (tx, now) => createQuotesOnce(tx, accountId, wanted, now));
    } catch (error) {
      if (!(error instanceof KeyTaken) || attempt === MAX_ATTEMPTS) throw error;
      return create(accountId, wanted, attempt + 1);
    }
  }

  const createTogether = createBatcher<
    IdempotentCreate,
    Awaited<ReturnType<typeof createQuotesOnce>>[number]
  >(MAX_BATCH_QUOTES, (accountId, wanted) => create(accountId, wanted));
  return async (accountId, wanted) => {
    const outcome = await createTogether(accountId, wanted);
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
}

/** Creates a quote, batched with concurrent ones, and only once per Idempotency-Key. */
export function createQuote(
  { createQuote: createTogether }: Pick<Deps, 'createQuote'>,
  accountId: string,
  wanted: QuoteToCreate,
  { request }: Pick<Repeat<InsertedQuote>, 'request'>,
): Promise<InsertedQuote> {
  return createTogether(accountId, { ...wanted, request });
}
