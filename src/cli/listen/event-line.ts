import type { AttemptResult } from '../../adapters/webhooks/post-event.ts';
import { FEED_TYPES, type FeedType } from '../../domain/events/feed-event.ts';
import { formatDecimalAmount } from '../../domain/money/currency.ts';
import { toPrintable } from '../terminal/output.ts';

export interface FeedEvent {
  id: string;
  type: FeedType;
  timestamp: string;
  data: {
    quote?: { number: string };
    invoice?: { number: string; currency: string };
    payment?: { amount: number };
    customer?: { id: string };
  };
  /** The JSON of the event, exactly as it is sent. */
  doc: string;
}

const TYPE_WIDTH = Math.max(...FEED_TYPES.map((type) => type.length));

/** Formats an event as one line: time, type, subject, id, and the outcome if it was forwarded. */
export function formatEventLine(
  { id, type, timestamp, data }: FeedEvent,
  outcome: AttemptResult | undefined,
): string {
  const subject = formatSubject(data);
  const line = `${timestamp}  ${type.padEnd(TYPE_WIDTH)}  ${toPrintable(subject)}  ${id}`;
  if (!outcome) return line;
  return `${line}  → ${outcome.status ?? toPrintable(outcome.error ?? '')} (${outcome.ms} ms)`;
}

function formatSubject({ quote, invoice, payment, customer }: FeedEvent['data']): string {
  const subject = invoice?.number ?? quote?.number ?? customer?.id ?? '';
  if (!payment || !invoice) return subject;
  return `${subject} ${formatDecimalAmount(payment.amount, invoice.currency)} ${invoice.currency}`;
}
