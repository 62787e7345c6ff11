import { memoize } from '../domain/bounded-cache.ts';
import { LANGUAGES } from '../domain/languages.ts';
import type { Locale } from './locale.ts';

/** ISO 3166-1 alpha-2. */
const CODES = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ' +
  'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP ' +
  'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT ' +
  'MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW ' +
  'SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ ' +
  'UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'
).split(' ');

export interface NamedCode {
  value: string;
  text: string;
}

/** Lists the countries in the reader's language and collation. A stored code is included even if it is unknown. */
export function listCountries(locale: Locale, stored = ''): NamedCode[] {
  return listNamed('region', CODES, locale, stored);
}

export function getCountryName(code: string, { tag }: Locale): string {
  return nameOf(new Intl.DisplayNames(tag, { type: 'region', fallback: 'code' }), code);
}

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
    return new Map(CODES.map((code) => [nameOf(names, code).toLowerCase(), code]));
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
  { tag }: Locale,
  stored: string,
): NamedCode[] {
  const key = `${type} ${codes.length} ${tag}`;
  const names = new Intl.DisplayNames(tag, { type, fallback: 'code' });
  const list = memoize(cache, MAX_CACHED, key, () => {
    const { compare } = new Intl.Collator(tag);
    return codes
      .map((value) => ({ value, text: nameOf(names, value) }))
      .sort((a, b) => compare(a.text, b.text));
  });
  if (stored === '' || codes.includes(stored)) return list;
  return [...list, { value: stored, text: nameOf(names, stored) }];
}

/** Returns an invalid code, stored before codes were validated, as its own name. */
function nameOf(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}

function byValue(a: NamedCode, b: NamedCode): number {
  return a.value < b.value ? -1 : 1;
}
