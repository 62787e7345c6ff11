import { currencyDecimals } from '../../money/currency.ts';
import type { DateOrder } from './csv-columns.ts';

/** Parses a plain decimal such as `1949.75` into the smallest unit. Returns `undefined` if it has more decimals. */
export function parseDecimalAmount(text: string, currency: string): number | undefined {
  const [, whole, fraction = ''] = /^\+?(\d{1,15})(?:\.(\d{1,10}))?$/.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  const decimals = currencyDecimals(currency);
  const significant = fraction.replace(/0+$/, '');
  if (significant.length > decimals) return undefined;
  const amount = Number(whole + significant.padEnd(decimals, '0'));
  return Number.isSafeInteger(amount) ? amount : undefined;
}

const YEAR_FIRST = /^(\d{4}|1\d\d)([-./])(\d{1,2})\2(\d{1,2})(?:[T ,].*)?$/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:[T ].*)?$/;
const YEAR_LAST = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?:[ ,].*)?$/;
const NAMED_MONTH =
  /^(\d{1,2})(?:[-./ ]{0,2}| de )(\p{L}[\p{L}\p{M}.]{0,14})(?:[-./ ,]{0,2}| de )(\d{4}|\d{2})(?:[ ,].*)?$/u;
const MONTH_FIRST = /^(\p{L}[\p{L}\p{M}.]{0,14}) (\d{1,2}),? (\d{4})(?:[ ,].*)?$/u;
/** The years of the emperor, which the banks of Japan write too: `令和8年`, `R8.11.17`. */
const REIWA = /^(?:令和|R)(\d{1,2})(?=[-.])/;
/** A date of a bank is shorter, also with a time. */
const MAX_DATE_LENGTH = 60;
/** Languages whose names of months are read. */
const LANGUAGES =
  'en de fr es it pt nl pl cs sk hu ro sv da nb fi tr ru uk el id vi th et lv lt bg sl ca he ar'.split(' ');
let months: ReadonlyMap<string, number> | undefined;

/**
 * Parses `2026-11-20`, `20261120`, `20.11.2026`, `20.11.26`, `20/11/2026`, `20-Nov-2026`, `2026年11月20日`, each with or without a
 * time, in the years of our calendar, of Thailand (2569), Taiwan (115) and Japan (R8). With points the day always comes first;
 * `order` decides about slashes and hyphens.
 */
export function parseStatementDate(text: string, order: DateOrder = 'dmy'): string | undefined {
  if (text.length > MAX_DATE_LENGTH || !/\p{Nd}/u.test(text)) return undefined;
  const plain = toPlainDigits(text)
    .trim()
    .replace(/[年년]\s?/, '-')
    .replace(/[月월]\s?/, '-')
    .replace(/[日일]/, '')
    .replaceAll(/(?<=\d)\.(?: (?=\d)|$)/g, (point) => point.trim() && (point === '.' ? '' : '.'))
    .replace(REIWA, (_, year) => String(2018 + Number(year)));
  const [, year, , month, day] = YEAR_FIRST.exec(plain) ?? [];
  if (year) return toDate(year, month, day);
  const compact = COMPACT.exec(plain);
  if (compact) return toDate(compact[1], compact[2], compact[3]);
  const [, first, separator, second, last] = YEAR_LAST.exec(plain) ?? [];
  if (first) {
    const isMonthFirst = order === 'mdy' && separator !== '.';
    return isMonthFirst ? toDate(last, first, second) : toDate(last, second, first);
  }
  const [, dayBefore, named, yearAfter] = NAMED_MONTH.exec(plain) ?? [];
  if (named) return toDate(yearAfter, findMonth(named), dayBefore);
  const [, name, dayAfter, ofName] = MONTH_FIRST.exec(plain) ?? [];
  return name ? toDate(ofName, findMonth(name), dayAfter) : undefined;
}

/** Zeros of other scripts. Wide digits are normalized. */
const ZEROS = [0x660, 0x6f0, 0x966, 0xe50];

/** Writes digits of any script with those of ASCII. */
export function toPlainDigits(text: string): string {
  return text.normalize('NFKC').replaceAll(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = ZEROS.find((start) => code >= start && code < start + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}

/** Finds a month by its name, or by a beginning that only one month has. */
function findMonth(name: string): string {
  months ??= listMonths();
  const word = simplifyMonth(name);
  const found = months.get(word);
  if (found) return String(found);
  const begun = new Set(
    word.length < 3
      ? []
      : months
          .keys()
          .filter((key) => key.startsWith(word))
          .map((key) => months?.get(key)),
  );
  return begun.size === 1 ? String([...begun][0]) : '';
}

function simplifyMonth(name: string): string {
  return name.toLowerCase().normalize('NFKC').replaceAll('.', '');
}

/** Lists the names of months, long and short. Where languages disagree, the first one counts. */
function listMonths(): Map<string, number> {
  const names = new Map([['sept', 9]]);
  for (const language of LANGUAGES) {
    for (const style of ['long', 'short'] as const) {
      for (let month = 1; month <= 12; month++) {
        const time = Date.UTC(2026, month - 1, 1);
        for (const day of [{}, { day: 'numeric' as const }]) {
          const format = new Intl.DateTimeFormat(`${language}-u-ca-gregory`, {
            month: style,
            timeZone: 'UTC',
            ...day,
          });
          const part = format.formatToParts(time).find(({ type }) => type === 'month')?.value ?? '';
          for (const form of [part, part.normalize('NFD').replaceAll(/\p{Mn}/gu, '')]) {
            const key = simplifyMonth(form);
            if (!/^\d*$/.test(key) && !names.has(key)) names.set(key, month);
          }
        }
      }
    }
  }
  return names;
}

/** Years of two digits are of this century, those of Thailand (69 for 2569) too. */
function toFullYear(year: string): number {
  const number = Number(year);
  if (year.length === 2) return number < 60 ? 2000 + number : 1957 + number;
  if (year.length === 3) return 1911 + number;
  return number >= 2400 && number < 2700 ? number - 543 : number;
}

function toDate(year = '', month = '', day = ''): string | undefined {
  const parts = [String(toFullYear(year)), month.padStart(2, '0'), day.padStart(2, '0')];
  const date = parts.join('-');
  const time = Date.parse(`${date}T00:00:00Z`);
  const isDate = /^(?:19|2\d)\d\d-\d{2}-\d{2}$/.test(date);
  return isDate && new Date(time || 0).toISOString().startsWith(date) ? date : undefined;
}

/**
 * Finds the order that the dates of a file have: that of the first date that only one order makes valid. Returns `undefined` if every
 * date is valid in both, and `null` if the order does not matter.
 */
export function findDateOrder(dates: Iterable<string>): DateOrder | null | undefined {
  let isOpen = false;
  for (const date of dates) {
    const [dayFirst, monthFirst] = [parseStatementDate(date, 'dmy'), parseStatementDate(date, 'mdy')];
    if (dayFirst === monthFirst) continue;
    if (monthFirst === undefined) return 'dmy';
    if (dayFirst === undefined) return 'mdy';
    isOpen = true;
  }
  return isOpen ? undefined : null;
}
