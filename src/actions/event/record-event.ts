import type { CustomerRecord } from '../../domain/customer.ts';
import { dataWithSummary, feedDoc } from '../../domain/event/feed-doc.ts';
import { type FeedData, type FeedType, OF_HISTORY } from '../../domain/event/feed-event.ts';
import { eventId } from '../../domain/ids.ts';
import type { Invoice } from '../../domain/invoice.ts';
import type { Actor, HistoryEvent } from '../../domain/quote/history.ts';
import { summaryOf } from '../../domain/quote-list/quote-summary.ts';
import type { Sql } from '../../store/database.ts';
import { keptOfCreated } from '../../store/tables/created-events.ts';
import { findCustomer } from '../../store/tables/customers.ts';
import { insertEvent, lastEventId, type NewEvent } from '../../store/tables/events.ts';
import { type FeedRow, insertFeed, reserveFeed } from '../../store/tables/feed.ts';
import type { StoredQuote } from '../../store/tables/quote/quotes.ts';
import { realTime } from '../account/account-time.ts';

/** Data of an event that is in the feed but not in the history. */
interface Beside {
  previous?: FeedData['quote.updated']['previous'];
  message?: FeedData['message.sent']['message'];
  invoice?: Invoice;
}

type Told = Pick<StoredQuote, 'quote' | 'views'>;

/**
 * Records an event of a quote in the transaction that causes it; there is no other way. It goes to the history, which
 * belongs to the quote, and to the account's feed, which outlives it. `at` is the time of the event, which for an expiry
 * may be long before `now`.
 */
export async function recordEvent(
  tx: Sql,
  accountId: string,
  { quote, views }: Told,
  event: NewEvent,
  { at, now }: { at: number; now: number },
  beside: Beside = {},
): Promise<void> {
  const { type, data: names } = OF_HISTORY[event.type];
  const { invoice, ...others } = beside;
  const isTwo = type === 'quote.converted' && invoice !== undefined;
  const [customerName, last, lastPlace] = await Promise.all([
    nameOf(tx, accountId, quote.customerId),
    lastEventId(tx, accountId, quote.id),
    reserveFeed(tx, accountId, isTwo ? 2 : 1, realTime(tx, now)),
  ]);
  const known = realTime(tx, at);
  const history = historyOf(event, eventId(known, isTwo ? lastPlace - 1 : lastPlace, last), at);
  const lastEvent = { type: event.type, at: history.at };
  const summary = summaryOf(JSON.stringify(quote), { customerName, views, lastEvent });
  const taken = Object.fromEntries(names.map((name) => [name, event.data[name] ?? ABSENT[name] ?? null]));
  const own = { ...taken, ...others, ...(type === 'invoice.created' && { invoice }) };
  const rows = [feedRow(type, history, quote.id, dataWithSummary(summary, own))];
  if (isTwo) {
    const created = { ...history, id: eventId(known, lastPlace, history.id) };
    rows.push(feedRow('invoice.created', created, quote.id, dataWithSummary(summary, { invoice })));
  }
  await Promise.all([
    insertEvent(tx, accountId, quote.id, history),
    insertFeed(tx, accountId, lastPlace, rows, realTime(tx, now)),
  ]);
}

/** Builds the first history events of new quotes. Their feed positions are reserved together with the quote numbers. */
export function creationsOf(
  wanted: readonly { actor: Actor }[],
  lastPlace: number,
  { now, real }: { now: number; real: number },
): HistoryEvent[] {
  const at = new Date(now).toISOString();
  const first = lastPlace - wanted.length + 1;
  return wanted.map(({ actor }, index) => {
    return { id: eventId(real, first + index, ''), type: 'created', at, actor, data: {} };
  });
}

/** Adds the creations to the feed. Each event is derived from its quote until the quote changes. */
export async function recordCreated(
  tx: Sql,
  accountId: string,
  created: readonly { quoteId: string; customerName: string; event: HistoryEvent }[],
  lastPlace: number,
  now: number,
): Promise<void> {
  const rows = created.map(({ quoteId, customerName, event: { id } }): FeedRow => {
    return { id, type: 'quote.created', quoteId, doc: keptOfCreated(customerName) };
  });
  await insertFeed(tx, accountId, lastPlace, rows, now);
}

/** Records an event that is only in the feed: the quote is about to expire, or was deleted. */
export async function recordOfQuote(
  tx: Sql,
  accountId: string,
  type: 'quote.expiring' | 'quote.deleted',
  { quote, views }: Told,
  actor: Actor,
  { at, now }: { at: number; now: number },
): Promise<void> {
  const customerName = await nameOf(tx, accountId, quote.customerId);
  const summary = summaryOf(JSON.stringify(quote), { customerName, views, lastEvent: null });
  const real = realTime(tx, now);
  const place = await reserveFeed(tx, accountId, 1, real);
  const happened = { id: eventId(realTime(tx, at), place, ''), at: new Date(at).toISOString(), actor };
  await insertFeed(tx, accountId, place, [feedRow(type, happened, quote.id, dataWithSummary(summary))], real);
}

export async function recordOfCustomer<
  Type extends 'customer.created' | 'customer.updated' | 'customer.deleted',
>(tx: Sql, accountId: string, type: Type, data: FeedData[Type], actor: Actor, now: number): Promise<void> {
  const real = realTime(tx, now);
  const place = await reserveFeed(tx, accountId, 1, real);
  const happened = { id: eventId(real, place, ''), at: new Date(now).toISOString(), actor };
  await insertFeed(tx, accountId, place, [feedRow(type, happened, null, JSON.stringify(data))], real);
}

/** Defaults for fields that the event of an interrupted send does not have. */
const ABSENT: Record<string, unknown> = { cc: [] };

function historyOf({ type, actor, data }: NewEvent, id: string, at: number): HistoryEvent {
  return { id, type, at: new Date(at).toISOString(), actor, data };
}

function feedRow(
  type: FeedType,
  event: Pick<HistoryEvent, 'id' | 'at' | 'actor'>,
  quoteId: string | null,
  data: string,
): FeedRow {
  return { id: event.id, type, quoteId, doc: feedDoc(type, event, data) };
}

async function nameOf(tx: Sql, accountId: string, customerId: string): Promise<string> {
  const customer: CustomerRecord | undefined = await findCustomer(tx, accountId, customerId);
  return customer?.name ?? '';
}
