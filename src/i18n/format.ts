import { memoize } from '../domain/bounded-cache.ts';
import { currencyDecimals, formatDecimalAmount } from '../domain/money/currency.ts';
import type { Locale } from './locale.ts';

/** `minor` is in the smallest unit of the currency; the currency defines the decimals. */
export function formatMoney(minor: number | bigint, currency: string, locale: Locale): string {
  return memoize(moneyTexts, MAX_TEXTS, `${locale.tag} ${currency} ${minor}`, () =>
    formatAmount(moneyFormat(locale.tag, currency), minor, currency, locale),
  );
}

/** Formats an amount in about five characters, such as “£18.4K”, for charts. */
export function formatShortMoney(minor: bigint, currency: string, locale: Locale): string {
  const short = { notation: 'compact', maximumFractionDigits: 1 } as const;
  const format = numberFormat(locale.tag, { style: 'currency', currency, ...short });
  return formatAmount(format, minor, currency, locale);
}

function formatAmount(
  format: Intl.NumberFormat,
  minor: number | bigint,
  currency: string,
  { language }: Locale,
): string {
  // A decimal string keeps every digit; a division would lose some.
  const amount = format.format(formatDecimalAmount(minor, currency) as `${number}`);
  const signed = minor < 0 ? amount.replace('-', MINUS) : amount;
  return language === 'ar' ? signed.replace(LETTERED_SYMBOL, narrowSymbol(currency)) : signed;
}

/** CLDR writes “UK£” in Arabic, which reads “£UK” from right to left. */
const LETTERED_SYMBOL = /[A-Z]+[£$¥]/;

/** “£”; a symbol that needs letters, such as “CA$”, keeps its order by a mark. */
function narrowSymbol(currency: string): string {
  return memoize(symbols, MAX_FORMATS, currency, () => {
    const parts = new Intl.NumberFormat('en', { style: 'currency', currency }).formatToParts(0);
    const symbol = parts.find(({ type }) => type === 'currency')?.value ?? currency;
    return symbol.length > 1 ? symbol + LEFT_TO_RIGHT_MARK : symbol;
  });
}

function moneyFormat(tag: string, currency: string): Intl.NumberFormat {
  return memoize(numberFormats, MAX_FORMATS, `${tag} ${currency}`, () => {
    const decimals = currencyDecimals(currency);
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    return new Intl.NumberFormat(tag, { style: 'currency', currency, ...digits });
  });
}

export function formatQuantity(quantity: number, locale: Locale): string {
  return memoize(quantityTexts, MAX_TEXTS, `${locale.tag} ${quantity}`, () =>
    numberFormat(locale.tag, { maximumFractionDigits: 4 }, 'quantity').format(quantity),
  );
}

/** Formats a decimal text with all its digits and without groups: it may be a number of something. */
export function formatDecimal(text: string, locale: Locale): string {
  const digits = text.split('.')[1]?.length ?? 0;
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false };
  return numberFormat(locale.tag, options).format(text as `${number}`);
}

/** `rate` is in percent: 19 gives “19 %” in the notation of the language. */
export function formatPercent(rate: number, locale: Locale): string {
  return memoize(percentTexts, MAX_TEXTS, `${locale.tag} ${rate}`, () =>
    numberFormat(locale.tag, { style: 'unit', unit: 'percent', maximumFractionDigits: 4 }).format(rate),
  );
}

export function formatNumber(value: number, locale: Locale, maximumFractionDigits = 1): string {
  return numberFormat(locale.tag, { maximumFractionDigits }).format(value);
}

/** Formats a month (`YYYY-MM`) as “Nov 26”. */
export function formatMonth(month: string, locale: Locale): string {
  return dateFormat(locale, 'month', 'UTC').format(new Date(`${month}-01T00:00:00Z`));
}

/** Formats a file size in kilobytes (1,000 bytes) or larger units. */
export function formatBytes(bytes: number, locale: Locale): string {
  const [unit, size] = bytes < 999_500 ? (['kilobyte', 1e3] as const) : (['megabyte', 1e6] as const);
  const digits = { maximumFractionDigits: unit === 'megabyte' ? 1 : 0 };
  const shown = bytes === 0 ? 0 : Math.max(1, bytes / size);
  return numberFormat(locale.tag, { style: 'unit', unit, ...digits }).format(shown);
}

/** Formats the day of an ISO date-time in a time zone. */
export function formatDate(iso: string, locale: Locale, timeZone: string): string {
  return dateFormat(locale, 'long', timeZone).format(new Date(iso));
}

export function formatDateTime(iso: string, locale: Locale, timeZone: string): string {
  return dateFormat(locale, 'moment', timeZone).format(new Date(iso)).replace(ZONE_IN_BRACKETS, '$1');
}

/** Traditional Chinese puts the zone in square brackets, which reads like a placeholder. */
const ZONE_IN_BRACKETS = /\[(.+)\]/;

/**
 * Formats the expiry of a quote, the same everywhere: the date alone if it is the end of a day, else with the
 * time, in whole minutes, and the zone.
 */
export function formatEnd(iso: string, locale: Locale, timeZone: string): string {
  const isEndOfDay = ['23:59', '00:00'].includes(formatClock(iso, timeZone));
  return isEndOfDay ? formatEndDay(iso, locale, timeZone) : formatDateTime(iso, locale, timeZone);
}

/** Formats the last day on which a quote is valid: midnight ends the day before. */
export function formatEndDay(iso: string, locale: Locale, timeZone: string): string {
  return formatDate(findLastMoment(iso, timeZone), locale, timeZone);
}

/** The same day, short enough for a column: “16 Dec 2026”. */
export function formatShortEndDay(iso: string, locale: Locale, timeZone: string): string {
  const last = findLastMoment(iso, timeZone);
  return dateFormat(locale, 'medium', timeZone).format(new Date(last));
}

function findLastMoment(iso: string, timeZone: string): string {
  const isMidnight = formatClock(iso, timeZone) === '00:00';
  return isMidnight ? new Date(Date.parse(iso) - MINUTE_MS).toISOString() : iso;
}

function formatClock(iso: string, timeZone: string): string {
  return dateFormat({ tag: 'en-GB' }, 'clock', timeZone).format(new Date(iso));
}

const MINUTE_MS = 60_000;

/** Formats a calendar date (`YYYY-MM-DD`), which has no time zone. */
export function formatCalendarDate(date: string, locale: Locale): string {
  return formatDate(`${date}T00:00:00.000Z`, locale, 'UTC');
}

/** Formats the days from one calendar date to another: “1 – 28 February 2026”. */
export function formatCalendarRange(from: string, to: string, locale: Locale): string {
  return formatRangeEnds(from, to, locale).join('');
}

/** Formats the same days in two parts, “1 – ” and “28 February 2026”. The same day twice has no second part. */
export function formatRangeEnds(from: string, to: string, locale: Locale): [first: string, last: string] {
  const [first, last] = [from, to].map((date) => new Date(`${date}T00:00:00.000Z`)) as [Date, Date];
  const parts = dateFormat(locale, 'long', 'UTC').formatRangeToParts(first, last);
  const end = parts.findIndex(({ source }) => source === 'endRange');
  const join = (some: typeof parts) => some.map(({ value }) => value).join('');
  return end < 0 ? [join(parts), ''] : [join(parts.slice(0, end)), join(parts.slice(end))];
}

/** Formats a number of days: “14 days”. */
export function formatDays(days: number, { tag, language }: Locale): string {
  const text = numberFormat(tag, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days);
  // Swedish uses “dygn” for 24 hours and “dag” for calendar days.
  return language === 'sv' ? text.replace('dygn', days === 1 ? 'dag' : 'dagar') : text;
}

/** The minus sign, as wide as a plus. CLDR data uses a hyphen for most languages. */
const MINUS = '\u2212';

const LEFT_TO_RIGHT_MARK = '\u200e';

/** Caches formatted amounts, because lists repeat the same ones. */
const moneyTexts = new Map<string, string>();
const quantityTexts = new Map<string, string>();
const symbols = new Map<string, string>();
const percentTexts = new Map<string, string>();
const MAX_TEXTS = 2000;

const numberFormats = new Map<string, Intl.NumberFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();
/** Each formatter takes up to 30 KB, and there are hundreds of time zones per language. */
const MAX_FORMATS = 500;

/** `name` identifies the options on hot paths: serializing them takes as long as formatting. */
function numberFormat(tag: string, options: Intl.NumberFormatOptions, name?: string): Intl.NumberFormat {
  const key = `${tag} ${name ?? JSON.stringify(options)}`;
  return memoize(numberFormats, MAX_FORMATS, key, () => new Intl.NumberFormat(tag, options));
}

/** The forms of a date, by name: serializing options to find their formatter takes as long as formatting. */
const DATE_FORMS = {
  long: { dateStyle: 'long' },
  medium: { dateStyle: 'medium' },
  month: { month: 'short', year: '2-digit' },
  clock: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  moment: {
    ...{ year: 'numeric', month: 'long', day: 'numeric' },
    ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

function dateFormat(
  { tag, calendar = 'gregory' }: { tag: string; calendar?: 'buddhist' | 'gregory' },
  form: keyof typeof DATE_FORMS,
  timeZone: string,
): Intl.DateTimeFormat {
  // Contracts use the Gregorian calendar unless the seller's country has another one, so the language must not
  // choose the calendar. The digits follow the language.
  const create = () => new Intl.DateTimeFormat(tag, { ...DATE_FORMS[form], calendar, timeZone });
  return memoize(dateFormats, MAX_FORMATS, `${tag} ${calendar} ${form} ${timeZone}`, create);
}
