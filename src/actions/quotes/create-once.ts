import { Problem } from '../../domain/errors.ts';
import type { Sql } from '../../store/database.ts';
import { findIdempotencyRecords, insertResponses } from '../../store/tables/idempotency.ts';
import type { InsertedQuote } from '../../store/tables/quote/quotes.ts';
import { findOutcome, type KeyedRequest, KeyTaken, toRecord } from '../repeat.ts';
import { createQuotes } from './create-quotes.ts';
import type { IdempotentCreate } from './quote-creator.ts';

/**
 * Creates quotes of one account, one per Idempotency-Key, and stores the responses in the same transaction. A request whose
 * key is stored already, or belongs to an earlier request of the batch, creates nothing.
 */
export async function createQuotesOnce(
  tx: Sql,
  accountId: string,
  requests: readonly IdempotentCreate[],
  now: number,
): Promise<(InsertedQuote | Problem | KeyTaken)[]> {
  const firstByKey = new Map(
    requests.toReversed().flatMap(({ request }) => (request ? [[request.key, request]] : [])),
  );
  if (firstByKey.size === 0) return createQuotes(tx, accountId, requests, now);
  const records = await findIdempotencyRecords(tx, accountId, [...firstByKey.keys()]);
  const isNew = (request: KeyedRequest<InsertedQuote>) =>
    firstByKey.get(request.key) === request && !findOutcome(records.get(request.key), request);
  const toCreate = requests.filter(({ request }) => !request || isNew(request));
  const created = toCreate.length > 0 ? await createQuotes(tx, accountId, toCreate, now) : [];
  await storeResponses(tx, accountId, toCreate, created);
  const outcomes = new Map(toCreate.map((wanted, index) => [wanted.request ?? wanted, created[index]]));
  return requests.map((wanted) => {
    const { request } = wanted;
    const outcome = outcomes.get(request ?? wanted);
    if (outcome || !request) return outcome ?? new KeyTaken();
    // A repeat of a rejected request is rejected for the same reason.
    const first = firstByKey.get(request.key);
    const rejected = first?.fingerprint === request.fingerprint && outcomes.get(first);
    return rejected instanceof Problem ? rejected : new KeyTaken();
  });
}

/** Stores the responses. A rejected request leaves its key unused. */
async function storeResponses(
  tx: Sql,
  accountId: string,
  requests: readonly IdempotentCreate[],
  created: readonly (InsertedQuote | Problem)[],
): Promise<void> {
  const records = requests.flatMap(({ request }, index) => {
    const quote = created[index];
    return request && quote && !(quote instanceof Error) ? [toRecord(request, quote)] : [];
  });
  if (records.length > 0 && !(await insertResponses(tx, accountId, records))) throw new KeyTaken();
}
