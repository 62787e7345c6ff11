import { DECIMAL_SCALE, divideRounded, toTenThousandths } from '../../money/decimal.ts';
import { computeTotals } from '../../money/totals.ts';
import type { LineItem } from '../line/line-item.ts';
import type { Quote } from '../quote.ts';

/** The parts of a quote that its amounts follow from. */
export type PricedQuote = Pick<Quote, 'items' | 'discountType' | 'discountValue' | 'pricesIncludeTax'>;

/** A line that is taken in some quantity. */
export interface TakenLine {
  /** Its place among the items. */
  line: number;
  quantity: number;
}

/** 100 percent in ten-thousandths of a percent. */
export const WHOLE = 1_000_000n;

/** Prices the lines that are taken, and no others. */
export function priceTaken({ items, ...quote }: PricedQuote, taken: readonly TakenLine[]) {
  const { discountType, discountValue, pricesIncludeTax } = quote;
  const lines = taken.map(({ line, quantity }): LineItem => {
    const item = items[line];
    if (!item) throw new Error('a line that the quote does not have');
    return { ...item, quantity, selected: true };
  });
  return { lines, totals: computeTotals({ items: lines, discountType, discountValue, pricesIncludeTax }) };
}

/** Returns a discount in hundredths, as it is written or as it is rounded, whichever is larger. */
export function measureDiscount(
  { discountType, discountValue }: { discountType?: string | null; discountValue?: number | null },
  whole: bigint,
  rounded: bigint,
): bigint {
  const written = discountType === 'percentage' ? whole * BigInt(discountValue ?? 0) : 0n;
  return written > 100n * rounded ? written : 100n * rounded;
}

export function computeCost(quantity: number, cost: number): bigint {
  return divideRounded(toTenThousandths(quantity) * BigInt(cost), DECIMAL_SCALE);
}
