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

const YEAR_FIRST = /^(\d{4})([-./]?)(\d{2})\2(\d{2})(?:[T ].*)?$/;
const YEAR_LAST = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?:\s.*)?$/;
const NAMED_MONTH =
  /^(\d{1,2})[-. /](jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?[-. /](\d{4}|\d{2})(?:\s.*)?$/i;
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
/** A date of a bank is shorter, also with a time. */
const MAX_DATE_LENGTH = 60;

/**
 * Parses `2026-11-20`, `20261120`, `20.11.2026`, `20.11.26`, `20/11/2026`, `20-Nov-2026`, each with or without a time. With
 * points the day always comes first; `order` decides about slashes and hyphens.
 */
export function parseStatementDate(text: string, order: DateOrder = 'dmy'): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > MAX_DATE_LENGTH) return undefined;
  const [, year, , month, day] = YEAR_FIRST.exec(trimmed) ?? [];
  if (year) return toDate(year, month, day);
  const [, named, name = '', ofName] = NAMED_MONTH.exec(trimmed) ?? [];
  if (named) return toDate(ofName, String(MONTHS.indexOf(name.toLowerCase()) + 1), named);
  const [, first, separator, second, last] = YEAR_LAST.exec(trimmed) ?? [];
  return order === 'mdy' && separator !== '.' ? toDate(last, first, second) : toDate(last, second, first);
}

function toDate(year = '', month = '', day = ''): string | undefined {
  const parts = [year.length === 2 ? `20${year}` : year, month.padStart(2, '0'), day.padStart(2, '0')];
  const date = parts.join('-');
  const time = Date.parse(`${date}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(date) && new Date(time || 0).toISOString().startsWith(date)
    ? date
    : undefined;
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
