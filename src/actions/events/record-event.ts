import type { CustomerRecord } from '../../domain/customer/customer.ts';
import { formatEventData, formatFeedEvent } from '../../domain/events/feed-doc.ts';
import { FEED_EVENT_BY_HISTORY_TYPE, type FeedData, type FeedType } from '../../domain/events/feed-event.ts';
import { createEventId } from '../../domain/ids.ts';
import type { Invoice } from '../../domain/invoice/invoice.ts';
import type { Actor, HistoryEvent } from '../../domain/quote/history.ts';
import { toSummaryJson } from '../../domain/quote/list/quote-summary.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import type { Sql } from '../../store/database.ts';
import { findCustomer } from '../../store/tables/customers.ts';
import { findLastEventId, insertEvent, type NewEvent } from '../../store/tables/events/events.ts';
import { type FeedRow, insertFeedEvents, reserveFeedNumbers } from '../../store/tables/events/feed.ts';
import { updateLastEvent } from '../../store/tables/quote/facts.ts';
import type { StoredQuote } from '../../store/tables/quote/quotes.ts';
import { toRealTime } from '../account/account-time.ts';

/** Data of an event that is in the feed but not in the history. */
interface FeedExtras {
  previous?: FeedData['quote.updated']['previous'];
  message?: FeedData['message.sent']['message'];
  proposal?: FeedData['quote.change_requested']['proposal'];
  invoice?: Invoice;
}

type EventQuote = Pick<StoredQuote, 'quote' | 'views'>;

/**
 * Records an event of a quote in the transaction that causes it; there is no other way. It goes to the history, which
 * belongs to the quote, and to the account's feed, which outlives it. `at` is the time of the event, which for an expiry
 * may be long before `now`.
 */
export async function recordEvent(
  tx: Sql,
  accountId: string,
  { quote, views }: EventQuote,
  event: NewEvent,
  { at, now }: { at: number; now: number },
  extras: FeedExtras = {},
): Promise<void> {
  const { type, data: names } = FEED_EVENT_BY_HISTORY_TYPE[event.type];
  if (type === null) return recordHistoryEvent(tx, accountId, quote.id, event, at);
  const { invoice, ...others } = extras;
  const isOfInvoice = type === 'invoice.created';
  const isConversion = type === 'quote.converted' && invoice !== undefined;
  const [customerName, last, lastPlace] = await Promise.all([
    findCustomerName(tx, accountId, quote.customerId),
    findLastEventId(tx, accountId, quote.id),
    reserveFeedNumbers(tx, accountId, isConversion ? 2 : 1, toRealTime(tx, now)),
  ]);
  const known = toRealTime(tx, at);
  const place = isConversion ? lastPlace - 1 : lastPlace;
  const history = toHistoryEvent(event, createEventId(known, place, last), at);
  const lastEvent = { type: event.type, at: history.at };
  const summary = toSummaryJson(JSON.stringify(quote), { customerName, views, lastEvent });
  const own = { ...pickFeedData(event.data, names), ...others, ...(isOfInvoice && { invoice }) };
  const about = aboutQuote(quote);
  const aboutInvoice = { ...about, invoiceId: invoice?.id ?? null };
  const rows = [feedRow(type, history, isOfInvoice ? aboutInvoice : about, formatEventData(summary, own))];
  if (isConversion) {
    const created = { ...history, id: createEventId(known, lastPlace, history.id) };
    rows.push(feedRow('invoice.created', created, aboutInvoice, formatEventData(summary, { invoice })));
  }
  await Promise.all([
    insertEvent(tx, accountId, quote.id, history),
    updateLastEvent(tx, accountId, quote.id, at),
    insertFeedEvents(tx, accountId, lastPlace, rows, toRealTime(tx, now)),
  ]);
}

/** Records an event that is in the history only. */
async function recordHistoryEvent(
  tx: Sql,
  accountId: string,
  quoteId: string,
  event: NewEvent,
  at: number,
): Promise<void> {
  const id = createEventId(toRealTime(tx, at), NO_PLACE, await findLastEventId(tx, accountId, quoteId));
  await insertEvent(tx, accountId, quoteId, toHistoryEvent(event, id, at));
  await updateLastEvent(tx, accountId, quoteId, at);
}

/** Events that are in the history only have no place in the feed. */
export const NO_PLACE = 0;

/** Builds the first history events of new quotes. Their feed positions are reserved together with the quote numbers. */
export function buildCreatedEvents(
  wanted: readonly { actor: Actor }[],
  lastPlace: number,
  { now, real }: { now: number; real: number },
): HistoryEvent[] {
  const at = new Date(now).toISOString();
  const first = lastPlace - wanted.length + 1;
  return wanted.map(({ actor }, index) => {
    return { id: createEventId(real, first + index, ''), type: 'created', at, actor, data: {} };
  });
}

/** Adds the creations to the feed. Each event is derived from its quote until the quote changes. */
export async function recordCreated(
  tx: Sql,
  accountId: string,
  created: readonly { quoteId: string; customerId: string; customerName: string; event: HistoryEvent }[],
  lastPlace: number,
  now: number,
): Promise<void> {
  const rows = created.map(({ quoteId, customerId, customerName, event: { id } }): FeedRow => {
    const about = { quoteId, customerId, invoiceId: null };
    return { id, type: 'quote.created', ...about, doc: null, customerName };
  });
  await insertFeedEvents(tx, accountId, lastPlace, rows, now);
}

/** Records an event that is only in the feed: the quote is about to expire, or was deleted. */
export async function recordFeedEvent(
  tx: Sql,
  accountId: string,
  type: 'quote.expiring' | 'quote.deleted',
  { quote, views }: EventQuote,
  actor: Actor,
  { at, now }: { at: number; now: number },
): Promise<void> {
  const customerName = await findCustomerName(tx, accountId, quote.customerId);
  const summary = toSummaryJson(JSON.stringify(quote), { customerName, views, lastEvent: null });
  const real = toRealTime(tx, now);
  const place = await reserveFeedNumbers(tx, accountId, 1, real);
  const happened = {
    id: createEventId(toRealTime(tx, at), place, ''),
    at: new Date(at).toISOString(),
    actor,
  };
  await insertFeedEvents(
    tx,
    accountId,
    place,
    [feedRow(type, happened, aboutQuote(quote), formatEventData(summary))],
    real,
  );
}

export async function recordCustomerEvent<
  Type extends 'customer.created' | 'customer.updated' | 'customer.deleted' | 'customer.erased',
>(tx: Sql, accountId: string, type: Type, data: FeedData[Type], actor: Actor, now: number): Promise<void> {
  const real = toRealTime(tx, now);
  const place = await reserveFeedNumbers(tx, accountId, 1, real);
  const happened = { id: createEventId(real, place, ''), at: new Date(now).toISOString(), actor };
  const about = { quoteId: null, invoiceId: null, customerId: findCustomerId(data) };
  await insertFeedEvents(tx, accountId, place, [feedRow(type, happened, about, JSON.stringify(data))], real);
}

function findCustomerId(data: FeedData[`customer.${'created' | 'updated' | 'deleted' | 'erased'}`]): string {
  return 'customer' in data ? data.customer.id : data.customerId;
}

/** Picks the fields of an event's data that the feed copies. */
export function pickFeedData(
  data: Record<string, unknown>,
  names: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, data[name] ?? DEFAULTS[name] ?? null]));
}

/** Defaults for fields that the event of an interrupted send does not have, nor an acceptance without answers. */
const DEFAULTS: Record<string, unknown> = { cc: [], answers: {} };

function toHistoryEvent({ type, actor, data }: NewEvent, id: string, at: number): HistoryEvent {
  return { id, type, at: new Date(at).toISOString(), actor, data };
}

function feedRow(
  type: FeedType,
  event: Pick<HistoryEvent, 'id' | 'at' | 'actor'>,
  about: Pick<FeedRow, 'quoteId' | 'invoiceId' | 'customerId'>,
  data: string,
): FeedRow {
  return { id: event.id, type, ...about, doc: formatFeedEvent(type, event, data) };
}

function aboutQuote({ id, customerId }: Pick<Quote, 'id' | 'customerId'>) {
  return { quoteId: id, customerId, invoiceId: null };
}

async function findCustomerName(tx: Sql, accountId: string, customerId: string): Promise<string> {
  const customer: CustomerRecord | undefined = await findCustomer(tx, accountId, customerId);
  return customer?.name ?? '';
}
