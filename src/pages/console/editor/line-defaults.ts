import { formatNumberInput } from '../../../i18n/format-input.ts';
import type { PageContext } from '../console-route.ts';
import type { LineDefaults } from './draft/edit.ts';

/** Defaults of a new line of the account, in the number format of the person. */
export function getLineDefaults({ account, locale }: PageContext, usualTax = ''): LineDefaults {
  const { defaultTaxRate } = account;
  return {
    one: formatNumberInput(1, locale.tag),
    defaultTax: defaultTaxRate === null ? null : formatNumberInput(defaultTaxRate, locale.tag),
    usualTax,
  };
}
