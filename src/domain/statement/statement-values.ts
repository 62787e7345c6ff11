import { currencyDecimals } from '../money/currency.ts';

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

/**
 * Parses an amount as banks write it into their files: `1'949.75`, `1.949,75`, `-12,00`, `12.00-`. A point or comma
 * before three digits separates thousands. Returns `undefined` for anything else.
 */
export function parseWrittenAmount(text: string, currency: string): number | undefined {
  const bare = text.replaceAll(/[\s\u00a0\u2009\u202f'’]/g, '').replace(/^[A-Z]{3}|[A-Z]{3}$/, '');
  const [, before = '', number = '', after = ''] = /^([-+\u2212]?)(\d[\d.,]*)([-+]?)$/.exec(bare) ?? [];
  if (number.length === 0 || number.length > 30 || (before && after)) return undefined;
  const plain = toPlainDecimal(number);
  const amount = plain === undefined ? undefined : parseDecimalAmount(plain, currency);
  const isNegative = before === '-' || before === '\u2212' || after === '-';
  return amount !== undefined && isNegative ? -amount : amount;
}

function toPlainDecimal(number: string): string | undefined {
  const last = Math.max(number.lastIndexOf('.'), number.lastIndexOf(','));
  if (last < 0) return number;
  const fraction = number.slice(last + 1);
  const isGrouping = fraction.length === 3;
  const whole = isGrouping ? number : number.slice(0, last);
  const separators = new Set(whole.match(/[.,]/g));
  const isMixed = separators.size > 1 || (!isGrouping && separators.has(number[last] ?? ''));
  const [first = '', ...groups] = whole.split(/[.,]/);
  const isGrouped = groups.length === 0 || (first.length <= 3 && groups.every((group) => group.length === 3));
  if (isMixed || !isGrouped) return undefined;
  const digits = first + groups.join('');
  return isGrouping ? digits : `${digits}.${fraction || '0'}`;
}

/** Parses `2026-11-20`, `20.11.2026`, `20.11.26`, `20/11/2026` and `20261120`. The day comes before the month. */
export function parseStatementDate(text: string): string | undefined {
  const trimmed = text.trim();
  const [, y, m, d] = /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ].*)?$/.exec(trimmed) ?? [];
  const [, day, month, year] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})(?:\s.*)?$/.exec(trimmed) ?? [];
  const parts = y ? [y, m, d] : [year?.length === 2 ? `20${year}` : year, month, day];
  const date = parts.map((part) => (part ?? '').padStart(2, '0')).join('-');
  const time = Date.parse(`${date}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(date) && new Date(time || 0).toISOString().startsWith(date)
    ? date
    : undefined;
}
