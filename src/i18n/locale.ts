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
export function resolveLocale(...requested: (string | null | undefined)[]): Locale {
  for (const tag of requested) {
    const locale = tag ? (known.get(tag) ?? findLocale(tag)) : undefined;
    if (locale) {
      if (tag && known.size < 1000) known.set(tag, locale);
      return locale;
    }
  }
  return { tag: 'en', language: 'en', direction: 'ltr' };
}

const known = new Map<string, Locale>();

/** Returns `undefined` if the tag is not valid, or if its language is not supported. */
export function findLocale(tag: string): Locale | undefined {
  let intl: Intl.Locale;
  try {
    intl = new Intl.Locale(tag.replaceAll('_', '-'));
  } catch {
    return undefined;
  }
  const language = findLanguage(intl);
  if (!language) return undefined;
  return {
    tag: intl.baseName,
    language,
    direction: new Intl.Locale(language).getTextInfo().direction ?? 'ltr',
  };
}

function findLanguage(intl: Intl.Locale): Language | undefined {
  if (intl.language === 'zh') return intl.maximize().script === 'Hant' ? 'zh-Hant' : 'zh-Hans';
  return LANGUAGES.find((language) => language === intl.language);
}
