import type { Deps } from '../../app/deps.ts';
import { toCalendarDate } from '../../domain/calendar.ts';
import type { FeedEvent, FeedType } from '../../domain/events/feed-event.ts';
import type { QuoteStatus } from '../../domain/quote/quote.ts';
import { computeReceivables, type Receivables } from '../../domain/quote/statistics/receivables.ts';
import { computeTally, type Tally } from '../../domain/quote/statistics/tally.ts';
import { countByStatus } from '../../store/lists/quote-counts.ts';
import { findFeedHead, listFeed } from '../../store/tables/events/feed.ts';
import { listReceivableSums } from '../../store/tables/invoice/receivable-sums.ts';
import { requireAccount } from '../account/require-account.ts';
import { expireQuotes } from '../quotes/expire-quotes.ts';
import { markOverdueIfAny } from './mark-overdue.ts';

/** What all customers owe, by age. Read from counters: the cost grows with the days on which something is due. */
export async function readReceivables(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  now: number,
): Promise<Receivables> {
  await markOverdueIfAny(db, now, accountId);
  const { timeZone } = await requireAccount(db.read, accountId);
  const sums = await listReceivableSums(db.read, accountId);
  return computeReceivables(sums, toCalendarDate(now, timeZone));
}

/** How a customer stands with the business. */
export interface CustomerBalance extends Pick<Receivables, 'open' | 'overdue'> {
  /** `YYYY-MM-DD` */
  today: string;
  /** The current year, and what was invoiced in it, less credit notes. */
  year: string;
  invoiced: Tally;
  quotes: Record<QuoteStatus, number>;
  /** When one last spoke to the other, as far back as the feed of events goes. */
  lastContactAt: string | null;
}

export async function readCustomerBalance(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  customerId: string,
  now: number,
): Promise<CustomerBalance> {
  await Promise.all([expireQuotes(db, now, accountId), markOverdueIfAny(db, now, accountId)]);
  const { timeZone } = await requireAccount(db.read, accountId);
  const today = toCalendarDate(now, timeZone);
  const year = today.slice(0, 4);
  const [sums, quotes, lastContactAt] = await Promise.all([
    listReceivableSums(db.read, accountId, customerId),
    countByStatus(db.read, accountId, customerId),
    findLastContact({ db }, accountId, customerId),
  ]);
  const { open, overdue } = computeReceivables(sums, today);
  const invoiced = computeTally(sums.filter(({ kind, period }) => kind === 'invoiced' && period === year));
  return { open, overdue, today, year, invoiced, quotes, lastContactAt };
}

/** Events in which one of both spoke to the other. */
const CONTACTS: readonly string[] = [
  'quote.sent',
  'quote.reminded',
  'quote.accepted',
  'quote.declined',
  'renewal.requested',
  'quote.change_requested',
  'quote.change_declined',
  'invoice.sent',
  'invoice.reminded',
  'message.sent',
  'message.received',
] satisfies FeedType[];
/** Events of a customer that are looked through. */
const MAX_EVENTS = 50;

async function findLastContact(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  customerId: string,
): Promise<string | null> {
  const { n, gone } = await findFeedHead(db.read, accountId);
  const filter = { customerId, isDescending: true };
  const rows = await listFeed(db.read, accountId, { after: gone, upTo: n }, filter, MAX_EVENTS);
  const events = rows.map(({ doc }) => JSON.parse(doc) as FeedEvent);
  return events.find(({ type }) => CONTACTS.includes(type))?.timestamp ?? null;
}
