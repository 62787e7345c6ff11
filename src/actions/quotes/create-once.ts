import { Problem } from '../../domain/errors.ts';
import type { Sql } from '../../store/database.ts';
import {
  findIdempotencyRecords,
  insertResponses,
  type StoredResponse,
} from '../../store/tables/idempotency.ts';
import type { InsertedQuote } from '../../store/tables/quote/quotes.ts';
import { findStoredResponse, replayFirst } from '../repeat.ts';
import { createQuotes } from './create-quotes.ts';
import { buildNewQuoteResponse, type NewQuoteResponse } from './new-quote-response.ts';
import type { EarlierResponse, IdempotentCreate } from './quote-creator.ts';

type Outcome = InsertedQuote | EarlierResponse | Problem;

/** Another transaction has claimed a key since this one read it: this one is rolled back and repeated. */
export class KeyConflict extends Error {}

/**
 * Creates quotes of one account, one per Idempotency-Key, and stores the responses in the same transaction. Requests with
 * the same key in one batch are treated as a first request and its repeats.
 */
export async function createQuotesOnce(
  tx: Sql,
  accountId: string,
  requests: readonly IdempotentCreate[],
  now: number,
): Promise<Outcome[]> {
  if (!requests.some(({ repeat }) => repeat)) return createQuotes(tx, accountId, requests, now);
  const keys = new Set(requests.flatMap(({ repeat }) => repeat?.key ?? []));
  const records = await findIdempotencyRecords(tx, accountId, [...keys]);
  const outcomes = new Map<IdempotentCreate, Outcome>();
  const firstByKey = new Map<string, IdempotentCreate>();
  for (const quote of requests) {
    const { repeat } = quote;
    const earlier = repeat && findStoredResponse(records.get(repeat.key), repeat);
    if (earlier) outcomes.set(quote, earlier instanceof Problem ? earlier : { earlier });
    else if (repeat && !firstByKey.has(repeat.key)) firstByKey.set(repeat.key, quote);
  }
  const isNew = (quote: IdempotentCreate) => !quote.repeat || firstByKey.get(quote.repeat.key) === quote;
  const toCreate = requests.filter((quote) => isNew(quote) && !outcomes.has(quote));
  if (toCreate.length > 0) {
    const created = await createQuotes(tx, accountId, toCreate, now);
    for (const [index, quote] of toCreate.entries()) outcomes.set(quote, created[index] as Outcome);
    await storeResponses(tx, accountId, toCreate, created);
  }
  return requests.map((quote) => outcomes.get(quote) ?? findRepeatOutcome(quote, firstByKey, outcomes));
}

/** Stores the responses. A rejected request leaves its key unused. */
async function storeResponses(
  tx: Sql,
  accountId: string,
  requests: readonly IdempotentCreate[],
  created: readonly (InsertedQuote | Problem)[],
): Promise<void> {
  const responses = requests.flatMap(({ repeat }, index) => {
    const quote = created[index];
    if (!repeat || !quote || quote instanceof Problem) return [];
    const { key, fingerprint, now, response } = repeat;
    return [{ key, fingerprint, now, response: buildNewQuoteResponse(response, quote) }];
  });
  if (responses.length > 0 && !(await insertResponses(tx, accountId, responses))) throw new KeyConflict();
}

/** Returns the outcome of a repeat whose first request is in the same batch. */
function findRepeatOutcome(
  { repeat }: IdempotentCreate,
  firstByKey: ReadonlyMap<string, IdempotentCreate>,
  outcomes: ReadonlyMap<IdempotentCreate, Outcome>,
): Outcome {
  const first = repeat && firstByKey.get(repeat.key);
  const outcome = first && outcomes.get(first);
  if (!first?.repeat || !outcome) throw new Error('a request without an outcome');
  const earlier = replayFirst(first.repeat, repeat, toStoredResponse(outcome, first.repeat.response));
  return earlier instanceof Problem ? earlier : { earlier };
}

function toStoredResponse(outcome: Outcome, response: NewQuoteResponse): StoredResponse | Problem {
  if (outcome instanceof Problem) return outcome;
  return 'earlier' in outcome ? outcome.earlier : buildNewQuoteResponse(response, outcome);
}
