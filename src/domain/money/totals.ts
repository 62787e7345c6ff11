import type { DiscountType } from '../quote/quote.ts';
import { DECIMAL_SCALE, divideRounded, toTenThousandths } from './decimal.ts';

export interface TotalsInput {
  items: readonly { quantity: number; unitPrice: number; taxRate: number }[];
  discountType: DiscountType | null;
  discountValue: number | null;
}

/** All in the smallest currency unit. */
export interface Totals {
  /** quantity × unitPrice of each line, before discount and tax */
  amounts: number[];
  subtotal: number;
  discountAmount: number;
  /** by rate, ascending; `base` is what is left of the lines of that rate after the discount */
  taxes: { rate: number; base: number; amount: number }[];
  taxAmount: number;
  total: number;
}

/** A sum that an API number cannot carry exactly. `line` is the first line that is too large by itself. */
export class TotalsOverflow extends Error {
  readonly line: number | undefined;
  constructor(line: number | undefined) {
    super('the amount is larger than 9,007,199,254,740,991');
    this.line = line;
  }
}

/** The one calculation behind the API, the PDF, the page, the mail and the invoice. */
export function computeTotals(input: TotalsInput): Totals {
  const amounts = input.items.map((item) => lineAmount(item.quantity, item.unitPrice));
  const subtotal = sum(amounts);
  const discount = discountOf(subtotal, input);
  const taxes = taxesByRate(input.items, amounts, spread(discount, amounts, subtotal, input.items));
  const taxAmount = sum(taxes.map((tax) => tax.amount));

  return {
    amounts: amounts.map((amount, line) => toSafeNumber(amount, line)),
    subtotal: toSafeNumber(subtotal),
    discountAmount: toSafeNumber(discount),
    taxes: taxes.map((tax) => ({
      rate: tax.rate,
      base: toSafeNumber(tax.base),
      amount: toSafeNumber(tax.amount),
    })),
    taxAmount: toSafeNumber(taxAmount),
    total: toSafeNumber(subtotal - discount + taxAmount),
  };
}

function lineAmount(quantity: number, unitPrice: number): bigint {
  return divideRounded(toTenThousandths(quantity) * BigInt(unitPrice), DECIMAL_SCALE);
}

function discountOf(subtotal: bigint, { discountType, discountValue }: TotalsInput): bigint {
  if (discountType === null || discountValue === null) return 0n;
  const value = BigInt(discountValue);
  if (discountType === 'percentage') return divideRounded(subtotal * value, 100n);
  return value < subtotal ? value : subtotal;
}

/**
 * Spreads the discount over the lines in proportion, by largest remainder. Equal remainders are ordered by
 * rate and amount, never by position: the order of the lines does not change the total.
 */
function spread(
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
      rate: items[line]?.taxRate ?? 0,
    }))
    .sort(
      (a, b) => compare(b.remainder, a.remainder) || compare(b.rate, a.rate) || compare(b.amount, a.amount),
    );
  for (const { line } of byRemainder.slice(0, missing)) shares[line] = (shares[line] ?? 0n) + 1n;
  return shares;
}

function taxesByRate(items: TotalsInput['items'], amounts: readonly bigint[], shares: readonly bigint[]) {
  const bases = new Map<number, bigint>();
  for (const [line, { taxRate }] of items.entries()) {
    const left = (amounts[line] ?? 0n) - (shares[line] ?? 0n);
    bases.set(taxRate, (bases.get(taxRate) ?? 0n) + left);
  }
  return [...bases]
    .sort(([a], [b]) => a - b)
    .map(([rate, base]) => ({
      rate,
      base,
      amount: divideRounded(base * toTenThousandths(rate), 100n * DECIMAL_SCALE),
    }));
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}

function compare<T extends bigint | number>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function toSafeNumber(value: bigint, line?: number): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new TotalsOverflow(line);
  return Number(value);
}
