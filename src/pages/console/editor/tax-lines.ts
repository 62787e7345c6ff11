import type { Totals } from '../../../domain/money/totals.ts';
import type { TaxCategory } from '../../../domain/tax/tax-category.ts';
import { fill } from '../../../i18n/fill.ts';
import { formatPercent } from '../../../i18n/format.ts';
import type { Locale } from '../../../i18n/locale.ts';
import type { EditorWords } from './editor-data.ts';

type TaxWords = Pick<EditorWords, 'taxOf' | 'taxIncluded' | 'taxCategories'>;

/** Lists the taxes below the items, one line per rate and stated category. One that is 0 has the amount that it is on. */
export function listTaxLines(
  taxes: Totals['taxes'],
  t: TaxWords,
  locale: Locale,
  isIncluded: boolean,
  formatAmount: (minor: number) => string,
): [label: string, tax: number][] {
  return taxes
    .filter(({ rate, category }) => rate || category)
    .map(({ rate, net, tax, category }) => [
      rate || !category
        ? fill(isIncluded ? t.taxIncluded : t.taxOf, { rate: formatPercent(rate, locale) })
        : `${getCategoryName(t, category)} (${formatAmount(net)})`,
      tax,
    ]);
}

export function getCategoryName(
  { taxCategories }: Pick<EditorWords, 'taxCategories'>,
  category: TaxCategory,
): string {
  // `zero` alone would be a plural category of the texts.
  return taxCategories[category === 'zero' ? 'zeroRate' : category];
}
