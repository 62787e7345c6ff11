import type { ConsoleTexts } from '../../../i18n/console.ts';
import type { Values } from './field.ts';

/** A list whose options have fields of their own. */
export interface OptionFields {
  name: string;
  /** Names of the fields by the option that they belong to. */
  fields: Readonly<Record<string, readonly string[]>>;
}

/**
 * Selects the option whose fields the user has filled in if none is selected. What was typed for another option than the
 * selected one would not be saved, so that it is an error. A field that still has its initial value was not typed.
 */
export function selectTypedOption(
  typed: Values,
  initial: Values,
  { name, fields }: OptionFields,
  { forms }: ConsoleTexts,
): { values: Values; errors: Values } {
  const isTyped = (field: string) => Boolean(typed[field]) && typed[field] !== initial[field];
  const filled = Object.keys(fields).filter((option) => fields[option]?.some(isTyped));
  const [only, ...others] = filled;
  const values =
    !typed[name] && only !== undefined && others.length === 0 ? { ...typed, [name]: only } : typed;
  const stray = filled.filter((option) => option !== values[name]);
  const names = stray.flatMap((option) => (fields[option] ?? []).filter(isTyped));
  return {
    values,
    errors: Object.fromEntries(names.map((field) => [field, forms.errors.otherOption])),
  };
}
