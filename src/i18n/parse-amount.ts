import { currencyDecimals } from '../domain/money/currency.ts';
import type { Locale } from './locale.ts';
import { getSeparators, parseNumber } from './parse-number.ts';

/** Parses an amount that a person typed into the smallest unit of its currency; `undefined` if it is not an amount. */
export function parseAmount(
  text: string,
  currency: string,
  { tag }: Pick<Locale, 'tag'>,
): number | undefined {
  const decimals = currencyDecimals(currency);
  const plain = parseNumber(text, getSeparators(tag));
  const [whole = '', fraction = ''] = plain?.split('.') ?? [];
  if (plain === undefined || fraction.length > decimals) return undefined;
  const minor = Number(whole + fraction.padEnd(decimals, '0'));
  return Number.isSafeInteger(minor) ? minor : undefined;
}

/** Parses any other number that a person typed. */
export function parseDecimal(text: string, { tag }: Pick<Locale, 'tag'>): number | undefined {
  const plain = parseNumber(text, getSeparators(tag));
  return plain === undefined ? undefined : Number(plain);
}
