import { formatFeedEvent } from '../../domain/events/feed-doc.ts';
import { FEED_DATA_BY_INVOICE_EVENT, FEED_TYPE_BY_INVOICE_EVENT } from '../../domain/events/feed-event.ts';
import { createEventId } from '../../domain/ids.ts';
import type { InvoiceHistoryEvent } from '../../domain/invoice/history.ts';
import type { Invoice } from '../../domain/invoice/invoice.ts';
import type { Payment } from '../../domain/invoice/payment.ts';
import type { Sql } from '../../store/database.ts';
import { findLastEventId, insertEvent } from '../../store/tables/events/events.ts';
import { type FeedRow, insertFeedEvents, reserveFeedNumbers } from '../../store/tables/events/feed.ts';
import { toRealTime } from '../account/account-time.ts';
import { NO_PLACE, pickFeedData } from './record-event.ts';

export interface NewInvoiceEvent extends Pick<InvoiceHistoryEvent, 'type' | 'actor' | 'data'> {
  /** When it happened; for a due date that has passed, before it was recorded. Default: now. */
  at?: number;
  /** Data of the event that is in the feed but not in the history. */
  feed?: { payment?: Payment; creditNote?: Invoice };
}

/** Records events of an invoice in the transaction that causes them: in its history and in the feed of the account. */
export async function recordInvoiceEvents(
  tx: Sql,
  accountId: string,
  invoice: Invoice,
  events: readonly NewInvoiceEvent[],
  now: number,
): Promise<void> {
  if (events.length === 0) return;
  const real = toRealTime(tx, now);
  const fed = events.filter(({ type }) => FEED_TYPE_BY_INVOICE_EVENT[type] !== null).length;
  const [lastId, lastPlace] = await Promise.all([
    findLastEventId(tx, accountId, invoice.id),
    fed > 0 ? reserveFeedNumbers(tx, accountId, fed, real) : NO_PLACE,
  ]);
  const rows: FeedRow[] = [];
  let last = lastId;
  for (const { type, actor, data, at = now, feed = {} } of events) {
    const feedType = FEED_TYPE_BY_INVOICE_EVENT[type];
    const place = feedType === null ? NO_PLACE : lastPlace - fed + rows.length + 1;
    const event = { id: createEventId(toRealTime(tx, at), place, last), type, at: toIso(at), actor, data };
    last = event.id;
    await insertEvent(tx, accountId, invoice.id, event);
    if (feedType === null) continue;
    const details = pickFeedData(data, FEED_DATA_BY_INVOICE_EVENT[type] ?? []);
    const doc = formatFeedEvent(feedType, event, JSON.stringify({ invoice, ...details, ...feed }));
    const { id: invoiceId, quoteId, customerId } = invoice;
    rows.push({ id: event.id, type: feedType, quoteId, invoiceId, customerId, doc });
  }
  if (rows.length > 0) await insertFeedEvents(tx, accountId, lastPlace, rows, real);
}

function toIso(time: number): string {
  return new Date(time).toISOString();
}
