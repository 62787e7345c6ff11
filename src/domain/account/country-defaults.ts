import type { Language } from '../languages.ts';
import type { Account } from './account.ts';

/**
 * Currency, time zone of the largest city, language of documents, and the standard rate of the value added or goods and
 * services tax in percent; `null` where there is none, or none that holds in the whole country. The rates are suggestions
 * that the owner confirms.
 */
const BY_COUNTRY: Record<string, readonly [string, string, Language, number | null]> = {
  AE: ['AED', 'Asia/Dubai', 'ar', 5],
  AR: ['ARS', 'America/Argentina/Buenos_Aires', 'es', 21],
  AT: ['EUR', 'Europe/Vienna', 'de', 20],
  AU: ['AUD', 'Australia/Sydney', 'en', 10],
  BE: ['EUR', 'Europe/Brussels', 'nl', 21],
  BG: ['EUR', 'Europe/Sofia', 'en', 20],
  BH: ['BHD', 'Asia/Bahrain', 'ar', 10],
  BR: ['BRL', 'America/Sao_Paulo', 'pt', null],
  CA: ['CAD', 'America/Toronto', 'en', 5],
  CH: ['CHF', 'Europe/Zurich', 'de', 8.1],
  CL: ['CLP', 'America/Santiago', 'es', 19],
  CN: ['CNY', 'Asia/Shanghai', 'zh-Hans', 13],
  CO: ['COP', 'America/Bogota', 'es', 19],
  CY: ['EUR', 'Asia/Nicosia', 'el', 19],
  CZ: ['CZK', 'Europe/Prague', 'en', 21],
  DE: ['EUR', 'Europe/Berlin', 'de', 19],
  DK: ['DKK', 'Europe/Copenhagen', 'en', 25],
  EE: ['EUR', 'Europe/Tallinn', 'en', 24],
  EG: ['EGP', 'Africa/Cairo', 'ar', 14],
  ES: ['EUR', 'Europe/Madrid', 'es', 21],
  FI: ['EUR', 'Europe/Helsinki', 'sv', 25.5],
  FR: ['EUR', 'Europe/Paris', 'fr', 20],
  GB: ['GBP', 'Europe/London', 'en', 20],
  GR: ['EUR', 'Europe/Athens', 'el', 24],
  HK: ['HKD', 'Asia/Hong_Kong', 'zh-Hant', null],
  HR: ['EUR', 'Europe/Zagreb', 'en', 25],
  HU: ['HUF', 'Europe/Budapest', 'en', 27],
  IE: ['EUR', 'Europe/Dublin', 'en', 23],
  IL: ['ILS', 'Asia/Jerusalem', 'he', 18],
  IN: ['INR', 'Asia/Kolkata', 'en', 18],
  IS: ['ISK', 'Atlantic/Reykjavik', 'en', 24],
  IT: ['EUR', 'Europe/Rome', 'it', 22],
  JP: ['JPY', 'Asia/Tokyo', 'ja', 10],
  KE: ['KES', 'Africa/Nairobi', 'en', 16],
  KR: ['KRW', 'Asia/Seoul', 'ko', 10],
  KW: ['KWD', 'Asia/Kuwait', 'ar', null],
  LI: ['CHF', 'Europe/Vaduz', 'de', 8.1],
  LT: ['EUR', 'Europe/Vilnius', 'en', 21],
  LU: ['EUR', 'Europe/Luxembourg', 'fr', 17],
  LV: ['EUR', 'Europe/Riga', 'en', 21],
  MA: ['MAD', 'Africa/Casablanca', 'ar', 20],
  MT: ['EUR', 'Europe/Malta', 'en', 18],
  MX: ['MXN', 'America/Mexico_City', 'es', 16],
  NG: ['NGN', 'Africa/Lagos', 'en', 7.5],
  NL: ['EUR', 'Europe/Amsterdam', 'nl', 21],
  NO: ['NOK', 'Europe/Oslo', 'en', 25],
  NZ: ['NZD', 'Pacific/Auckland', 'en', 15],
  OM: ['OMR', 'Asia/Muscat', 'ar', 5],
  PE: ['PEN', 'America/Lima', 'es', 18],
  PH: ['PHP', 'Asia/Manila', 'en', 12],
  PL: ['PLN', 'Europe/Warsaw', 'pl', 23],
  PT: ['EUR', 'Europe/Lisbon', 'pt', 23],
  QA: ['QAR', 'Asia/Qatar', 'ar', null],
  RO: ['RON', 'Europe/Bucharest', 'en', 21],
  RS: ['RSD', 'Europe/Belgrade', 'en', 20],
  SA: ['SAR', 'Asia/Riyadh', 'ar', 15],
  SE: ['SEK', 'Europe/Stockholm', 'sv', 25],
  SG: ['SGD', 'Asia/Singapore', 'en', 9],
  SI: ['EUR', 'Europe/Ljubljana', 'en', 22],
  SK: ['EUR', 'Europe/Bratislava', 'en', 23],
  TH: ['THB', 'Asia/Bangkok', 'th', 7],
  TN: ['TND', 'Africa/Tunis', 'ar', 19],
  TR: ['TRY', 'Europe/Istanbul', 'tr', 20],
  TW: ['TWD', 'Asia/Taipei', 'zh-Hant', 5],
  UA: ['UAH', 'Europe/Kyiv', 'uk', 20],
  US: ['USD', 'America/New_York', 'en', null],
  UY: ['UYU', 'America/Montevideo', 'es', 22],
  ZA: ['ZAR', 'Africa/Johannesburg', 'en', 15],
};

/** Settings that a business in the country most likely wants. The paper size follows the country by itself. */
export function suggestDefaults(
  country: string,
): Pick<Account, 'currency' | 'timeZone' | 'locale' | 'defaultTaxRate'> | undefined {
  const found = BY_COUNTRY[country];
  if (!found) return undefined;
  const [currency, timeZone, language, defaultTaxRate] = found;
  return { currency, timeZone, locale: `${language}-${country}`, defaultTaxRate };
}

/** Whether a business in its country usually has other settings. */
export function differsFromCountry(account: Account): boolean {
  const suggested = suggestDefaults(account.country ?? '');
  if (!suggested) return false;
  // A country without a standard rate suggests none.
  const names = ['currency', 'timeZone', 'locale', 'defaultTaxRate'] as const;
  return names.some((name) => suggested[name] !== null && suggested[name] !== account[name]);
}
