import { LANGUAGES, type Language } from '../domain/languages.ts';

export interface Locale {
  /** BCP 47 tag for `Intl`: the requested tag if it is valid (`de-AT`), else the language. */
  tag: string;
  language: Language;
  direction: 'ltr' | 'rtl';
  /** Calendar of the seller's country, unless Gregorian. */
  calendar?: 'buddhist';
}

/** Picks the first requested locale whose language is supported, else English. */
export function resolveLocale(...wishes: (string | null | undefined)[]): Locale {
  for (const wish of wishes) {
    const locale = wish ? (known.get(wish) ?? parse(wish)) : undefined;
    if (locale) {
      if (wish && known.size < 1000) known.set(wish, locale);
      return locale;
    }
  }
  return { tag: 'en', language: 'en', direction: 'ltr' };
}

const known = new Map<string, Locale>();

function parse(wish: string): Locale | undefined {
  let intl: Intl.Locale;
  try {
    intl = new Intl.Locale(wish.replaceAll('_', '-'));
  } catch {
    return undefined;
  }
  const language = languageOf(intl);
  if (!language) return undefined;
  return {
    tag: intl.baseName,
    language,
    direction: new Intl.Locale(language).getTextInfo().direction ?? 'ltr',
  };
}

function languageOf(intl: Intl.Locale): Language | undefined {
  if (intl.language === 'zh') return intl.maximize().script === 'Hant' ? 'zh-Hant' : 'zh-Hans';
  return LANGUAGES.find((language) => language === intl.language);
}
