import { ar } from './console/ar.ts';
import { de } from './console/de.ts';
import { en } from './console/en.ts';
import { es } from './console/es.ts';
import { fr } from './console/fr.ts';
import type { Locale } from './locale.ts';

export type ConsoleTexts = typeof en;

export const CONSOLE = { en, de, fr, es, ar } satisfies Record<string, ConsoleTexts>;

type ConsoleLanguage = keyof typeof CONSOLE;

/** Falls back to English for other languages; numbers and dates still follow the person's locale. */
export function findConsoleTexts(locale: Locale): { locale: Locale; t: ConsoleTexts } {
  const { language } = locale;
  if (language in CONSOLE) return { locale, t: CONSOLE[language as ConsoleLanguage] };
  return { locale: { ...locale, language: 'en', direction: 'ltr' }, t: CONSOLE.en };
}
