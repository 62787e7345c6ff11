import { isUntaxed, type TaxCategory, type UntaxedCategory } from '../tax/tax-category.ts';
import { splitTax, type TaxSplit } from './split-tax.ts';
import type { TaxGroup } from './tax-group.ts';

/** A line of the taxes on pages and documents. */
export interface PrintedTax extends Pick<TaxGroup, 'rate' | 'net' | 'tax'> {
  /** The name of the tax, of one of its parts, or of the reason why there is none. */
  name: string;
}

/** The names of the taxes of a document, in the language of its reader. */
export interface TaxNames {
  tax: string;
  categories: Partial<Record<UntaxedCategory, string>>;
  /** The parts of the tax; `null` if it has none. */
  split: TaxSplit | null;
}

/**
 * Lists the taxes for pages and documents: one line per rate and category, or per part of the tax. There are none if
 * nothing is taxed for one and the same reason, because the total and the note say all.
 */
export function listPrintedTaxes(taxes: readonly TaxGroup[], names: TaxNames): PrintedTax[] {
  const isPlain = taxes.length < 2 && !taxes.some(({ rate }) => rate > 0);
  return isPlain ? [] : taxes.flatMap((group) => listLines(group, names));
}

function listLines({ rate, net, tax, category }: TaxGroup, names: TaxNames): PrintedTax[] {
  if (rate > 0 && names.split) return splitTax({ rate, tax }, names.split).map((part) => ({ ...part, net }));
  const reason = rate === 0 && category && isUntaxed(category) ? names.categories[category] : undefined;
  return [{ name: reason ?? names.tax, rate, net, tax }];
}

/** Returns the notes to print below the taxes, each once: the stated reasons, or else the sentences for the categories. */
export function listTaxNotes(
  taxes: readonly TaxGroup[],
  getSentence: (category: TaxCategory) => string | null | undefined,
): string[] {
  const notes = taxes.flatMap(({ category, reason }) => reason ?? (category && getSentence(category)) ?? []);
  return [...new Set(notes)];
}
