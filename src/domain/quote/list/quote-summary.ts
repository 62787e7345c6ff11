import type { HistoryEvent } from '../history.ts';
import type { Quote } from '../quote.ts';

/** Fields that a list adds to the quote. */
export interface SummaryAdditions {
  customerName: string;
  /** Number of times that the customer opened the customer page. */
  views: number;
  lastEvent: Pick<HistoryEvent, 'type' | 'at'> | null;
}

/** A quote without its items. */
export type QuoteSummary = Omit<Quote, 'items'> & SummaryAdditions;

const BEFORE_ITEMS = ',"items":[';
const AFTER_ITEMS = '],"discountType":';

/**
 * Turns the JSON of a quote into that of its summary. The items are cut out of the text, because parsing megabytes of
 * them would take most of the time. Neither marker can occur inside a string, where quotation marks are escaped, and no
 * item contains a list.
 */
export function toSummaryJson(doc: string, additions: SummaryAdditions): string {
  return `${removeItems(doc).slice(0, -1)},${JSON.stringify(additions).slice(1)}`;
}

export function removeItems(doc: string): string {
  const start = doc.indexOf(BEFORE_ITEMS);
  const end = doc.indexOf(AFTER_ITEMS, start);
  if (start < 0 || end < 0) throw new Error('the stored quote has no items at the expected place');
  return doc.slice(0, start) + doc.slice(end + 1);
}
