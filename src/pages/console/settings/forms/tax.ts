import type { LegalParticular } from '../../../../domain/account/particulars/requirements.ts';
import { describeNeed } from '../../forms/particulars-fields.ts';
import { listTaxOptions } from '../../forms/tax-options.ts';
import type { SettingForm } from './setting-form.ts';

/** The tax of the business, and what new lines begin with. */
export const TAX_FORM: SettingForm = {
  path: 'tax',
  getWords: ({ settings }) => settings.tax,
  listGroups(viewer, { values }) {
    const { t, account } = viewer;
    const words = t.settings.tax;
    const { fields, taxNumberHint } = t.particulars;
    const need = (name: LegalParticular) => describeNeed(viewer, account.country, name);
    const needsNumber = need('sellerTaxIdOrNumber');
    return [
      {
        legend: words.numbers,
        rows: [
          [
            { name: 'taxId', label: words.taxId, hint: need('sellerTaxId') ?? needsNumber },
            { name: 'taxIdLabel', label: words.taxIdLabel, hint: words.taxIdLabelHint },
          ],
          // It is asked for where it can replace the VAT number.
          Boolean(needsNumber || values.taxNumber) && {
            ...{ name: 'taxNumber', label: fields.taxNumber, autocomplete: 'off' },
            hint: taxNumberHint,
          },
        ],
      },
      {
        legend: words.rates,
        rows: [
          [
            {
              ...{ name: 'defaultTaxRate', label: words.defaultTaxRate, kind: 'decimal' },
              hint: words.defaultTaxRateHint,
            },
            {
              ...{ name: 'pricesIncludeTax', label: words.priceKind, kind: 'select' },
              options: [
                { value: 'false', text: words.pricesWithoutTax },
                { value: 'true', text: words.pricesWithTax },
              ],
            },
          ],
          {
            ...{ name: 'zeroTaxCategory', label: words.zeroTaxCategory, kind: 'select' },
            hint: words.zeroTaxCategoryHint,
            options: listTaxOptions(t, values.zeroTaxCategory ?? ''),
          },
          { name: 'taxName', label: words.taxName, hint: words.taxNameHint },
        ],
      },
    ];
  },
};
