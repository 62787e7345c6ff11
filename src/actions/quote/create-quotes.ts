import type { Account } from '../../domain/account/account.ts';
import type { Problem } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import type { Attachment } from '../../domain/quote/attachment.ts';
import { newQuote, type QuoteInput } from '../../domain/quote/compose-quote.ts';
import type { Actor, HistoryEvent } from '../../domain/quote/history.ts';
import { customerUnknown } from '../../domain/quote/problems.ts';
import type { Sql } from '../../store/database.ts';
import { findAccountWithCustomers } from '../../store/tables/account/accounts.ts';
import { reserveFeed } from '../../store/tables/feed.ts';
import { useFiles } from '../../store/tables/quote/attachment-files.ts';
import { type InsertedQuote, insertQuotes } from '../../store/tables/quote/quotes.ts';
import { nextNumbers } from '../../store/tables/sequences.ts';
import { realTime } from '../account/account-time.ts';
import { creationsOf, recordCreated } from '../event/record-event.ts';

export interface WantedQuote {
  actor: Actor;
  input: QuoteInput;
  /** Attachments of the quote that is duplicated. */
  attachments?: Attachment[];
}

/** Quotes per statement; a longer statement is slow to plan. */
export const AT_ONCE = 32;

/**
 * Creates numbers, quotes and events inside one transaction. A quote with an unknown customer does not affect the others
 * and uses no number. `now` is read in the transaction, so that a later quote has no earlier time, unless the clock is
 * set back.
 */
export async function createQuotes(
  tx: Sql,
  accountId: string,
  wanted: readonly WantedQuote[],
  now: number,
): Promise<(InsertedQuote | Problem)[]> {
  const named = new Set(wanted.map(({ input }) => input.customerId));
  const found = await findAccountWithCustomers(tx, accountId, [...named]);
  if (!found) throw new Error('a caller without an account');
  const { customerNames } = found;
  const possible = wanted.filter(({ input }) => customerNames.has(input.customerId));
  const created = possible.length > 0 ? await insertAll(tx, found, possible, now) : [];
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
): Promise<InsertedQuote[]> {
  const real = realTime(tx, now);
  const ids = wanted.map(() => newId('quo', real));
  const moments = wanted.map(() => now);
  const [numbers, lastPlace] = await Promise.all([
    nextNumbers(tx, account, 'quote', moments),
    reserveFeed(tx, account.id, wanted.length, real),
  ]);
  const quotes = wanted.map(({ input, attachments = [] }, index) => {
    const [id = '', number = ''] = [ids[index], numbers[index]];
    return newQuote(input, account, { id, number, now, attachments });
  });
  const events = creationsOf(wanted, lastPlace, { now, real });
  const created = quotes.map((quote, index) => {
    const event = events[index] as HistoryEvent;
    return {
      quoteId: quote.id,
      customerName: customerNames.get(quote.customerId) ?? '',
      event,
      doc: JSON.stringify(quote),
      creation: JSON.stringify(event),
    };
  });
  const [inserted] = await Promise.all([
    insertQuotes(tx, account.id, quotes, created),
    recordCreated(tx, account.id, created, lastPlace, real),
  ]);
  for (const { id, attachments } of quotes) {
    if (attachments.length > 0) await useFiles(tx, account.id, id, 'quote', attachments);
  }
  return inserted;
}
