import type { HistoryEvent } from '../quote/history.ts';
import type { Quote } from '../quote/quote.ts';

/** What a list shows beside the quote itself. */
export interface SummaryAdditions {
  customerName: string;
  /** How often the customer opened the page. */
  views: number;
  lastEvent: Pick<HistoryEvent, 'type' | 'at'> | null;
}

/** A quote without its lines. */
export type QuoteSummary = Omit<Quote, 'items'> & SummaryAdditions;

const BEFORE_ITEMS = ',"items":[';
const AFTER_ITEMS = '],"discountType":';

/**
 * From the JSON of a quote to that of its summary. The lines are cut out of the text: to read them would take longer
 * than all else, and a page may have megabytes of them. Neither mark can stand inside a text, where quotation marks
 * have a backslash before them, and no line has a list in it.
 */
export function summaryOf(doc: string, additions: SummaryAdditions): string {
  return `${withoutItems(doc).slice(0, -1)},${JSON.stringify(additions).slice(1)}`;
}

export function withoutItems(doc: string): string {
  const start = doc.indexOf(BEFORE_ITEMS);
  const end = doc.indexOf(AFTER_ITEMS, start);
  if (start < 0 || end < 0) throw new Error('a quote whose lines are not where they are stored');
  return doc.slice(0, start) + doc.slice(end + 1);
}
