import type { Field, FieldKind, Fields } from '../../../domain/fields.ts';
import { formatNumberInput } from '../../../i18n/format-input.ts';
import type { Locale } from '../../../i18n/locale.ts';
import { parseDecimal } from '../../../i18n/parse-amount.ts';
import type { FieldRule } from './field-errors.ts';
import { addScheme, emptyToNull } from './form-values.ts';

const WRONG: Partial<Record<FieldKind, FieldRule['wrong']>> = {
  ...{ email: 'email', webAddress: 'website', color: 'color', numberFormat: 'numberFormat', logo: 'logo' },
  ...{ country: 'choice', currency: 'choice', locale: 'choice', timeZone: 'choice', choice: 'choice' },
  ...{ whole: 'days', percent: 'percent' },
};
/** A list or a picker always has a value. */
const TYPED: readonly FieldKind[] = ['text', 'numberFormat', 'whole'];

/** Returns the messages for errors in the fields. */
export function toRules<Table extends Fields>(fields: Table): { [Name in keyof Table]: FieldRule } {
  const rules = Object.entries(fields).map(([name, field]) => [name, toRule(field)]);
  return Object.fromEntries(rules);
}

function toRule(field: Field): FieldRule {
  const wrong = WRONG[field.kind];
  return {
    ...(field.isRequired && TYPED.includes(field.kind) && { required: true }),
    ...('maxLength' in field && field.kind !== 'webAddress' && { max: field.maxLength }),
    ...(field.kind === 'whole' && { minValue: field.min, maxValue: field.max }),
    ...(wrong && { wrong }),
  };
}

/** Formats a value as the text of its field. */
export function toFieldText(field: Field, value: unknown, { tag }: Pick<Locale, 'tag'>): string {
  if (field.kind === 'percent') return value === null ? '' : formatNumberInput(Number(value), tag);
  if (field.kind === 'yesNo') return value ? 'on' : '';
  return String(value ?? '');
}

/** Reads a value from the text of its field. What is no number becomes one that the API rejects. */
export function readFieldText(field: Field, text: string, locale: Locale): unknown {
  if (field.kind === 'yesNo') return text === 'on' || text === 'true';
  if (text === '' && !field.isRequired) return null;
  if (field.kind === 'whole') return parseDecimal(text, locale) ?? -1;
  if (field.kind === 'percent') return parseDecimal(text, locale) ?? -1;
  return field.kind === 'webAddress' ? emptyToNull(addScheme(text)) : text;
}
