import type { Deps } from '../../deps.ts';
import type { Account } from '../../domain/account/account.ts';
import type { Clock } from '../../domain/clock.ts';
import { Problem } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import type { Attachment } from '../../domain/quote/attachment.ts';
import { newQuote, type QuoteInput } from '../../domain/quote/compose-quote.ts';
import type { Actor } from '../../domain/quote/history.ts';
import { customerUnknown } from '../../domain/quote/problems.ts';
import type { Database, Sql } from '../../store/database.ts';
import { findAccountWithCustomers } from '../../store/tables/account/accounts.ts';
import { reserveFeed } from '../../store/tables/feed.ts';
import { useFiles } from '../../store/tables/quote/attachment-files.ts';
import { type InsertedQuote, insertQuotes } from '../../store/tables/quote/quotes.ts';
import { nextNumbers } from '../../store/tables/sequences.ts';
import { recordCreated } from '../event/record-event.ts';
import { type KeptResponse, once, type RepeatableRequest } from '../idempotency/once.ts';
import { inBatches, inHalfBatches } from '../in-batches.ts';

export interface WantedQuote {
  actor: Actor;
  input: QuoteInput;
  /** Of the quote that it is a duplicate of. */
  attachments?: Attachment[];
}

export type QuoteCreator = (accountId: string, wanted: WantedQuote) => Promise<InsertedQuote>;

/** As many as go into one statement without making it slow to plan. */
export const AT_ONCE = 32;

/** Quotes of one account that are asked for at the same moment take as many statements as a single one. */
export function createQuoteCreator(db: Database, clock: Clock): QuoteCreator {
  const together = db.engine === 'postgres' ? inHalfBatches : inBatches;
  const createTogether = together(AT_ONCE, (accountId: string, wanted: WantedQuote[], onHandedOver) =>
    db.write((tx) => createQuotes(tx, accountId, wanted, clock(), onHandedOver), { account: accountId }),
  );
  return async (accountId, wanted) => thrownOr(await createTogether(accountId, wanted));
}

/** Together with others, or, for a request that may come again, in the transaction that keeps its response. */
export async function createQuote<Response extends KeptResponse>(
  { db, clock, createQuote: createTogether }: Pick<Deps, 'db' | 'clock' | 'createQuote'>,
  accountId: string,
  wanted: WantedQuote,
  repeatable: RepeatableRequest<Response> | undefined,
  respond: (created: InsertedQuote) => Response,
): Promise<Response> {
  if (!repeatable) return respond(await createTogether(accountId, wanted));
  return db.write(
    (tx) =>
      once(tx, repeatable, async () => {
        const [created] = await createQuotes(tx, accountId, [wanted], clock());
        return respond(thrownOr(created as InsertedQuote | Problem));
      }),
    { account: accountId },
  );
}

/**
 * Numbers, quotes and events in one transaction. One that names no customer touches none of the others and takes no
 * number. `now` is read in the transaction, so that what is created later carries no earlier time, unless the clock is
 * put back.
 */
export async function createQuotes(
  tx: Sql,
  accountId: string,
  wanted: readonly WantedQuote[],
  now: number,
  onHandedOver = () => {},
): Promise<(InsertedQuote | Problem)[]> {
  const named = new Set(wanted.map(({ input }) => input.customerId));
  const found = await findAccountWithCustomers(tx, accountId, [...named]);
  if (!found) throw new Error('a caller without an account');
  const { customerNames } = found;
  const possible = wanted.filter(({ input }) => customerNames.has(input.customerId));
  const created = possible.length > 0 ? await insertAll(tx, found, possible, now, onHandedOver) : [];
  let next = 0;
  return wanted.map((quote) =>
    possible[next] === quote ? (created[next++] as InsertedQuote) : customerUnknown(),
  );
}

async function insertAll(
  tx: Sql,
  { account, customerNames }: { account: Account; customerNames: ReadonlyMap<string, string> },
  wanted: readonly WantedQuote[],
  now: number,
  onHandedOver: () => void,
): Promise<InsertedQuote[]> {
  const ids = wanted.map(() => newId('quo', now));
  const moments = wanted.map(() => now);
  const [numbers, lastPlace] = await Promise.all([
    nextNumbers(tx, account, 'quote', moments),
    reserveFeed(tx, account.id, wanted.length, now),
  ]);
  const quotes = wanted.map(({ input, attachments = [] }, index) => ({
    ...newQuote(input, account, { id: ids[index] as string, number: numbers[index] as string, now }),
    ...(attachments.length > 0 && { attachments }),
  }));
  const created = quotes.map((quote, index) => ({
    quote,
    customerName: customerNames.get(quote.customerId) ?? '',
    actor: (wanted[index] as WantedQuote).actor,
  }));
  const insertion = Promise.all([
    insertQuotes(tx, account.id, quotes),
    recordCreated(tx, account.id, created, lastPlace, now),
  ]);
  onHandedOver();
  const [inserted] = await insertion;
  for (const { id, attachments } of quotes) {
    if (attachments.length > 0) await useFiles(tx, account.id, id, 'quote', attachments);
  }
  return inserted;
}

function thrownOr<T>(outcome: T | Problem): T {
  if (outcome instanceof Problem) throw outcome;
  return outcome;
}
