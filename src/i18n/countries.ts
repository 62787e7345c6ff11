import { COUNTRY_CODES } from '../domain/account/country-codes.ts';
import { memoize } from '../domain/bounded-cache.ts';
import { LANGUAGES } from '../domain/languages.ts';
import type { Locale } from './locale.ts';

export interface NamedCode {
  value: string;
  text: string;
}

/** Lists the countries in the reader's language and collation. A stored code is included even if it is unknown. */
export function listCountries(locale: Pick<Locale, 'tag'>, stored = ''): NamedCode[] {
  return listNamed('region', COUNTRY_CODES, locale, stored);
}

export function getCountryName(code: string, { tag }: Locale): string {
  return memoize(countryNames, MAX_COUNTRY_NAMES, `${tag} ${code}`, () =>
    getName(new Intl.DisplayNames(tag, { type: 'region', fallback: 'code' }), code),
  );
}

const countryNames = new Map<string, string>();
const MAX_COUNTRY_NAMES = 1000;

/** Finds a country by its code, or by its name in any document language. */
export function findCountryCode(text: string): string | undefined {
  const wanted = text.trim().toLowerCase();
  if (/^[a-z]{2}$/.test(wanted)) return wanted.toUpperCase();
  const language = wanted === '' ? undefined : LANGUAGES.find((tag) => codesByName(tag).has(wanted));
  return language && codesByName(language).get(wanted);
}

const byName = new Map<string, Map<string, string>>();

/** Builds the names of one language at a time, because loading a language takes milliseconds. */
function codesByName(tag: string): Map<string, string> {
  return memoize(byName, LANGUAGES.length, tag, () => {
    const names = new Intl.DisplayNames(tag, { type: 'region', fallback: 'code' });
    return new Map(COUNTRY_CODES.map((code) => [getName(names, code).toLowerCase(), code]));
  });
}

export function listCurrencies(locale: Locale, stored: string): NamedCode[] {
  const codes = Intl.supportedValuesOf('currency');
  return listNamed('currency', codes, locale, stored)
    .map(({ value, text }) => ({ value, text: `${value} – ${text}` }))
    .sort(byValue);
}

export function listLanguages(tags: readonly string[], locale: Locale, stored = ''): NamedCode[] {
  return listNamed('language', tags, locale, stored);
}

const cache = new Map<string, NamedCode[]>();
const MAX_CACHED = 100;

/** Caches the sorted names: sorting takes milliseconds, and every page needs them. */
function listNamed(
  type: 'region' | 'currency' | 'language',
  codes: readonly string[],
  { tag }: Pick<Locale, 'tag'>,
  stored: string,
): NamedCode[] {
  const key = `${type} ${codes.length} ${tag}`;
  const names = new Intl.DisplayNames(tag, { type, fallback: 'code' });
  const list = memoize(cache, MAX_CACHED, key, () => {
    const { compare } = new Intl.Collator(tag);
    return codes
      .map((value) => ({ value, text: getName(names, value) }))
      .sort((a, b) => compare(a.text, b.text));
  });
  if (stored === '' || codes.includes(stored)) return list;
  return [...list, { value: stored, text: getName(names, stored) }];
}

/** Returns an invalid code, stored before codes were validated, as its own name. */
function getName(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}

function byValue(a: NamedCode, b: NamedCode): number {
  return a.value < b.value ? -1 : 1;
}
