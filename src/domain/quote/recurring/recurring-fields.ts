import type { Quote } from '../quote.ts';
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
  const recurring = computeRecurring(quote.items, quote);
  const contractTotal = computeContractTotal(quote.total, recurring);
  return { ...plain, recurringFrom: recurringFrom ?? null, recurring, contractTotal, series };
}

/** The sums of an accepted selection, for its record. */
export function pickAcceptedSums({
  total,
  recurring,
  contractTotal,
}: Quote): Pick<Quote, 'total' | 'recurring' | 'contractTotal'> {
  return recurring ? { total, recurring, contractTotal } : { total };
}
