import { shell as arShell } from './console/ar/shell.ts';
import { shell as deShell } from './console/de/shell.ts';
import { shell as enShell } from './console/en/shell.ts';
import { shell as esShell } from './console/es/shell.ts';
import { shell as frShell } from './console/fr/shell.ts';
import type { Locale } from './locale.ts';

/** What the console says, by area; English is the shape that the others are held to by the compiler. */
const en = { shell: enShell };
export type ConsoleSayings = typeof en;

export const CONSOLE = {
  en,
  de: { shell: deShell },
  fr: { shell: frShell },
  es: { shell: esShell },
  ar: { shell: arShell },
} satisfies Record<string, ConsoleSayings>;

type ConsoleLanguage = keyof typeof CONSOLE;

/** In a language that the console does not speak: English, with numbers and dates as the person is used to them. */
export function consoleSayings(locale: Locale): { locale: Locale; say: ConsoleSayings } {
  const { language } = locale;
  if (language in CONSOLE) return { locale, say: CONSOLE[language as ConsoleLanguage] };
  return { locale: { ...locale, language: 'en', direction: 'ltr' }, say: CONSOLE.en };
}

/** One text for each way in which a language counts. */
type Plural = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

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
