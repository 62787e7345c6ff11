import type { Totals } from '../../../domain/money/totals.ts';
import { fill } from '../../../i18n/fill.ts';
import { formatMoney, formatPercent } from '../../../i18n/format.ts';
import type { Locale } from '../../../i18n/locale.ts';
import type { EditorWords } from './editor-data.ts';
import { getCategoryName } from './tax-category-options.ts';

export interface TaxLine {
  label: string;
  tax: number;
}

type TaxWords = Pick<EditorWords, 'taxOf' | 'taxIncluded' | 'taxCategories'>;

/** Lists the taxes below the items, one line per rate and category. One that is 0 has the amount that it is on. */
export function listTaxLines(
  taxes: Totals['taxes'],
  t: TaxWords,
  { pricesIncludeTax, currency, locale }: { pricesIncludeTax: boolean; currency: string; locale: Locale },
): TaxLine[] {
  if (taxes.length < 2 && !taxes.some(({ rate }) => rate > 0)) return [];
  return taxes.map(({ rate, net, tax, category }) => {
    const percent = formatPercent(rate, locale);
    if (rate > 0) return { label: fill(pricesIncludeTax ? t.taxIncluded : t.taxOf, { rate: percent }), tax };
    const name = category ? `${getCategoryName(t, category)} ${percent}` : fill(t.taxOf, { rate: percent });
    return { label: `${name} (${formatMoney(net, currency, locale)})`, tax };
  });
}
