import { ar } from './console/ar.ts';
import { de } from './console/de.ts';
import { en } from './console/en.ts';
import { es } from './console/es.ts';
import { fr } from './console/fr.ts';
import type { Locale } from './locale.ts';

export type ConsoleSayings = typeof en;

export const CONSOLE = { en, de, fr, es, ar } satisfies Record<string, ConsoleSayings>;

type ConsoleLanguage = keyof typeof CONSOLE;

/** In a language that the console does not speak: English, with numbers and dates as the person is used to them. */
export function consoleSayings(locale: Locale): { locale: Locale; say: ConsoleSayings } {
  const { language } = locale;
  if (language in CONSOLE) return { locale, say: CONSOLE[language as ConsoleLanguage] };
  return { locale: { ...locale, language: 'en', direction: 'ltr' }, say: CONSOLE.en };
}

/** One text for each way in which a language counts. */
export type Plural = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** The text for so many of something; its `{n}` is still to be filled. */
export function pluralOf(texts: Plural, n: number, { language }: Pick<Locale, 'language'>): string {
  return texts[rulesOf(language).select(n)] ?? texts.other;
}

const rules = new Map<string, Intl.PluralRules>();

function rulesOf(language: string): Intl.PluralRules {
  const known = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, known);
  return known;
}
