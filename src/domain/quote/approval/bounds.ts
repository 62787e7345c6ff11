import { toTenThousandths } from '../../money/decimal.ts';
import { countPeriods, isRecurring, type Recurrence } from '../recurring/recurrence.ts';
import { type PricedQuote, priceTaken, WHOLE } from './priced-lines.ts';
import { HALF, type OptionGroup, type PricedOption } from './priced-options.ts';

/** Whether the total of some selection can be the limit or more. */
export function canExceedTotal(quote: PricedQuote, groups: readonly OptionGroup[], limit: number): boolean {
  if (quote.items.some(isRecurring)) return canExceedContract(quote, groups, limit);
  const weigh = ({ amount, taxRate }: PricedOption) =>
    quote.pricesIncludeTax ? amount : amount * (WHOLE + taxRate);
  const largest = groups.map(({ options }) => findLargest(options, weigh));
  const { totals } = priceTaken(quote, largest);
  if (BigInt(totals.total) >= BigInt(limit)) return true;
  if (quote.pricesIncludeTax || isOneTax(quote, groups)) return false;
  // The largest sum before tax and the largest tax may be of different selections.
  const subtotal = sum(groups.map(({ options }) => findLargest(options, ({ amount }) => amount).amount));
  const taxed = sum(largest.map(weigh));
  if (subtotal === 0n) return false;
  const discount = quote.discountType === 'fixed' ? BigInt(quote.discountValue ?? 0) : 0n;
  const share = quote.discountType === 'percentage' ? 100n - BigInt(quote.discountValue ?? 0) : 100n;
  const left = discount < subtotal ? subtotal - discount : 0n;
  const slack = BigInt(quote.items.length + 2);
  const most = (taxed * left * share) / (subtotal * WHOLE * 100n) + slack;
  return most >= BigInt(limit);
}

/** Like `canExceedTotal`, with all later periods. A fixed discount, which comes off once, is left out. */
function canExceedContract(quote: PricedQuote, groups: readonly OptionGroup[], limit: number): boolean {
  const count = (recurring: Recurrence | undefined) => BigInt(recurring ? countPeriods(recurring) : 1);
  const weigh = ({ line, amount, taxRate }: PricedOption) => {
    const times = amount * count(quote.items[line]?.recurring);
    return times * (quote.pricesIncludeTax ? WHOLE : WHOLE + taxRate);
  };
  const most = sum(groups.map(({ options }) => weigh(findLargest(options, weigh))));
  const share = quote.discountType === 'percentage' ? 100n - BigInt(quote.discountValue ?? 0) : 100n;
  const roundings = sum(quote.items.map(({ recurring }) => 2n + 2n * count(recurring)));
  return (most * share) / (WHOLE * 100n) + roundings + 2n >= BigInt(limit);
}

/** Whether more of any line cannot make the total smaller: no rounding is divided between taxes. */
function isOneTax({ items, discountType }: PricedQuote, groups: readonly OptionGroup[]): boolean {
  if (countTaxes(items) <= 1) return true;
  const isOne = (lines: readonly number[]) => countTaxes(lines.flatMap((line) => items[line] ?? [])) === 1;
  return discountType === null && groups.every(({ lines }) => isOne(lines));
}

function countTaxes(items: PricedQuote['items']): number {
  return new Set(items.map(({ taxRate, taxCategory }) => `${taxRate} ${taxCategory ?? ''}`)).size;
}

/** Whether the discounts of some selection can be the given percentage of its price, or more. */
export function canExceedDiscount(
  quote: PricedQuote,
  groups: readonly OptionGroup[],
  percent: number,
): boolean {
  const limit = toTenThousandths(percent);
  const value = BigInt(quote.discountValue ?? 0);
  const share = quote.discountType === 'percentage' ? value : 0n;
  const weigh = ({ gross, discount, rest }: PricedOption) => discount + (rest * share) / 100n - limit * gross;
  const most = findMost(groups, weigh, ({ gross }) => gross > 0n);
  if (most === undefined) return false;
  // The discount of the quote is rounded by half a unit at most.
  const ofQuote = quote.discountType === 'fixed' ? WHOLE * value : share % 100n > 0n ? HALF : 0n;
  return limit === 0n ? most + ofQuote > 0n : most + ofQuote >= 0n;
}

/** Whether the margin of some selection can be less than the given percentage. */
export function canFallBelowMargin(
  quote: PricedQuote,
  groups: readonly OptionGroup[],
  percent: number,
): boolean {
  const { items, discountType, pricesIncludeTax } = quote;
  const kept = WHOLE - toTenThousandths(percent);
  const value = BigInt(quote.discountValue ?? 0);
  const share = discountType === 'percentage' ? 100n - value : 100n;
  const removeTax = (amount: bigint, taxRate: bigint) => (amount * WHOLE) / (WHOLE + taxRate);
  const toNet = ({ leastAmount, taxRate }: PricedOption) =>
    pricesIncludeTax ? removeTax(leastAmount * share, taxRate) - 1n : leastAmount * share;
  const weigh = (option: PricedOption) => 100n * WHOLE * option.mostCost - kept * toNet(option);
  const most = findMost(groups, weigh, () => true);
  if (most === undefined) return false;
  const leastRate = items.reduce((least, { taxRate }) => Math.min(least, taxRate), 100);
  const fixed = discountType === 'fixed' ? WHOLE * value : 0n;
  const lost = pricesIncludeTax ? removeTax(fixed, toTenThousandths(leastRate)) + 1n : fixed;
  return most + kept * 100n * (lost + HALF * countRoundings(quote)) > 0n;
}

/** Counts by how many halves of a unit the net total can be less than the sum of what the lines come to. */
function countRoundings({ items, discountType, pricesIncludeTax }: PricedQuote): bigint {
  const ofDiscount = discountType === 'percentage' ? 1 : 0;
  if (!pricesIncludeTax) return BigInt(ofDiscount);
  const taxes = countTaxes(items);
  // A discount is divided into whole units, which are taxed differently.
  const ofShares = discountType !== null && taxes > 1 ? items.length : 0;
  return BigInt(ofDiscount + taxes + ofShares);
}

/**
 * Returns the largest sum of one option for each group, where at least one option must count; `undefined` if none does.
 */
function findMost(
  groups: readonly OptionGroup[],
  weigh: (option: PricedOption) => bigint,
  counts: (option: PricedOption) => boolean,
): bigint | undefined {
  let most = 0n;
  let smallestLoss: bigint | undefined;
  for (const { options, canBeEmpty } of groups) {
    let best = canBeEmpty ? 0n : undefined;
    let bestCounted: bigint | undefined;
    for (const option of options) {
      const weight = weigh(option);
      if (best === undefined || weight > best) best = weight;
      if ((bestCounted === undefined || weight > bestCounted) && counts(option)) bestCounted = weight;
    }
    most += best ?? 0n;
    if (bestCounted === undefined) continue;
    const loss = (best ?? 0n) - bestCounted;
    if (smallestLoss === undefined || loss < smallestLoss) smallestLoss = loss;
  }
  return smallestLoss === undefined ? undefined : most - smallestLoss;
}

function findLargest(
  options: readonly PricedOption[],
  weigh: (option: PricedOption) => bigint,
): PricedOption {
  return options.reduce((best, option) => (weigh(option) > weigh(best) ? option : best));
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}
