import { divideRounded } from '../../money/decimal.ts';
import { computeTotals, type Totals, type TotalsInput, toSafeNumber } from '../../money/totals.ts';
import { isSelected, type UnpricedLine } from '../line/line-item.ts';
import {
  comparePairs,
  countPeriods,
  getPairKey,
  type Interval,
  isRecurring,
  type Recurrence,
} from './recurrence.ts';

type Sums = Pick<Totals, 'subtotal' | 'discountAmount' | 'taxes' | 'taxAmount' | 'total'>;

/** What one later period of a pair of interval and periods costs. */
export interface RecurringTotal extends Recurrence, Sums {}

type Terms = Omit<TotalsInput, 'items'>;

/** The terms of a later period: a fixed discount of the quote comes off once, at the start. */
export function getPeriodTerms({ discountType, discountValue, pricesIncludeTax = false }: Terms): Terms {
  return discountType === 'percentage'
    ? { discountType, discountValue, pricesIncludeTax }
    : { discountType: null, discountValue: null, pricesIncludeTax };
}

/** The selected items of each pair, sorted by pair. */
export function groupRecurring<Item extends UnpricedLine>(
  items: readonly Item[],
): { pair: Recurrence; items: Item[] }[] {
  const selected = items.filter((item) => isRecurring(item) && isSelected(item));
  const groups = Map.groupBy(selected, ({ recurring }) => getPairKey(recurring as Recurrence));
  return [...groups.values()]
    .map((own) => ({ pair: own[0]?.recurring as Recurrence, items: own }))
    .sort((one, other) => comparePairs(one.pair, other.pair));
}

/** Computes one later period of each pair, by the arithmetic of the start over the items of the pair. */
export function computeRecurring(items: readonly UnpricedLine[], terms: Terms): RecurringTotal[] {
  return groupRecurring(items).map(({ pair: { interval, periods }, items: own }) => {
    const { subtotal, discountAmount, taxes, taxAmount, total } = computeTotals({
      items: own,
      ...getPeriodTerms(terms),
    });
    return { interval, periods, subtotal, discountAmount, taxes, taxAmount, total };
  });
}

/** The start and all later periods; `null` if one pair has no end. */
export function computeContractTotal(total: number, recurring: readonly RecurringTotal[]): number | null {
  if (recurring.some(({ periods }) => periods === null)) return null;
  return computeCountedTotal(total, recurring);
}

/** Like the contract, with a year of what has no end: what statistics and approval count. */
export function computeCountedTotal(total: number, recurring: readonly RecurringTotal[] = []): number {
  if (recurring.length === 0) return total;
  return toSafeNumber(
    recurring.reduce((sum, each) => sum + BigInt(each.total) * BigInt(countPeriods(each) - 1), BigInt(total)),
  );
}

/** What one currency brings per month, rounded once. */
export interface MonthlySum {
  currency: string;
  perMonth: bigint;
}

/** Periods of each interval in twelve months. */
const PER_YEAR: Record<Interval, bigint> = { week: 52n, month: 12n, quarter: 4n, year: 1n };

export function computeMonthlySums(
  sums: readonly { currency: string; interval: Interval; total: bigint }[],
): MonthlySum[] {
  const years = new Map<string, bigint>();
  for (const { currency, interval, total } of sums)
    years.set(currency, (years.get(currency) ?? 0n) + total * PER_YEAR[interval]);
  return [...years]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, total]) => ({ currency, perMonth: divideRounded(total, 12n) }));
}
