import type { FieldError } from '../../../../domain/errors.ts';
import { currencyDecimals } from '../../../../domain/money/currency.ts';
import type { ConsoleSayings } from '../../../../i18n/console.ts';
import { fill } from '../../../../i18n/fill.ts';
import type { Locale } from '../../../../i18n/locale.ts';
import { writeAmount } from '../../../../i18n/write-number.ts';
import type { Values } from '../../../../web/console/form/field.ts';

/** Chooses the message for an invalid field. The API decides whether it is invalid. */
interface FieldRule {
  required?: boolean;
  wrong?: Exclude<keyof ConsoleSayings['forms']['errors'], 'required' | 'amount' | 'tooLong'>;
  /** Maximum number of characters. */
  max?: number;
  /** Range of a whole number. */
  minValue?: number;
  maxValue?: number;
}

export type FieldRules = Record<string, FieldRule>;

/** Translates the errors of the API to the language of the user, by field. */
export function toldErrors(
  errors: readonly FieldError[],
  rules: FieldRules,
  values: Values,
  { forms }: ConsoleSayings,
): Values {
  const told: Values = {};
  for (const { path } of errors) {
    const name = fieldAt(path, rules);
    told[name] ??= tell(rules[name] ?? {}, values[name] ?? '', forms.errors);
  }
  return told;
}

/** Finds the field of a path, or the enclosing one if the form has no field for that part. */
function fieldAt(path: string, rules: FieldRules): string {
  const parts = path.split('/').slice(1);
  while (parts.length > 1 && !(parts.join('.') in rules)) parts.pop();
  return parts.join('.');
}

function tell(rule: FieldRule, value: string, errors: ConsoleSayings['forms']['errors']): string {
  if (rule.required && value === '') return errors.required;
  const { wrong, max, minValue = 0, maxValue = 0 } = rule;
  if (max !== undefined && [...value].length > max) return fill(errors.tooLong, { max: String(max) });
  if (wrong) return fill(errors[wrong], { min: String(minValue), max: String(maxValue) });
  return errors.unfit;
}

export function amountError(currency: string, { tag }: Locale, { forms }: ConsoleSayings): string {
  const decimals = currencyDecimals(currency);
  const example = writeAmount(123_450 * 10 ** Math.max(0, decimals - 2), currency, tag);
  return fill(forms.errors.amount, { example, decimals: String(decimals) });
}
