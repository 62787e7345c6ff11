import type { TaxCategory } from '../tax/tax-category.ts';
import type { TaxGroup } from './tax-group.ts';

type RateTotal = Pick<TaxGroup, 'rate' | 'net' | 'tax'>;

/**
 * Returns the tax rates to list on pages and documents: all of them, or none if nothing is taxed. Categories of the same
 * rate are added up, because their notes tell them apart.
 */
export function listPrintedTaxes(taxes: readonly TaxGroup[]): RateTotal[] {
  if (!taxes.some((tax) => tax.rate > 0)) return [];
  const totals: RateTotal[] = [];
  for (const { rate, net, tax } of taxes) {
    const last = totals.at(-1);
    if (last?.rate === rate) totals[totals.length - 1] = { rate, net: last.net + net, tax: last.tax + tax };
    else totals.push({ rate, net, tax });
  }
  return totals;
}

/** Returns the notes to print below the taxes, each once: the stated reasons, or else the sentences for the categories. */
export function listTaxNotes(
  taxes: readonly TaxGroup[],
  getSentence: (category: TaxCategory) => string | null | undefined,
): string[] {
  const notes = taxes.flatMap(({ category, reason }) => reason ?? (category && getSentence(category)) ?? []);
  return [...new Set(notes)];
}
