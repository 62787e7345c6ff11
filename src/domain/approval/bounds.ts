import type { ItemCosts } from '../cost/item-costs.ts';
import { DECIMAL_SCALE, toTenThousandths } from '../money/decimal.ts';
import { computeCost, measureDiscount, type PricedQuote, priceTaken, WHOLE } from './priced-lines.ts';
import { fromTenThousandths, type LineGroup } from './selections.ts';

/** A line in one quantity, without the discount of the quote. */
interface PricedOption {
  line: number;
  quantity: number;
  gross: bigint;
  /** In hundredths of the smallest unit. */
  discount: bigint;
  amount: bigint;
  cost: bigint;
  /** In ten-thousandths of a percent. */
  taxRate: bigint;
  /** Whether quantities between those that are looked at may be worse by what rounding makes of them. */
  isRanged: boolean;
}

/** The most that rounding of a line with a quantity range can amount to, in the smallest unit. */
const RANGE_SLACK = 4n;

/** Whether the total of some selection can be the limit or more. */
export function canExceedTotal(quote: PricedQuote, groups: readonly LineGroup[], limit: number): boolean {
  const options = groups.map((group) => listExtremes(quote, group, {}));
  const weigh = ({ amount, taxRate }: PricedOption) =>
    quote.pricesIncludeTax ? amount : amount * (WHOLE + taxRate);
  const largest = options.map((group) => findLargest(group, weigh));
  const { totals } = priceTaken(quote, largest);
  if (BigInt(totals.total) >= BigInt(limit)) return true;
  if (quote.pricesIncludeTax || isOneTax(quote, groups)) return false;
  // The largest sum before tax and the largest tax may be of different selections.
  const subtotal = sum(options.map((group) => findLargest(group, ({ amount }) => amount).amount));
  const taxed = sum(largest.map(weigh));
  if (subtotal === 0n) return false;
  const discount = quote.discountType === 'fixed' ? BigInt(quote.discountValue ?? 0) : 0n;
  const share = quote.discountType === 'percentage' ? 100n - BigInt(quote.discountValue ?? 0) : 100n;
  const left = discount < subtotal ? subtotal - discount : 0n;
  const slack = BigInt(quote.items.length + 2);
  const most = (taxed * left * share) / (subtotal * WHOLE * 100n) + slack;
  return most >= BigInt(limit);
}

/** Whether more of any line cannot make the total smaller: no rounding is divided between taxes. */
function isOneTax({ items, discountType }: PricedQuote, groups: readonly LineGroup[]): boolean {
  const countTaxes = (lines: Iterable<number>) =>
    new Set(Array.from(lines, (line) => `${items[line]?.taxRate} ${items[line]?.taxCategory ?? ''}`)).size;
  if (countTaxes(items.keys()) <= 1) return true;
  return discountType === null && groups.every(({ lines }) => countTaxes(lines) === 1);
}

/** Whether the discounts of some selection can be the given percentage of its price, or more. */
export function canExceedDiscount(
  quote: PricedQuote,
  groups: readonly LineGroup[],
  percent: number,
): boolean {
  const limit = toTenThousandths(percent);
  const value = BigInt(quote.discountValue ?? 0);
  const isShare = quote.discountType === 'percentage';
  const weigh = ({ gross, discount, amount, isRanged }: PricedOption) =>
    DECIMAL_SCALE * (discount + (isShare ? amount * value : 0n)) -
    limit * gross +
    (isRanged ? RANGE_SLACK * WHOLE : 0n);
  const options = groups.map((group) => listExtremes(quote, group, {}));
  const most = findMost(groups, options, weigh, ({ gross }) => gross > 0n);
  if (most === undefined) return false;
  // The discount of the quote is rounded by half a unit at most.
  const ofQuote = quote.discountType === 'fixed' ? WHOLE * value : value > 0n ? WHOLE / 2n : 0n;
  return limit === 0n ? most + ofQuote > 0n : most + ofQuote >= 0n;
}

/** Whether the margin of some selection can be less than the given percentage. */
export function canFallBelowMargin(
  quote: PricedQuote,
  groups: readonly LineGroup[],
  percent: number,
  costs: ItemCosts,
): boolean {
  const kept = WHOLE - toTenThousandths(percent);
  const value = BigInt(quote.discountValue ?? 0);
  const share = quote.discountType === 'percentage' ? 100n - value : 100n;
  const toNet = ({ amount, taxRate }: PricedOption) =>
    quote.pricesIncludeTax ? (amount * share * WHOLE) / (WHOLE + taxRate) : amount * share;
  const weigh = (option: PricedOption) =>
    100n * WHOLE * option.cost - kept * toNet(option) + (option.isRanged ? RANGE_SLACK * 100n * WHOLE : 0n);
  const options = groups.map((group) => listExtremes(quote, group, costs));
  const most = findMost(groups, options, weigh, () => true);
  if (most === undefined) return false;
  const fixed = quote.discountType === 'fixed' ? value : 0n;
  const rounding = (isRounded(quote) ? 1n : 0n) + (quote.pricesIncludeTax ? BigInt(quote.items.length) : 0n);
  return most + kept * 100n * (fixed + rounding) > 0n;
}

function isRounded({ discountType, pricesIncludeTax }: PricedQuote): boolean {
  return discountType === 'percentage' || pricesIncludeTax;
}

/**
 * Returns the largest sum of one option for each group, where at least one option must count; `undefined` if none does.
 */
function findMost(
  groups: readonly LineGroup[],
  options: readonly PricedOption[][],
  weigh: (option: PricedOption) => bigint,
  counts: (option: PricedOption) => boolean,
): bigint | undefined {
  let most = 0n;
  let smallestLoss: bigint | undefined;
  for (const [index, group] of options.entries()) {
    const weights = group.map(weigh);
    const best = max(groups[index]?.canBeEmpty ? [0n, ...weights] : weights) ?? 0n;
    const bestCounted = max(group.filter(counts).map(weigh));
    most += best;
    if (bestCounted === undefined) continue;
    const loss = best - bestCounted;
    if (smallestLoss === undefined || loss < smallestLoss) smallestLoss = loss;
  }
  return smallestLoss === undefined ? undefined : most - smallestLoss;
}

/** Amounts follow the quantity in straight lines, with a bend where a fixed discount is used up. */
function listExtremes(quote: PricedQuote, { lines }: LineGroup, costs: ItemCosts): PricedOption[] {
  return lines.flatMap((line) => {
    const item = quote.items[line];
    if (!item) return [];
    const { quantityRange: range, unitPrice, discountType, discountValue } = item;
    const quantities = [item.quantity];
    if (range) {
      quantities.splice(0, 1, range.min, range.max);
      if (discountType === 'fixed' && unitPrice > 0) {
        const bend = (BigInt(discountValue ?? 0) * DECIMAL_SCALE) / BigInt(unitPrice);
        const near = [fromTenThousandths(bend), fromTenThousandths(bend + 1n)];
        quantities.push(...near.filter((quantity) => quantity > range.min && quantity < range.max));
      }
    }
    return quantities.map((quantity): PricedOption => {
      const alone = { ...quote, discountType: null, discountValue: null };
      const { totals } = priceTaken(alone, [{ line, quantity }]);
      const off = BigInt(totals.lineDiscounts[0] ?? 0);
      const amount = BigInt(totals.amounts[0] ?? 0);
      return {
        ...{ line, quantity, amount, gross: amount + off },
        discount: measureDiscount(item, amount + off, off),
        cost: computeCost(quantity, costs[item.id] ?? 0),
        taxRate: toTenThousandths(item.taxRate),
        isRanged: range !== undefined,
      };
    });
  });
}

function findLargest(
  options: readonly PricedOption[],
  weigh: (option: PricedOption) => bigint,
): PricedOption {
  return options.reduce((best, option) => (weigh(option) > weigh(best) ? option : best));
}

function max(values: readonly bigint[]): bigint | undefined {
  return values.reduce<bigint | undefined>(
    (most, value) => (most === undefined || value > most ? value : most),
    undefined,
  );
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}
