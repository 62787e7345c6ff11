import type { Quote } from '../quote.ts';
import { countLaterAtOnce, MAX_LATER_AT_ONCE } from './periods.ts';
import { isRecurring } from './recurrence.ts';
import { computeContractTotal, computeRecurring } from './recurring-totals.ts';

/**
 * Computes what recurs, after every change of items, prices or `recurringFrom`. A quote in which nothing recurs has no
 * such fields, except for a `recurringFrom` that was set before its items; the same quote is returned if it has none.
 */
export function addRecurringFields(quote: Quote, recurringFrom = quote.recurringFrom): Quote {
  const hasItems = quote.items.some(isRecurring);
  if (!hasItems && recurringFrom == null && quote.recurringFrom === undefined) return quote;
  const { recurring: _recurring, contractTotal: _total, series = [], recurringFrom: _from, ...plain } = quote;
  if (!hasItems) return recurringFrom == null ? plain : { ...plain, recurringFrom };
  const { recurring, contractTotal } = computeRecurringSums(quote);
  return { ...plain, recurringFrom: recurringFrom ?? null, recurring, contractTotal, series };
}

/** Content whose sums can be told. */
export type ContentSums = Pick<Quote, 'total' | 'currency' | 'items' | 'discountType' | 'discountValue'> & {
  pricesIncludeTax?: boolean;
};

/** Adds what recurs to the total of some content; nothing if no item does. */
export function computeRecurringSums(
  content: ContentSums,
): Pick<Quote, 'total' | 'recurring' | 'contractTotal'> {
  const { total, items } = content;
  if (!items.some(isRecurring)) return { total };
  const recurring = computeRecurring(items, content);
  return { total, recurring, contractTotal: computeContractTotal(total, recurring) };
}

/** The sums of an accepted selection, for its record. */
export function pickAcceptedSums({
  total,
  recurring,
  contractTotal,
}: Quote): Pick<Quote, 'total' | 'recurring' | 'contractTotal'> {
  return recurring ? { total, recurring, contractTotal } : { total };
}

/** Returns how many invoices of later periods a conversion on this day makes at once; 0 if they need no confirmation. */
export function countUnconfirmed(
  { recurring = [], recurringFrom }: Pick<Quote, 'recurring' | 'recurringFrom'>,
  today: string,
): number {
  const count = countLaterAtOnce(recurring, recurringFrom ?? today, today);
  return count > MAX_LATER_AT_ONCE ? count : 0;
}
