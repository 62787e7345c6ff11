import type { AccountFieldName } from '../../../../domain/account/account-fields.ts';
import { PARTICULAR_FIELDS } from '../../../../domain/account/particulars/particulars.ts';
import { listFieldNames } from '../../../../domain/fields.ts';

export type SettingName = AccountFieldName | 'bank' | 'registrations' | 'electronicAddress';

/** The page of each setting of the account; `null` for those that another page changes. */
export const PAGE_BY_SETTING = {
  ...mapNames(listFieldNames(PARTICULAR_FIELDS), 'business'),
  ...mapNames(['name', 'address', 'country', 'email', 'phone', 'website', 'timeZone'], 'business'),
  ...mapNames(['registrations'], 'business'),
  ...mapNames(['logo', 'accentColor', 'paperSize', 'locale', 'secondLanguage'], 'document'),
  ...mapNames(['quoteNumberFormat', 'currency', 'validityDays', 'reminderDays', 'defaultTerms'], 'document'),
  ...mapNames(['proposals', 'programsMayAccept'], 'document'),
  ...mapNames(['invoiceNumberFormat', 'creditNoteNumberFormat', 'invoiceTerms', 'bank'], 'invoices'),
  ...mapNames(['paymentTermDays', 'defaultPaymentMethod', 'invoiceOnAcceptance'], 'invoices'),
  ...mapNames(['recurringInvoices', 'eInvoice', 'electronicAddress', 'contactName'], 'invoices'),
  ...mapNames(['retentionYears'], 'invoices'),
  ...mapNames(['taxId', 'taxIdLabel', 'taxNumber', 'taxName', 'defaultTaxRate'], 'tax'),
  ...mapNames(['pricesIncludeTax', 'zeroTaxCategory'], 'tax'),
  ...mapNames(['replyTo'], 'mail'),
  ...mapNames(['expiringDays', 'requireTwoStep'], null),
} satisfies Record<SettingName, string | null>;

function mapNames<Name extends SettingName, const Page extends string | null>(
  names: readonly Name[],
  page: Page,
): Record<Name, Page> {
  return Object.fromEntries(names.map((name) => [name, page])) as Record<Name, Page>;
}

/** The path of a setting below that of the settings; the browser then focuses its field. */
export function findSettingPath(name: string): string {
  const page = PAGE_BY_SETTING[name as SettingName] ?? 'business';
  return `${page}#${FIRST_FIELDS[name] ?? `f-${name}`}`;
}

/** Settings with several fields begin with another one. */
const FIRST_FIELDS: Readonly<Record<string, string>> = {
  bank: 'f-bank-kind',
  electronicAddress: 'f-electronicAddress-scheme',
};
