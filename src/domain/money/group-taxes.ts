import type { TaxCategory } from '../tax/tax-category.ts';
import { DECIMAL_SCALE, divideRounded, toTenThousandths } from './decimal.ts';
import { getGroupOrder, type TaxGroup } from './tax-group.ts';

export interface TaxedLine {
  taxRate: number;
  taxCategory?: TaxCategory | null;
  taxReason?: string | null;
  /** `false` excludes the item. */
  selected?: boolean | null;
}

/** A tax group before its amounts are known to be safe integers. */
export type ExactTaxGroup = Omit<TaxGroup, 'net' | 'tax'> & { net: bigint; tax: bigint };

interface OpenGroup {
  order: number;
  rate: number;
  amount: bigint;
  category: TaxCategory | undefined;
  reasons: Set<string> | undefined;
}

const WHOLE = 100n * DECIMAL_SCALE;

/** Sums the discounted amounts per rate and category, and computes the tax of each sum. */
export function groupTaxes(
  lines: readonly TaxedLine[],
  amounts: readonly bigint[],
  pricesIncludeTax: boolean,
): ExactTaxGroup[] {
  const groups = new Map<number, OpenGroup>();
  for (const [index, line] of lines.entries()) {
    if (line.selected === false) continue;
    const order = getGroupOrder(line.taxRate, line.taxCategory);
    let group = groups.get(order);
    if (!group) {
      group = { order, rate: line.taxRate, amount: 0n, category: undefined, reasons: undefined };
      groups.set(order, group);
    }
    group.amount += amounts[index] ?? 0n;
    if (line.taxCategory) group.category = line.taxCategory;
    if (line.taxReason) {
      group.reasons ??= new Set();
      group.reasons.add(line.taxReason);
    }
  }
  return [...groups.values()]
    .sort((a, b) => a.order - b.order)
    .map(({ rate, amount, category, reasons }) => ({
      rate,
      ...computeTax(amount, rate, pricesIncludeTax),
      ...(category && { category }),
      ...(reasons && { reason: [...reasons].join('; ') }),
    }));
}

function computeTax(amount: bigint, rate: number, isIncluded: boolean): { net: bigint; tax: bigint } {
  if (!isIncluded) return { net: amount, tax: divideRounded(amount * toTenThousandths(rate), WHOLE) };
  const net = removeTax(amount, rate);
  return { net, tax: amount - net };
}

export function addTax(net: bigint, rate: number): bigint {
  return divideRounded(net * (WHOLE + toTenThousandths(rate)), WHOLE);
}

/** Returns the net of an amount that includes tax. */
export function removeTax(gross: bigint, rate: number): bigint {
  return divideRounded(gross * WHOLE, WHOLE + toTenThousandths(rate));
}
