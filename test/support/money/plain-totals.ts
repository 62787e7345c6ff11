import type { Totals, TotalsInput } from '../../../src/domain/money/totals.ts';

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
export function plainTotals({ items: all, discountType, discountValue }: TotalsInput) {
  const grosses = all.map((item) => round(times(decimal(item.quantity), whole(item.unitPrice))));
  const lineDiscounts = grosses.map((gross, line) => discountOf(gross, all[line] as Item));
  const everyAmount = grosses.map((gross, line) => gross - (lineDiscounts[line] as bigint));
  const chosen = [...all.keys()].filter((line) => all[line]?.selected !== false);
  const items = chosen.map((line) => all[line] as Item);
  const amounts = chosen.map((line) => everyAmount[line] as bigint);
  const subtotal = amounts.reduce((total, amount) => total + amount, 0n);
  const discount = discountOf(subtotal, { discountType, discountValue });
  const parts = largestRemainder(discount, amounts, items);
  const rates = [...new Set(items.map((item) => item.taxRate))].sort((a, b) => a - b);
  const taxes = rates.map((rate) => {
    let net = 0n;
    for (const [line, item] of items.entries()) {
      if (item.taxRate === rate) net += (amounts[line] as bigint) - (parts[line] as bigint);
    }
    return { rate, net, tax: round(times(times(decimal(rate), fraction(1n, 100n)), whole(net))) };
  });
  const taxAmount = taxes.reduce((total, { tax }) => total + tax, 0n);
  const total = subtotal - discount + taxAmount;
  const sections = sectionsOf(all, everyAmount);
  const sums = { subtotal, discountAmount: discount, taxes, taxAmount, total, sections };
  return { amounts: everyAmount, lineDiscounts, ...sums };
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
    taxes: totals.taxes.map(({ rate, net, tax }) => ({ rate, net: Number(net), tax: Number(tax) })),
    taxAmount: Number(totals.taxAmount),
    total: Number(totals.total),
    sections: totals.sections.map(({ name, subtotal }) => ({ name, subtotal: Number(subtotal) })),
  };
}
