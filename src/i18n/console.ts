import type { Language } from '../domain/languages.ts';
import { en } from './console/en.ts';
import type { Locale } from './locale.ts';
import { fillGaps, readTexts } from './texts.ts';

export type ConsoleTexts = typeof en;

/** The languages of the console. A new one needs a folder in `console/` and its tag here. */
const CONSOLE_LANGUAGES = ['en', 'de', 'fr', 'es', 'ar'] as const satisfies readonly Language[];

type ConsoleLanguage = (typeof CONSOLE_LANGUAGES)[number];

/** Reads the texts of a language when they are first used: most services need one or two. */
export const CONSOLE = CONSOLE_LANGUAGES.reduce(addLanguage, {}) as Record<ConsoleLanguage, ConsoleTexts>;

function addLanguage(texts: object, language: ConsoleLanguage): object {
  let known: object | undefined = language === 'en' ? en : undefined;
  const get = () => (known ??= fillGaps(readTexts('console', language), en));
  return Object.defineProperty(texts, language, { get, enumerable: true });
}

/** Falls back to English for other languages; numbers and dates still follow the person's locale. */
export function findConsoleTexts(locale: Locale): { locale: Locale; t: ConsoleTexts } {
  const { language } = locale;
  if (language in CONSOLE) return { locale, t: CONSOLE[language as ConsoleLanguage] };
  return { locale: { ...locale, language: 'en', direction: 'ltr' }, t: CONSOLE.en };
}

/** Falls back to English for other languages, with the numbers and dates of English. */
export function findTextsOrEnglish(locale: Locale): { locale: Locale; t: ConsoleTexts } {
  const { locale: spoken, t } = findConsoleTexts(locale);
  const isSpoken = spoken.language === locale.language;
  return { locale: isSpoken ? locale : { tag: 'en', language: 'en', direction: 'ltr' }, t };
}
