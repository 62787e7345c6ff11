import { DECIMAL_SCALE, divideRounded, fromTenThousandths, toTenThousandths } from '../../money/decimal.ts';
import { createMultiplier } from '../../money/quantity-prices.ts';
import { computeDiscount } from '../../money/totals.ts';
import type { ItemCosts } from '../cost/item-costs.ts';
import type { LineItem, QuantityRange } from '../line/line-item.ts';
import { listTurns } from '../line/price-turns.ts';
import { measureDiscount, type PricedQuote, type TakenLine, WHOLE } from './priced-lines.ts';
import type { LineGroup } from './selections.ts';

/**
 * A line in one quantity, without the discount of the quote. Amounts follow the quantity in straight lines, so the worst
 * quantity of a range is one of a few. Rounding can make those between them worse by the part that is included here.
 */
export interface PricedOption extends TakenLine {
  gross: bigint;
  amount: bigint;
  /** The largest discount, in millionths of the smallest unit like the following amounts. */
  discount: bigint;
  /** The amount that the discount leaves. */
  rest: bigint;
  leastAmount: bigint;
  mostCost: bigint;
  /** In ten-thousandths of a percent. */
  taxRate: bigint;
}

type Multiply = ReturnType<typeof createMultiplier>;

export interface OptionGroup extends LineGroup {
  options: readonly PricedOption[];
}

export const HALF = WHOLE / 2n;

/** Prices the quantities of each group that can be the worst. */
export function priceOptions(
  { items }: PricedQuote,
  groups: readonly LineGroup[],
  costs: ItemCosts,
): OptionGroup[] {
  return groups.map((group) => {
    const options = group.lines.flatMap((line) => {
      const item = items[line];
      if (!item) return [];
      const multiply = createMultiplier(item);
      const price = createPricing(item, BigInt(costs[item.id] ?? 0), multiply);
      return listWorstQuantities(item, multiply).map((quantity) => ({ line, ...price(quantity) }));
    });
    return { ...group, options };
  });
}

/** Returns a function that prices a quantity in ten-thousandths. */
function createPricing(
  item: LineItem,
  cost: bigint,
  multiply: Multiply,
): (quantity: bigint) => Omit<PricedOption, 'line'> {
  const { quantityRange: range, discountType, discountValue } = item;
  const taxRate = toTenThousandths(item.taxRate);
  const percent = discountType === 'percentage' ? BigInt(discountValue ?? 0) : 0n;
  const fixed = discountType === 'fixed' ? BigInt(discountValue ?? 0) : 0n;
  const unitPrice = BigInt(item.unitPrice);
  // Steps count as rounded: that finds too much by less than the rounding.
  const isStepped = range !== undefined && item.quantityPrices !== undefined;
  const isGrossRounded = isStepped || isRounded(range, unitPrice, DECIMAL_SCALE);
  const isDiscountRounded =
    percent % 100n > 0n && (isGrossRounded || isRounded(range, unitPrice * percent, 100n * DECIMAL_SCALE));
  const isCostRounded = isRounded(range, cost, DECIMAL_SCALE);
  const slack = (isGrossRounded ? (HALF / 100n) * (100n - percent) : 0n) + (isDiscountRounded ? HALF : 0n);
  return (quantity) => {
    const whole = multiply(quantity);
    const gross = divideRounded(whole, DECIMAL_SCALE);
    const off = computeDiscount(gross, item);
    const amount = gross - off;
    const isOpen = isDiscountRounded && gross > 0n;
    const exact = (whole - fixed * DECIMAL_SCALE) * (100n - percent);
    return {
      ...{ quantity: fromTenThousandths(quantity), gross, amount, taxRate },
      discount: DECIMAL_SCALE * (isOpen ? gross * percent + 50n : measureDiscount(item, gross, off)),
      rest: isOpen ? DECIMAL_SCALE * gross * (100n - percent) : WHOLE * amount,
      // A fixed discount that leaves nothing does so for all smaller quantities.
      leastAmount: slack > 0n && (fixed === 0n || exact > 0n) ? exact - slack : WHOLE * amount,
      mostCost: isCostRounded
        ? 100n * quantity * cost + HALF
        : WHOLE * divideRounded(quantity * cost, DECIMAL_SCALE),
    };
  };
}

/** Whether some quantity of the range times the factor is not a multiple of the scale. */
function isRounded(range: QuantityRange | undefined, factor: bigint, scale: bigint): boolean {
  if (!range) return false;
  const [min, step] = [toTenThousandths(range.min), toTenThousandths(range.step)];
  return (min * factor) % scale > 0n || (step * factor) % scale > 0n;
}

/**
 * Lists the quantities at the ends of the range, on both sides of each step, and on both sides of each bend, in
 * ten-thousandths: where the price is no longer rounded to 0, and where a fixed discount is used up.
 */
function listWorstQuantities(item: LineItem, multiply: Multiply): bigint[] {
  const { quantityRange: range, quantityPrices, discountType, discountValue } = item;
  const turns = listTurns(item, quantityPrices);
  if (!range) return turns;
  const step = toTenThousandths(range.step);
  const used = discountType === 'fixed' ? BigInt(discountValue ?? 0) * DECIMAL_SCALE : 0n;
  const quantities = new Set(turns);
  for (const bend of [DECIMAL_SCALE / 2n - 1n, used]) {
    for (const [index, from] of turns.entries()) {
      // Between two turns, the price never falls.
      let [low, high] = [from, turns[index + 1] ?? from];
      if (multiply(low) > bend || multiply(high) <= bend) continue;
      while (high - low > step) {
        const middle = low + ((high - low) / step / 2n) * step;
        if (multiply(middle) <= bend) low = middle;
        else high = middle;
      }
      quantities.add(low).add(high);
    }
  }
  return [...quantities];
}
