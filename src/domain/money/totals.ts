import { DECIMAL_SCALE, divideRounded, toTenThousandths } from './decimal.ts';
import type { DiscountType } from './discount.ts';
import { type ExactTaxGroup, groupTaxes, type TaxedLine } from './group-taxes.ts';
import { type Pricing, priceQuantity } from './quantity-prices.ts';
import { getGroupOrder, type TaxGroup } from './tax-group.ts';

export interface TotalsInput {
  items: readonly PricedLine[];
  discountType: DiscountType | null;
  discountValue: number | null;
  /** Whether prices, amounts and fixed discounts include tax. */
  pricesIncludeTax?: boolean;
}

interface PricedLine extends TaxedLine, Pricing {
  quantity: number;
  discountType?: DiscountType | null;
  discountValue?: number | null;
  /** Neighbouring items of the same section form a group with a subtotal. */
  section?: string | null;
}

/** All amounts are in the smallest currency unit. */
export interface Totals {
  /** The price of the quantity of each item, less its own discount. */
  amounts: number[];
  /** The discount of each item. */
  lineDiscounts: number[];
  /** Includes only selected items, like all fields below. */
  subtotal: number;
  discountAmount: number;
  /** Sorted by rate, ascending, then in the order of categories. `net` is after the discount. */
  taxes: TaxGroup[];
  taxAmount: number;
  total: number;
  /** One entry per group of neighbouring items, in order. */
  sections: Section[];
}

export interface Section {
  name: string;
  subtotal: number;
}

/** A sum exceeds the largest safe integer. `lines` are the indexes of items that are too large by themselves. */
export class TotalsOverflow extends Error {
  readonly lines: readonly number[];
  constructor(lines: readonly number[] = []) {
    super('results in an amount above 9,007,199,254,740,991');
    this.lines = lines;
  }
}

/** The only calculation of totals: the API, PDFs, pages, emails and invoices all use it. */
export function computeTotals(input: TotalsInput): Totals {
  const { items } = input;
  const { amounts, lineDiscounts, counted, subtotal, discount, discounted } = discountLines(input);
  const pricesIncludeTax = input.pricesIncludeTax === true;
  const taxes = groupTaxes(items, discounted, pricesIncludeTax);
  const taxAmount = sum(taxes.map((group) => group.tax));

  return {
    amounts: toSafeNumbers(amounts),
    lineDiscounts: toSafeNumbers(lineDiscounts),
    subtotal: toSafeNumber(subtotal),
    discountAmount: toSafeNumber(discount),
    taxes: taxes.map(toSafeGroup),
    taxAmount: toSafeNumber(taxAmount),
    total: toSafeNumber(subtotal - discount + (pricesIncludeTax ? 0n : taxAmount)),
    sections: computeSections(items, counted),
  };
}

/** Applies the discounts of the items and of the quote. Items that are not selected count 0 in what is `counted`. */
export function discountLines(input: TotalsInput) {
  const { items } = input;
  const grosses = items.map((item) => priceQuantity(item, item.quantity));
  const lineDiscounts = grosses.map((whole, line) => computeDiscount(whole, items[line] as PricedLine));
  const amounts = grosses.map((whole, line) => whole - (lineDiscounts[line] ?? 0n));
  const counted = amounts.map((amount, line) => (items[line]?.selected === false ? 0n : amount));
  const subtotal = sum(counted);
  const discount = computeDiscount(subtotal, input);
  const shares = spreadDiscount(discount, counted, subtotal, items);
  const discounted = counted.map((amount, line) => amount - (shares[line] ?? 0n));
  return { amounts, lineDiscounts, counted, subtotal, discount, discounted };
}

/** Rounds quantity × price to the smallest currency unit. */
export function computeGross(quantity: number, unitPrice: number): bigint {
  return divideRounded(toTenThousandths(quantity) * BigInt(unitPrice), DECIMAL_SCALE);
}

export function computeDiscount(
  whole: bigint,
  { discountType, discountValue }: Pick<PricedLine, 'discountType' | 'discountValue'>,
): bigint {
  if (discountType == null || discountValue == null) return 0n;
  const value = BigInt(discountValue);
  if (discountType === 'percentage') return divideRounded(whole * value, 100n);
  return value < whole ? value : whole;
}

/**
 * Spreads the discount over the items in proportion, by largest remainder. Ties are decided by rate, category and amount,
 * never by position, so the order of the items does not change the total.
 */
function spreadDiscount(
  discount: bigint,
  amounts: readonly bigint[],
  subtotal: bigint,
  items: TotalsInput['items'],
): bigint[] {
  if (discount === 0n) return amounts.map(() => 0n);
  const shares = amounts.map((amount) => (discount * amount) / subtotal);
  const missing = Number(discount - sum(shares));
  if (missing === 0) return shares;

  const byRemainder = amounts
    .map((amount, line) => ({
      line,
      amount,
      remainder: (discount * amount) % subtotal,
      group: getGroupOrder(items[line]?.taxRate ?? 0, items[line]?.taxCategory),
    }))
    .sort(
      (a, b) => compare(b.remainder, a.remainder) || compare(b.group, a.group) || compare(b.amount, a.amount),
    );
  for (const { line } of byRemainder.slice(0, missing)) shares[line] = (shares[line] ?? 0n) + 1n;
  return shares;
}

function computeSections(items: TotalsInput['items'], amounts: readonly bigint[]): Section[] {
  const sections: { name: string; subtotal: bigint }[] = [];
  let before: string | null = null;
  for (const [line, { section = null }] of items.entries()) {
    if (section !== null) {
      if (section !== before) sections.push({ name: section, subtotal: 0n });
      const group = sections.at(-1);
      if (group) group.subtotal += amounts[line] ?? 0n;
    }
    before = section;
  }
  return sections.map(({ name, subtotal }) => ({ name, subtotal: toSafeNumber(subtotal) }));
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}

function compare<T extends bigint | number>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function toSafeNumbers(values: readonly bigint[]): number[] {
  if (values.some(isTooLarge)) {
    throw new TotalsOverflow([...values.keys()].filter((line) => isTooLarge(values[line] ?? 0n)));
  }
  return values.map(Number);
}

/** Sets the fields in a fixed order, because responses are compared as JSON. */
function toSafeGroup({ rate, net, tax, ...words }: ExactTaxGroup): TaxGroup {
  return { rate, net: toSafeNumber(net), tax: toSafeNumber(tax), ...words };
}

export function toSafeNumber(value: bigint): number {
  if (isTooLarge(value)) throw new TotalsOverflow();
  return Number(value);
}

function isTooLarge(value: bigint): boolean {
  return value > MAX_SAFE_INTEGER;
}

const MAX_SAFE_INTEGER = BigInt(Number.MAX_SAFE_INTEGER);
