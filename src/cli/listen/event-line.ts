import { FEED_TYPES, type FeedType } from '../../domain/event/feed-event.ts';
import type { AttemptResult } from '../../webhooks/post-event.ts';
import { toPrintable } from '../terminal/output.ts';

export interface FeedEvent {
  id: string;
  type: FeedType;
  timestamp: string;
  data: { quote?: { number: string }; invoice?: { number: string }; customer?: { id: string } };
  /** The JSON of the event, exactly as it is sent. */
  doc: string;
}

const TYPE_WIDTH = Math.max(...FEED_TYPES.map((type) => type.length));

/** Formats an event as one line: time, type, subject, id, and the outcome if it was forwarded. */
export function formatEventLine(
  { id, type, timestamp, data }: FeedEvent,
  outcome: AttemptResult | undefined,
): string {
  const subject = data.invoice?.number ?? data.quote?.number ?? data.customer?.id ?? '';
  const line = `${timestamp}  ${type.padEnd(TYPE_WIDTH)}  ${toPrintable(subject)}  ${id}`;
  if (!outcome) return line;
  return `${line}  → ${outcome.status ?? toPrintable(outcome.error ?? '')} (${outcome.ms} ms)`;
}
