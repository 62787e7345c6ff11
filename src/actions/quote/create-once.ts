import { Problem } from '../../domain/errors.ts';
import type { Sql } from '../../store/database.ts';
import {
  findIdempotencyRecords,
  insertResponses,
  type KeptResponse,
} from '../../store/tables/idempotency.ts';
import type { InsertedQuote } from '../../store/tables/quote/quotes.ts';
import { keptByFirst, keptFor, type Repeat } from '../idempotency/repeat.ts';
import { createQuotes, type WantedQuote } from './create-quotes.ts';
import { type NewQuoteResponse, responseTo } from './new-quote-response.ts';

/** A quote to create, as plain data that can be sent to another thread. */
export interface WantedOnce extends WantedQuote {
  /** Present for a request with an Idempotency-Key. */
  repeat?: Repeat & { response: NewQuoteResponse };
}

/** The response of an earlier request with the same key. */
export interface Earlier {
  kept: KeptResponse;
}

type Outcome = InsertedQuote | Earlier | Problem;

/** Another transaction has claimed a key since this one read it: this one is rolled back and repeated. */
export class KeyTaken extends Error {}

/**
 * Creates quotes of one account, one per Idempotency-Key, and stores the responses in the same transaction. Requests with
 * the same key in one batch are treated as a first request and its repeats.
 */
export async function createOnce(
  tx: Sql,
  accountId: string,
  wanted: readonly WantedOnce[],
  now: number,
): Promise<Outcome[]> {
  if (!wanted.some(({ repeat }) => repeat)) return createQuotes(tx, accountId, wanted, now);
  const keys = new Set(wanted.flatMap(({ repeat }) => repeat?.key ?? []));
  const records = await findIdempotencyRecords(tx, accountId, [...keys]);
  const outcomes = new Map<WantedOnce, Outcome>();
  const firsts = new Map<string, WantedOnce>();
  for (const quote of wanted) {
    const { repeat } = quote;
    const earlier = repeat && keptFor(records.get(repeat.key), repeat);
    if (earlier) outcomes.set(quote, earlier instanceof Problem ? earlier : { kept: earlier });
    else if (repeat && !firsts.has(repeat.key)) firsts.set(repeat.key, quote);
  }
  const isNew = (quote: WantedOnce) => !quote.repeat || firsts.get(quote.repeat.key) === quote;
  const toCreate = wanted.filter((quote) => isNew(quote) && !outcomes.has(quote));
  if (toCreate.length > 0) {
    const created = await createQuotes(tx, accountId, toCreate, now);
    for (const [index, quote] of toCreate.entries()) outcomes.set(quote, created[index] as Outcome);
    await keepResponses(tx, accountId, toCreate, created);
  }
  return wanted.map((quote) => outcomes.get(quote) ?? outcomeBehind(quote, firsts, outcomes));
}

/** Stores the responses. A rejected request leaves its key unused. */
async function keepResponses(
  tx: Sql,
  accountId: string,
  wanted: readonly WantedOnce[],
  created: readonly (InsertedQuote | Problem)[],
): Promise<void> {
  const responses = wanted.flatMap(({ repeat }, index) => {
    const quote = created[index];
    if (!repeat || !quote || quote instanceof Problem) return [];
    const { key, fingerprint, now, response } = repeat;
    return [{ key, fingerprint, now, response: responseTo(response, quote) }];
  });
  if (responses.length > 0 && !(await insertResponses(tx, accountId, responses))) throw new KeyTaken();
}

/** Returns the outcome of a repeat whose first request is in the same batch. */
function outcomeBehind(
  { repeat }: WantedOnce,
  firsts: ReadonlyMap<string, WantedOnce>,
  outcomes: ReadonlyMap<WantedOnce, Outcome>,
): Outcome {
  const first = repeat && firsts.get(repeat.key);
  const outcome = first && outcomes.get(first);
  if (!first?.repeat || !outcome) throw new Error('a request without an outcome');
  const kept = keptByFirst(first.repeat, repeat, keptOf(outcome, first.repeat.response));
  return kept instanceof Problem ? kept : { kept };
}

function keptOf(outcome: Outcome, response: NewQuoteResponse): KeptResponse | Problem {
  if (outcome instanceof Problem) return outcome;
  return 'kept' in outcome ? outcome.kept : responseTo(response, outcome);
}
