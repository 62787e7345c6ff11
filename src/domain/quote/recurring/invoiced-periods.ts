import type { InvoiceContent } from '../../invoice/group-lines.ts';
import type { InvoicePeriod } from '../../invoice/invoice.ts';
import { priceLines } from '../line/compose-lines.ts';
import { type LineItem, removeOptions } from '../line/line-item.ts';
import type { Quote } from '../quote.ts';
import { computePeriod, type Period } from './periods.ts';
import { getPairKey, type Recurrence } from './recurrence.ts';
import { getPeriodTerms, groupRecurring } from './recurring-totals.ts';

/** A period after the first of a pair, and where it belongs. */
export interface LaterPeriod {
  pair: Recurrence;
  series: InvoicePeriod;
}

/** Returns a selected item as the first invoice has it, with the days of its first period if it recurs. */
export function toInvoiced(item: LineItem, first: string): LineItem {
  const { recurring } = item;
  return recurring ? withPeriod(item, computePeriod(first, recurring.interval, 1)) : removeOptions(item);
}

/** Computes the content of the invoice of a later period: the items of its pair, by the terms of such a period. */
export function computePeriodContent(quote: Quote, { pair, series }: LaterPeriod): InvoiceContent {
  const group = groupRecurring(quote.items).find((each) => getPairKey(each.pair) === getPairKey(pair));
  const lines = (group?.items ?? []).map((item) => withPeriod(item, series));
  const { discountType, discountValue, ...terms } = getPeriodTerms(quote);
  return { ...priceLines(lines, { ...terms, discountType, discountValue }), discountType, discountValue };
}

function withPeriod(item: LineItem, { from, to }: Period): LineItem {
  return { ...removeOptions(item), period: { from, to } };
}
