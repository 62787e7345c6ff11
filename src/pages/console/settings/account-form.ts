import type { Account } from '../../../domain/account/account.ts';
import { formatIban } from '../../../domain/account/iban.ts';
import type { FieldError } from '../../../domain/errors.ts';
import {
  MAX_LENGTH,
  MAX_REGISTRATIONS,
  MAX_REMINDER_DAYS,
  MAX_RETENTION_YEARS,
  MAX_VALIDITY_DAYS,
} from '../../../domain/field-limits.ts';
import { formatNumberInput } from '../../../i18n/format-input.ts';
import type { Locale } from '../../../i18n/locale.ts';
import { parseDecimal } from '../../../i18n/parse-amount.ts';
import type { Form } from '../../form-fields.ts';
import type { PageContext } from '../console-route.ts';
import type { Values } from '../forms/field.ts';
import type { FieldRules } from '../forms/field-errors.ts';
import { addScheme, emptyToNull } from '../forms/form-values.ts';
import { PARTICULAR_RULES, readElectronicAddress, toElectronicValues } from '../forms/particulars.ts';
import type { OptionFields } from '../forms/typed-option.ts';
import type { Upload } from '../forms/upload.ts';

const ROWS = Array.from({ length: MAX_REGISTRATIONS }, (_, row) => row);

export const BUSINESS: FieldRules = {
  name: { required: true, max: MAX_LENGTH.name },
  address: { max: MAX_LENGTH.address },
  country: { wrong: 'choice' },
  email: { wrong: 'email' },
  phone: { max: MAX_LENGTH.phone },
  website: { wrong: 'website' },
  taxId: { max: MAX_LENGTH.taxId },
  taxIdLabel: { max: MAX_LENGTH.taxLabel },
  ...PARTICULAR_RULES,
  taxNumber: { max: MAX_LENGTH.taxId },
  eInvoice: { wrong: 'choice' },
  retentionYears: { wrong: 'years', minValue: 1, maxValue: MAX_RETENTION_YEARS },
  ...Object.fromEntries(
    ROWS.flatMap((row) => [
      [`registrations.${row}.label`, { required: true, max: MAX_LENGTH.registrationLabel }],
      [`registrations.${row}.value`, { required: true, max: MAX_LENGTH.registrationValue }],
    ]),
  ),
};

export const DOCUMENT: FieldRules = {
  accentColor: { wrong: 'color' },
  paperSize: { wrong: 'choice' },
  locale: { wrong: 'choice' },
  secondLanguage: { wrong: 'choice' },
  quoteNumberFormat: { required: true, max: MAX_LENGTH.numberFormat, wrong: 'numberFormat' },
  invoiceNumberFormat: { required: true, max: MAX_LENGTH.numberFormat, wrong: 'numberFormat' },
  creditNoteNumberFormat: { required: true, max: MAX_LENGTH.numberFormat, wrong: 'numberFormat' },
  validityDays: { required: true, wrong: 'days', minValue: 1, maxValue: MAX_VALIDITY_DAYS },
  reminderDays: { wrong: 'days', minValue: 1, maxValue: MAX_REMINDER_DAYS },
  currency: { wrong: 'choice' },
  timeZone: { wrong: 'choice' },
  taxName: { max: MAX_LENGTH.taxLabel },
  defaultTaxRate: { wrong: 'percent' },
  zeroTaxCategory: { wrong: 'choice' },
  pricesIncludeTax: { wrong: 'choice' },
  defaultTerms: { max: MAX_LENGTH.longText },
  invoiceTerms: { max: MAX_LENGTH.longText },
  invoiceOnAcceptance: {},
  logo: { wrong: 'logo' },
  removeLogo: {},
  'bank.kind': { wrong: 'choice' },
  'bank.iban': { required: true, wrong: 'iban' },
  'bank.bic': { wrong: 'bic' },
  'bank.holder': { max: MAX_LENGTH.bankText },
  'bank.name': { max: MAX_LENGTH.bankText },
  'bank.lines': { required: true, wrong: 'lines' },
};

/** The kinds of bank details. */
export const BANK_OPTIONS: OptionFields = {
  name: 'bank.kind',
  fields: { iban: ['bank.iban', 'bank.bic', 'bank.holder', 'bank.name'], lines: ['bank.lines'] },
};

export const MAIL: FieldRules = { replyTo: { wrong: 'email' } };

/** Converts the stored account to the texts of the fields. */
export function toAccountValues(account: Account, rules: FieldRules, { tag }: Pick<Locale, 'tag'>): Values {
  const { registrations, bank } = account;
  const values: Values = {};
  for (const name of Object.keys(rules)) {
    const [group, part = '', cell] = name.split('.');
    if (group === 'registrations') {
      values[name] = registrations[Number(part)]?.[cell as 'label' | 'value'] ?? '';
    } else if (group === 'bank') values[name] = toBankValue(bank, part);
    else if (group === 'electronicAddress')
      Object.assign(values, toElectronicValues(account.electronicAddress));
    else if (name === 'defaultTaxRate') {
      values[name] = account.defaultTaxRate === null ? '' : formatNumberInput(account.defaultTaxRate, tag);
    } else if (name === 'invoiceOnAcceptance') values[name] = account[name] ? 'on' : '';
    else if (name !== 'logo' && name !== 'removeLogo') {
      values[name] = String(account[name as keyof Account] ?? '');
    }
  }
  return values;
}

function toBankValue(bank: Account['bank'], part: string): string {
  if (bank === null) return '';
  if (part === 'kind') return 'lines' in bank ? 'lines' : 'iban';
  if ('lines' in bank) return part === 'lines' ? bank.lines.join('\n') : '';
  if (part === 'iban') return formatIban(bank.iban);
  return part === 'lines' ? '' : (bank[part as 'holder' | 'bic' | 'name'] ?? '');
}

/** Fields that must not be empty. All others become `null` if they are. */
const NEVER_EMPTY = [
  'name',
  'accentColor',
  'locale',
  'quoteNumberFormat',
  'invoiceNumberFormat',
  'creditNoteNumberFormat',
  'currency',
  'timeZone',
];

/** Converts the fields of a form to a patch of the account. */
export function toPatch({ locale }: PageContext, typed: Values, rules: FieldRules): Record<string, unknown> {
  const patch: Record<string, unknown> = {};
  for (const name of Object.keys(rules)) {
    const text = typed[name] ?? '';
    if (/^(registrations|bank|electronicAddress)\./.test(name) || name === 'logo' || name === 'removeLogo')
      continue;
    if (name === 'validityDays' || name === 'reminderDays' || name === 'retentionYears') {
      patch[name] = text === '' && name !== 'validityDays' ? null : (parseDecimal(text, locale) ?? 0);
    } else if (name === 'defaultTaxRate') {
      patch[name] = text === '' ? null : (parseDecimal(text, locale) ?? -1);
    } else if (name === 'pricesIncludeTax') patch[name] = text === 'true';
    else if (name === 'invoiceOnAcceptance') patch[name] = text === 'on';
    else if (name === 'website') patch[name] = emptyToNull(addScheme(text));
    else patch[name] = NEVER_EMPTY.includes(name) ? text : emptyToNull(text);
  }
  if ('bank.kind' in rules) patch.bank = readBank(typed);
  if ('electronicAddress.id' in rules) patch.electronicAddress = readElectronicAddress(typed);
  if ('registrations.0.label' in rules) {
    patch.registrations = listFilledRows(typed).map((row) => ({
      label: typed[`registrations.${row}.label`],
      value: typed[`registrations.${row}.value`],
    }));
  }
  return patch;
}

function listFilledRows(typed: Values): number[] {
  return ROWS.filter((row) => typed[`registrations.${row}.label`] || typed[`registrations.${row}.value`]);
}

function readBank(typed: Values): unknown {
  switch (typed['bank.kind']) {
    case 'iban':
      return {
        iban: typed['bank.iban'],
        bic: emptyToNull(typed['bank.bic']),
        holder: emptyToNull(typed['bank.holder']),
        name: emptyToNull(typed['bank.name']),
      };
    case 'lines':
      return {
        lines: (typed['bank.lines'] ?? '')
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean),
      };
    default:
      return null;
  }
}

/** Maps errors to rows of the form: the API counts only the rows that are not empty. */
export function mapToRows(errors: readonly FieldError[], typed: Values): FieldError[] {
  const rows = listFilledRows(typed);
  return errors.map(({ path, message }) => ({
    path: path.replace(/^\/registrations\/(\d+)/, (_, index) => `/registrations/${rows[Number(index)]}`),
    message,
  }));
}

/** Reads the uploaded logo, or the one that an earlier form with errors submitted; `undefined` leaves the logo unchanged. */
export function readLogo(
  { removeLogo, chosenLogo }: Form,
  file: Upload | undefined,
): string | null | undefined {
  if (file) return `data:${file.type};base64,${Buffer.from(file.bytes).toString('base64')}`;
  return removeLogo === 'on' ? null : chosenLogo || undefined;
}
