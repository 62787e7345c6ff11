import type { HistoryEvent } from '../quote/history.ts';
import { toSummaryJson } from '../quote/list/quote-summary.ts';
import type { FeedType } from './feed-event.ts';

/** Returns an event as JSON. `data` is JSON already. */
export function formatFeedEvent(
  type: FeedType,
  { id, at: timestamp, actor }: Pick<HistoryEvent, 'id' | 'at' | 'actor'>,
  data: string,
): string {
  const head = JSON.stringify({ id, type, timestamp, actor });
  return `${head.slice(0, -1)},"data":${data}}`;
}

/** Returns the `data` of an event as JSON. The summary is JSON already: it is cut out of the stored quote. */
export function formatEventData(summary: string, details: object = {}): string {
  const rest = JSON.stringify(details).slice(1);
  return rest === '}' ? `{"quote":${summary}}` : `{"quote":${summary},${rest}`;
}

/** Returns the `quote.created` event of a quote that has not changed since. `doc` is its JSON. */
export function formatCreatedEvent(doc: string, creation: HistoryEvent, customerName: string): string {
  const lastEvent = { type: creation.type, at: creation.at };
  return formatFeedEvent(
    'quote.created',
    creation,
    formatEventData(toSummaryJson(doc, { customerName, views: 0, lastEvent })),
  );
}

/** Returns what stays of an event about a customer that was erased: its place in the feed. */
export function formatErasedEvent(doc: string, customerId: string): string {
  const { id, timestamp } = JSON.parse(doc) as { id: string; timestamp: string };
  const event = { id, at: timestamp, actor: { type: 'system' } } as const;
  return formatFeedEvent('customer.erased', event, JSON.stringify({ customerId }));
}

/** The parts of an event that say whom it is about. */
interface EventSubjects {
  customerId?: string;
  customer?: { id: string };
  quote?: { customerId: string };
  previous?: { customerId?: string };
  invoice?: { customerId: string };
  creditNote?: { customerId: string };
}

/** The customers whose records or documents an event is about; two if the event gave a quote to another one. */
export function listEventCustomers(doc: string): string[] {
  const { data } = JSON.parse(doc) as { data: EventSubjects };
  const { customerId, customer, quote, previous, invoice, creditNote } = data;
  const ids = [
    customerId,
    customer?.id,
    ...[quote, previous, invoice, creditNote].map((of) => of?.customerId),
  ];
  return ids.filter((id) => id !== undefined);
}
