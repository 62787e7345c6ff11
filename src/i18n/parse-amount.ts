import { currencyDecimals } from '../domain/money/currency.ts';
import type { Locale } from './locale.ts';
import { getSeparators, parseNumber, type Separators } from './parse-number.ts';

/** Why a text is not a number with at most so many decimals. */
type NumberError = 'missing' | 'unreadable' | 'decimals' | 'tooLarge';

export type ReadNumber<Value> =
  | { value: Value; error?: undefined }
  | { value?: undefined; error: NumberError };

/** Parses a number that a person typed into a plain decimal (`1234.25`). */
export function readDigits(text: string, separators: Separators, decimals: number): ReadNumber<string> {
  if (text.trim() === '') return { error: 'missing' };
  const value = parseNumber(text, separators);
  if (value === undefined) return { error: 'unreadable' };
  const [whole = '', fraction = ''] = value.split('.');
  if (fraction.length > decimals) return { error: 'decimals' };
  return whole.length > MAX_DIGITS ? { error: 'tooLarge' } : { value };
}

/** Most significant digits that a number holds exactly. */
const MAX_DIGITS = 16;

/**
 * Parses an amount into the smallest unit of the currency. All forms read amounts with it, so that `£850`, `850,00` and
 * `1.234,50 EUR` mean the same everywhere. The sign or code of the currency is allowed next to the number.
 */
export function readAmount(
  text: string,
  currency: string,
  separators: Separators,
  most = Number.MAX_SAFE_INTEGER,
): ReadNumber<number> {
  const decimals = currencyDecimals(currency);
  const read = readDigits(removeCurrency(text, currency), separators, decimals);
  if (read.error) return read;
  const [whole = '0', fraction = ''] = read.value.split('.');
  const minor = Number(whole + fraction.padEnd(decimals, '0'));
  return minor > most ? { error: 'tooLarge' } : { value: minor };
}

function removeCurrency(text: string, currency: string): string {
  const bare = text.replaceAll(/\p{Lu}{0,3}\p{Sc}/gu, ' ');
  if (!/\p{L}/u.test(bare) || !/^[A-Z]{3}$/.test(currency)) return bare;
  const trimmed = bare.trim().toLowerCase();
  const mark = [currency, getSymbol(currency)]
    .map((name) => name.toLowerCase())
    .find((name) => trimmed.startsWith(name) || trimmed.endsWith(name));
  if (mark === undefined) return bare;
  return trimmed.startsWith(mark) ? trimmed.slice(mark.length) : trimmed.slice(0, -mark.length);
}

/** The sign of a currency that is written with letters, such as `kr` or `zł`. */
function getSymbol(currency: string): string {
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
  const parts = new Intl.NumberFormat('en', style).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? currency;
}

/** Parses an amount that a person typed into the smallest unit of its currency; `undefined` if it is not an amount. */
export function parseAmount(
  text: string,
  currency: string,
  { tag }: Pick<Locale, 'tag'>,
): number | undefined {
  return readAmount(text, currency, getSeparators(tag)).value;
}

/** Parses any other number that a person typed. */
export function parseDecimal(text: string, { tag }: Pick<Locale, 'tag'>): number | undefined {
  const plain = parseNumber(text, getSeparators(tag));
  return plain === undefined ? undefined : Number(plain);
}
