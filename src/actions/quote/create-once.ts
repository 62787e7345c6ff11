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

/** Plain data, so that it can go to another thread. */
export interface WantedOnce extends WantedQuote {
  /** Of a request that may come again. */
  repeat?: Repeat & { response: NewQuoteResponse };
}

/** What an earlier request with the same key got. */
export interface Earlier {
  kept: KeptResponse;
}

type Outcome = InsertedQuote | Earlier | Problem;

/** Another transaction has taken a key since ours looked: ours never was, and has to look again. */
export class KeyTaken extends Error {}

/**
 * Quotes of one account of which some may be asked for again: each key makes one, and its response is written in the
 * same transaction. Those that share a key in one batch are one that came first and repeats of it.
 */
export async function createOnce(
  tx: Sql,
  accountId: string,
  wanted: readonly WantedOnce[],
  now: number,
  onHandedOver?: () => void,
): Promise<Outcome[]> {
  if (!wanted.some(({ repeat }) => repeat)) return createQuotes(tx, accountId, wanted, now, onHandedOver);
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
    const created = await createQuotes(tx, accountId, toCreate, now, onHandedOver);
    for (const [index, quote] of toCreate.entries()) outcomes.set(quote, created[index] as Outcome);
    await keepResponses(tx, accountId, toCreate, created);
  }
  return wanted.map((quote) => outcomes.get(quote) ?? outcomeBehind(quote, firsts, outcomes));
}

/** What was refused leaves its key free. */
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

/** Of a request whose key another one of the same batch had first. */
function outcomeBehind(
  { repeat }: WantedOnce,
  firsts: ReadonlyMap<string, WantedOnce>,
  outcomes: ReadonlyMap<WantedOnce, Outcome>,
): Outcome {
  const first = repeat && firsts.get(repeat.key);
  const outcome = first && outcomes.get(first);
  if (!first?.repeat || !outcome) throw new Error('a quote that was forgotten');
  const kept = keptByFirst(first.repeat, repeat, keptOf(outcome, first.repeat.response));
  return kept instanceof Problem ? kept : { kept };
}

function keptOf(outcome: Outcome, response: NewQuoteResponse): KeptResponse | Problem {
  if (outcome instanceof Problem) return outcome;
  return 'kept' in outcome ? outcome.kept : responseTo(response, outcome);
}
