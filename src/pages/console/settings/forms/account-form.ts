import type { Account } from '../../../../domain/account/account.ts';
import { ACCOUNT_FIELDS, type AccountFieldName } from '../../../../domain/account/account-fields.ts';
import { formatIban } from '../../../../domain/account/iban.ts';
import type { FieldError } from '../../../../domain/errors.ts';
import { MAX_LENGTH, MAX_REGISTRATIONS } from '../../../../domain/field-limits.ts';
import type { Locale } from '../../../../i18n/locale.ts';
import type { Form } from '../../../form-fields.ts';
import type { PageContext } from '../../console-route.ts';
import type { Values } from '../../forms/field.ts';
import type { FieldRules } from '../../forms/field-errors.ts';
import { readFieldText, toFieldText, toRules } from '../../forms/field-rules.ts';
import { emptyToNull } from '../../forms/form-values.ts';
import { ELECTRONIC_RULES, readElectronicAddress, toElectronicValues } from '../../forms/particulars.ts';
import type { OptionFields } from '../../forms/typed-option.ts';
import type { Upload } from '../../forms/upload.ts';
import { PAGE_BY_SETTING, type SettingName } from './setting-pages.ts';

const ROWS = Array.from({ length: MAX_REGISTRATIONS }, (_, row) => row);

/** The fields of the settings that are no scalars, or have fields beside their own. */
const SPECIAL_RULES: Partial<Record<SettingName, FieldRules>> = {
  logo: { removeLogo: {} },
  electronicAddress: ELECTRONIC_RULES,
  registrations: Object.fromEntries(
    ROWS.flatMap((row) => [
      [`registrations.${row}.label`, { required: true, max: MAX_LENGTH.registrationLabel }],
      [`registrations.${row}.value`, { required: true, max: MAX_LENGTH.registrationValue }],
    ]),
  ),
  bank: {
    'bank.kind': { wrong: 'choice' },
    'bank.iban': { required: true, wrong: 'iban' },
    'bank.bic': { wrong: 'bic' },
    'bank.holder': { max: MAX_LENGTH.bankText },
    'bank.name': { max: MAX_LENGTH.bankText },
    'bank.lines': { required: true, wrong: 'lines' },
  },
};

const SCALAR_RULES: FieldRules = {
  ...toRules(ACCOUNT_FIELDS),
  pricesIncludeTax: { wrong: 'choice' },
  retentionYears: { ...toRules(ACCOUNT_FIELDS).retentionYears, wrong: 'years' },
};

/** The rules of the named settings. */
export function pickRules(names: readonly SettingName[]): FieldRules {
  const parts = names.map((name) => ({
    ...(SCALAR_RULES[name] && { [name]: SCALAR_RULES[name] }),
    ...SPECIAL_RULES[name],
  }));
  return Object.assign({}, ...parts);
}

export const ACCOUNT_RULES = pickRules(Object.keys(PAGE_BY_SETTING) as SettingName[]);

export type FormPage = Exclude<(typeof PAGE_BY_SETTING)[SettingName], null>;

/** The rules of the fields on a page. */
export function getPageRules(page: FormPage): FieldRules {
  return pickRules(
    (Object.keys(PAGE_BY_SETTING) as SettingName[]).filter((name) => PAGE_BY_SETTING[name] === page),
  );
}

/** The kinds of bank details. */
export const BANK_OPTIONS: OptionFields = {
  name: 'bank.kind',
  fields: { iban: ['bank.iban', 'bank.bic', 'bank.holder', 'bank.name'], lines: ['bank.lines'] },
};

/** Converts the stored account to the texts of the fields. */
export function toAccountValues(account: Account, rules: FieldRules, locale: Locale): Values {
  const { registrations, bank } = account;
  const values: Values = {};
  for (const name of Object.keys(rules)) {
    const [group, part = '', cell] = name.split('.');
    if (group === 'registrations') {
      values[name] = registrations[Number(part)]?.[cell as 'label' | 'value'] ?? '';
    } else if (group === 'bank') values[name] = toBankValue(bank, part);
    else if (group === 'electronicAddress')
      Object.assign(values, toElectronicValues(account.electronicAddress));
    else if (name === 'pricesIncludeTax') values[name] = String(account[name]);
    else if (isScalar(name) && name !== 'logo') {
      values[name] = toFieldText(ACCOUNT_FIELDS[name], account[name], locale);
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

function isScalar(name: string): name is AccountFieldName {
  return name in ACCOUNT_FIELDS;
}

/** Converts the fields of a form to a patch of the account. */
export function toPatch({ locale }: PageContext, typed: Values, rules: FieldRules): Record<string, unknown> {
  const patch: Record<string, unknown> = {};
  for (const name of Object.keys(rules)) {
    if (!isScalar(name) || name === 'logo') continue;
    patch[name] = readFieldText(ACCOUNT_FIELDS[name], typed[name] ?? '', locale);
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
