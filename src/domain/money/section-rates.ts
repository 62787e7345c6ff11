import { isSelected, type LineItem } from '../quote/line/line-item.ts';

/** The amounts of the items of a section that have one tax rate, before the discount of the quote. */
export interface RateSum {
  rate: number;
  amount: number;
}

/**
 * Sums the selected items of each section per tax rate, lowest rate first. The entries follow `Totals.sections`; that of a
 * section with a single rate is empty, because its subtotal says the same.
 */
export function sumSectionRates(items: readonly LineItem[]): RateSum[][] {
  const sections: Map<number, number>[] = [];
  let before: string | undefined;
  for (const item of items) {
    const { section, taxRate, amount } = item;
    if (section !== undefined) {
      if (section !== before) sections.push(new Map());
      const sums = sections.at(-1);
      if (isSelected(item)) sums?.set(taxRate, (sums.get(taxRate) ?? 0) + amount);
    }
    before = section;
  }
  return sections.map((sums) =>
    sums.size < 2 ? [] : [...sums].sort(([a], [b]) => a - b).map(([rate, amount]) => ({ rate, amount })),
  );
}
