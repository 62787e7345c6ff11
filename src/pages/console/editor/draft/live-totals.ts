import { computeTotals, type Totals, TotalsOverflow } from '../../../../domain/money/totals.ts';
import type { ItemInput, UnpricedLine } from '../../../../domain/quote/line/line-item.ts';
import {
  computeRecurring,
  type RecurringTotal,
} from '../../../../domain/quote/recurring/recurring-totals.ts';
import type { Separators } from '../../../../i18n/parse-number.ts';
import { type Draft, getLines, type LineRow } from './draft.ts';
import { readDiscount, readLine } from './read-line.ts';
import { selectAlternatives } from './to-body.ts';

/** Totals of the readable lines, computed with the same code as in the service. */
export interface LiveTotals extends Pick<Totals, 'subtotal' | 'discountAmount' | 'taxes' | 'total'> {
  /** What each later period costs. */
  recurring: RecurringTotal[];
  /** Number of lines left out because a value is missing or unreadable. */
  uncounted: number;
}

/** Returns `null` if a total is too large to compute exactly. */
export function computeLiveTotals(draft: Draft, separators: Separators): LiveTotals | null {
  const lines = getLines(draft.rows).map(({ line }) => readLine(line, draft.currency, separators).item);
  const items = lines.filter((item): item is ItemInput => item !== null);
  const discountValue = readDiscount(draft, draft.currency, separators).value ?? null;
  const discountType = discountValue === null ? null : draft.discountType;
  const selected = selectAlternatives(items).map((item) => ({ ...item, taxRate: item.taxRate ?? 0 }));
  const { pricesIncludeTax } = draft;
  const terms = { discountType, discountValue, pricesIncludeTax };
  const totals = sums(() => ({
    ...computeTotals({ items: selected, ...terms }),
    recurring: computeRecurring(selected as UnpricedLine[], terms),
  }));
  return totals && { ...totals, uncounted: lines.length - items.length };
}

/** Returns `null` while a value of the line is missing or unreadable. */
export function computeLiveAmount(
  line: LineRow,
  currency: string,
  separators: Separators,
): { amount: number; discount: number } | null {
  const { item } = readLine(line, currency, separators);
  if (!item) return null;
  const priced = { ...item, taxRate: item.taxRate ?? 0 };
  const totals = sums(() => computeTotals({ items: [priced], discountType: null, discountValue: null }));
  return totals && { amount: totals.amounts[0] ?? 0, discount: totals.lineDiscounts[0] ?? 0 };
}

function sums<Sums>(compute: () => Sums): Sums | null {
  try {
    return compute();
  } catch (error) {
    if (error instanceof TotalsOverflow) return null;
    throw error;
  }
}
