import type { Locale } from '../locale.ts';

/** One text per plural category of the language. */
export type Plural = { other: string; language?: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'];

/** Recognizes a text that depends on a number. */
export function isPlural(text: object): text is Plural {
  return 'other' in text && Object.keys(text).every((key) => CATEGORIES.includes(key));
}

/** Picks the text for a number; the caller fills in `{n}`. */
export function pickPlural(texts: Plural, n: number, { language }: Pick<Locale, 'language'>): string {
  return texts[getRules(texts.language ?? language).select(n)] ?? texts.other;
}

const rules = new Map<string, Intl.PluralRules>();

function getRules(language: string): Intl.PluralRules {
  const known = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, known);
  return known;
}
