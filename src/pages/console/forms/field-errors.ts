import type { FieldError } from '../../../domain/errors.ts';
import { currencyDecimals } from '../../../domain/money/currency.ts';
import type { ConsoleTexts } from '../../../i18n/console.ts';
import { fill } from '../../../i18n/fill.ts';
import { formatAmountInput } from '../../../i18n/format-input.ts';
import type { Locale } from '../../../i18n/locale.ts';
import type { Values } from './field.ts';

/** Chooses the message for an invalid field. The API decides whether it is invalid. */
export interface FieldRule {
  required?: boolean;
  wrong?: Exclude<keyof ConsoleTexts['forms']['errors'], 'required' | 'amount' | 'tooLong'>;
  /** Maximum number of characters. */
  max?: number;
  /** Range of a whole number. */
  minValue?: number;
  maxValue?: number;
}

export type FieldRules = Record<string, FieldRule>;

/** Translates the errors of the API to the language of the user, by field. */
export function translateErrors(
  errors: readonly FieldError[],
  rules: FieldRules,
  values: Values,
  { forms }: ConsoleTexts,
): Values {
  const translated: Values = {};
  for (const { path } of errors) {
    const name = findField(path, rules);
    translated[name] ??= describeError(rules[name] ?? {}, values[name] ?? '', forms.errors);
  }
  return translated;
}

/** Finds the field of a path, or the enclosing one if the form has no field for that part. */
function findField(path: string, rules: FieldRules): string {
  const parts = path.split('/').slice(1);
  while (parts.length > 1 && !(parts.join('.') in rules)) parts.pop();
  return parts.join('.');
}

function describeError(rule: FieldRule, value: string, errors: ConsoleTexts['forms']['errors']): string {
  if (rule.required && value === '') return errors.required;
  const { wrong, max, minValue = 0, maxValue = 0 } = rule;
  if (max !== undefined && [...value].length > max) return fill(errors.tooLong, { max: String(max) });
  if (wrong) return fill(errors[wrong], { min: String(minValue), max: String(maxValue) });
  return errors.unfit;
}

/** Finds the fields with more characters than their limit. */
export function findLengthErrors(
  values: Values,
  limits: Readonly<Record<string, number>>,
  { forms }: ConsoleTexts,
): Values {
  const long = Object.entries(limits).filter(([name, max]) => [...(values[name] ?? '')].length > max);
  return Object.fromEntries(
    long.map(([name, max]) => [name, fill(forms.errors.tooLong, { max: String(max) })]),
  );
}

export function formatAmountError(currency: string, { tag }: Locale, { forms }: ConsoleTexts): string {
  const decimals = currencyDecimals(currency);
  const example = formatAmountInput(123_450 * 10 ** Math.max(0, decimals - 2), currency, tag);
  return fill(forms.errors.amount, { example, decimals: String(decimals) });
}
