import type { Totals, TotalsInput } from '../../../src/domain/money/totals.ts';
import { TAX_CATEGORIES } from '../../../src/domain/tax/tax-category.ts';

type Item = TotalsInput['items'][number];

/** A fraction that is never rounded; this file shares only the rules with the program. */
interface Rational {
  over: bigint;
  under: bigint;
}

const decimal = (value: number): Rational => {
  const scaled = BigInt(Math.round(value * 10_000));
  return { over: scaled, under: 10_000n };
};
const whole = (value: bigint | number): Rational => ({ over: BigInt(value), under: 1n });
const times = (a: Rational, b: Rational): Rational => ({ over: a.over * b.over, under: a.under * b.under });
const fraction = (over: bigint, under: bigint): Rational => ({ over, under });
const isLess = (a: Rational, b: Rational) => a.over * b.under < b.over * a.under;
const floor = ({ over, under }: Rational): bigint => over / under;

/** Rounds half up; all values are non-negative. */
function round({ over, under }: Rational): bigint {
  const down = over / under;
  const rest = over - down * under;
  return rest * 2n >= under ? down + 1n : down;
}

/** Computes everything in minor units, without a limit. */
export function plainTotals({ items: all, discountType, discountValue, pricesIncludeTax }: TotalsInput) {
  const grosses = all.map((item) => round(priceOf(item)));
  const lineDiscounts = grosses.map((gross, line) => discountOf(gross, all[line] as Item));
  const everyAmount = grosses.map((gross, line) => gross - (lineDiscounts[line] as bigint));
  const chosen = [...all.keys()].filter((line) => all[line]?.selected !== false);
  const items = chosen.map((line) => all[line] as Item);
  const amounts = chosen.map((line) => everyAmount[line] as bigint);
  const subtotal = amounts.reduce((total, amount) => total + amount, 0n);
  const discount = discountOf(subtotal, { discountType, discountValue });
  const parts = largestRemainder(discount, amounts, items);
  const taxes = listGroups(items).map(({ rate, kind }) => {
    const own = [...items.keys()].filter((line) => isIn(items[line] as Item, rate, kind));
    const sum = own.reduce((total, line) => total + (amounts[line] as bigint) - (parts[line] as bigint), 0n);
    const net = pricesIncludeTax
      ? round(times(whole(sum), fraction(1_000_000n, 1_000_000n + decimal(rate).over)))
      : sum;
    const tax = pricesIncludeTax
      ? sum - net
      : round(times(times(decimal(rate), fraction(1n, 100n)), whole(net)));
    const category = own.map((line) => items[line]?.taxCategory).find(Boolean);
    const reasons = [...new Set(own.flatMap((line) => items[line]?.taxReason ?? []))];
    const words = {
      ...(category && { category }),
      ...(reasons.length > 0 && { reason: reasons.join('; ') }),
    };
    return { rate, net, tax, ...words };
  });
  const taxAmount = taxes.reduce((total, { tax }) => total + tax, 0n);
  const total = subtotal - discount + (pricesIncludeTax ? 0n : taxAmount);
  const sections = sectionsOf(all, everyAmount);
  const sums = { subtotal, discountAmount: discount, taxes, taxAmount, total, sections };
  return { amounts: everyAmount, lineDiscounts, ...sums };
}

/** Without steps, or with a price for each part of the quantity, from its first ten-thousandth to its last. */
function priceOf({ quantity, unitPrice, quantityPrices }: Item): Rational {
  if (!quantityPrices) return times(decimal(quantity), whole(unitPrice));
  const { kind, steps } = quantityPrices;
  const reached = steps.filter(({ from }) => (kind === 'volume' ? from <= quantity : from < quantity));
  if (kind === 'volume') return times(decimal(quantity), whole(reached.at(-1)?.unitPrice ?? 0));
  const ends = [...reached.slice(1).map(({ from }) => from), quantity];
  const parts = reached.map(
    ({ from, unitPrice: price }, index) =>
      (decimal(ends[index] ?? 0).over - decimal(from).over) * BigInt(price),
  );
  return fraction(
    parts.reduce((total, part) => total + part, 0n),
    10_000n,
  );
}

/** The groups of items by rate, then in the order of categories; a rate above 0 has one. */
function listGroups(items: readonly Item[]): { rate: number; kind: string }[] {
  const rates = [...new Set(items.map((item) => item.taxRate))].sort((a, b) => a - b);
  return rates.flatMap((rate) =>
    ['', ...TAX_CATEGORIES]
      .filter((kind) => items.some((item) => isIn(item, rate, kind)))
      .map((kind) => ({ rate, kind })),
  );
}

function isIn(item: Item, rate: number, kind: string): boolean {
  return item.taxRate === rate && kindOf(item) === kind;
}

function kindOf({ taxRate, taxCategory }: Item): string {
  return taxRate > 0 ? 'standard' : (taxCategory ?? '');
}

function discountOf(
  whole: bigint,
  { discountType, discountValue }: Pick<Item, 'discountType' | 'discountValue'>,
) {
  const value = BigInt(discountValue ?? 0);
  const wanted =
    discountType === 'percentage' ? round(fraction(whole * value, 100n)) : discountType ? value : 0n;
  return wanted > whole ? whole : wanted;
}

function sectionsOf(items: readonly Item[], amounts: readonly bigint[]) {
  const sections: { name: string; subtotal: bigint }[] = [];
  items.forEach(({ section, selected }, line) => {
    if (!section) return;
    const isFirst = line === 0 || items[line - 1]?.section !== section;
    if (isFirst) sections.push({ name: section, subtotal: 0n });
    const group = sections[sections.length - 1] as { subtotal: bigint };
    if (selected !== false) group.subtotal += amounts[line] as bigint;
  });
  return sections;
}

/** Assigns one unit at a time to the item that is furthest below its exact share. */
function largestRemainder(discount: bigint, amounts: bigint[], items: readonly Item[]): bigint[] {
  const sum = amounts.reduce((total, amount) => total + amount, 0n);
  if (sum === 0n) return amounts.map(() => 0n);
  const exact = amounts.map((amount) => fraction(discount * amount, sum));
  const parts = exact.map(floor);
  const waiting = new Set(amounts.keys());
  for (let left = discount - parts.reduce((total, part) => total + part, 0n); left > 0n; left--) {
    let best: number | undefined;
    for (const line of waiting) {
      if (best === undefined || comesBefore(line, best)) best = line;
    }
    parts[best as number] = (parts[best as number] as bigint) + 1n;
    waiting.delete(best as number);
  }
  return parts;

  function comesBefore(a: number, b: number): boolean {
    const rest = (line: number): Rational => {
      const { over, under } = exact[line] as Rational;
      return fraction(over % under, under);
    };
    if (isLess(rest(b), rest(a))) return true;
    if (isLess(rest(a), rest(b))) return false;
    const [rateA, rateB] = [(items[a] as Item).taxRate, (items[b] as Item).taxRate];
    if (rateA !== rateB) return rateA > rateB;
    const order = (line: number) => ['', ...TAX_CATEGORIES].indexOf(kindOf(items[line] as Item));
    if (order(a) !== order(b)) return order(a) > order(b);
    return (amounts[a] as bigint) > (amounts[b] as bigint);
  }
}

/** Converts the totals to numbers, as in a response. */
export function asNumbers(totals: ReturnType<typeof plainTotals>): Totals {
  return {
    amounts: totals.amounts.map(Number),
    lineDiscounts: totals.lineDiscounts.map(Number),
    subtotal: Number(totals.subtotal),
    discountAmount: Number(totals.discountAmount),
    taxes: totals.taxes.map(({ net, tax, rate, ...words }) => ({
      ...{ rate, net: Number(net), tax: Number(tax) },
      ...words,
    })),
    taxAmount: Number(totals.taxAmount),
    total: Number(totals.total),
    sections: totals.sections.map(({ name, subtotal }) => ({ name, subtotal: Number(subtotal) })),
  };
}
