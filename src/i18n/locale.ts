import { memoize } from '../domain/bounded-cache.ts';
import { LANGUAGES, type Language } from '../domain/languages.ts';

export interface Locale {
  /** BCP 47 tag for `Intl`: the requested tag if it is valid (`de-AT`), else the language. */
  tag: string;
  language: Language;
  direction: 'ltr' | 'rtl';
  /** Calendar of the seller's country, unless Gregorian. */
  calendar?: 'buddhist';
  /** Whether the Chinese word for an invoice is reserved for official tax invoices in the seller's country. */
  avoidsFapiao?: true;
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

/** Where English is an official language, or that of business. */
const ENGLISH = new Set(
  `AE AG AU BB BM BS BW BZ CA CK CM CY DM ER FJ FK FM GB GD GG GH GI GM GU GY HK IE IL IM IN JE JM KE KI KN KY LC LK LR LS
  MG MH MO MP MS MT MU MV MW MY NA NG NR NU NZ PG PH PK PR PW RW SB SC SD SG SH SL SS SX SZ TC TK TO TT TV TZ UG US VC VG VI
  VU WS ZA ZM ZW`.split(/\s+/),
);
/** English of the world: it writes “5 March 2026” as the rest of the world does, and numbers as all English does. */
const WORLD_ENGLISH = 'en-001';

/**
 * Adds the seller's country to a locale without a region, because dates, numbers and money are written differently in the
 * countries of one language. A country where the language is foreign changes nothing.
 */
export function addRegion(locale: Locale, country: string | null): Locale {
  if (country === null || !/^[A-Z]{2}$/.test(country)) return locale;
  const tag = memoize(tags, MAX_TAGS, `${locale.tag} ${country}`, () => findTag(locale, country));
  return tag === locale.tag ? locale : { ...locale, tag };
}

const tags = new Map<string, string>();
const MAX_TAGS = 1000;

function findTag({ tag, language }: Locale, country: string): string {
  if (new Intl.Locale(tag).region !== undefined) return tag;
  if (language === 'en' && !ENGLISH.has(country)) return WORLD_ENGLISH;
  const regional = `${language}-${country}`;
  return new Intl.DateTimeFormat(regional).resolvedOptions().locale === regional ? regional : tag;
}
