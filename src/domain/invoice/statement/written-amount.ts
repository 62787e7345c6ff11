import { currencyDecimals } from '../../money/currency.ts';
import { findSide } from './columns/direction.ts';
import type { DecimalSign } from './csv-columns.ts';
import { listCurrencies } from './currency-signs.ts';
import { parseDecimalAmount, toPlainDigits } from './statement-values.ts';

/** An amount as a bank writes it into a file, without spaces, sign and currency. */
export interface WrittenAmount {
  /** Digits with points and commas. */
  number: string;
  isNegative: boolean;
  /** The currencies that the word next to the number may mean: `$` is any dollar. `null`: there is no word. */
  currencies: readonly string[] | null;
  /** The character before the decimals, as far as the number shows it. `unclear`: `5.000` may be 5 or 5000. */
  decimal: DecimalSign | 'none' | 'unclear';
}

const MAX_LENGTH = 60;
const WORD = '[\\p{L}\\p{Sc}](?:[\\p{L}\\p{M}\\p{Sc}./]{0,5}[\\p{L}\\p{M}\\p{Sc}./])?';
const WRITTEN = new RegExp(`^([-+(]?)(${WORD})?([-+]?)(\\d[\\d.,]*)([-+]?)(${WORD})?([-)]?)$`, 'u');
const SPACES = /[\s'’`]/g;
const GROUPED_BY_SPACE = /\d[\s'’`]\d{3}/;

/**
 * Reads the parts of an amount: `1'949.75`, `1.949,75 €`, `-12,00`, `12.00-`, `(12.00)`, `CHF 12`, `12.00 DR`. Returns `undefined`
 * for anything else.
 */
export function readWrittenAmount(text: string): WrittenAmount | undefined {
  if (text.length > MAX_LENGTH || !/\p{Nd}/u.test(text)) return undefined;
  const plain = toPlainDigits(text)
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-');
  const found = WRITTEN.exec(plain.replaceAll(SPACES, ''));
  if (!found) return undefined;
  const [, before = '', left = '', inner = '', number = '', after = '', right = '', end = ''] = found;
  const signs = [before, inner, after, end].filter((sign) => sign !== '').join('');
  const side = right === '' ? undefined : findSide(right);
  const words = [left, side ? '' : right].filter((word) => word !== '');
  const isSigned = signs.length <= 1 || signs === '()';
  if (!isSigned || words.length > 1 || (side && signs) || /^[()]$/.test(signs)) return undefined;
  const currencies = words[0] === undefined ? null : listCurrencies(words[0]);
  if (currencies?.length === 0 || number.length > 30) return undefined;
  const isNegative = /[-(]/.test(signs) || side === 'debit';
  return { number, isNegative, currencies, decimal: findDecimal(number, GROUPED_BY_SPACE.test(plain)) };
}

function findDecimal(number: string, hasOtherGrouping: boolean): WrittenAmount['decimal'] {
  const signs = number.match(/[.,]/g) ?? [];
  const last = signs.at(-1) as DecimalSign | undefined;
  if (last === undefined) return 'none';
  const other = last === '.' ? ',' : '.';
  if (new Set(signs).size > 1) return last;
  if (signs.length > 1) return other;
  const [whole = '', fraction = ''] = number.split(last);
  const isDecimal = fraction.length !== 3 || whole.length > 3 || /^0/.test(whole) || hasOtherGrouping;
  return isDecimal ? last : 'unclear';
}

/** What the amounts of a file show about the way they are written. */
export interface WritingStyle {
  /** The character before the decimals; `undefined` if no amount shows it, and `null` if some show one and some the other. */
  decimal: DecimalSign | null | undefined;
  /** Whether every amount has exactly three digits after its only point. */
  hasThreeDecimals: boolean;
}

/** Finds the style of all amounts of a file, of any column. */
export function findWritingStyle(amounts: Iterable<WrittenAmount>): WritingStyle {
  const shown = new Set<DecimalSign>();
  let hasThreeDecimals = true;
  for (const { decimal, number } of amounts) {
    if (decimal === '.' || decimal === ',') shown.add(decimal);
    hasThreeDecimals &&= /^\d+\.\d{3}$/.test(number);
  }
  const [first, second] = shown;
  return { decimal: second ? null : first, hasThreeDecimals };
}

/**
 * Converts an amount into the smallest unit. Where neither the number nor the file shows what a point or comma means, it groups
 * thousands in currencies without three decimals. Returns `unclear` if a person must decide, and `undefined` if it is no amount.
 */
export function toMinorUnits(
  { number, isNegative, decimal }: WrittenAmount,
  currency: string,
  style: WritingStyle,
): number | 'unclear' | undefined {
  const sign = decimal === 'unclear' ? decideSign(number, currency, style) : decimal;
  if (sign === 'unclear') return 'unclear';
  const plain = toPlainDecimal(number, sign);
  const amount = plain === undefined ? undefined : parseDecimalAmount(plain, currency);
  return amount !== undefined && isNegative ? -amount : amount;
}

function decideSign(
  number: string,
  currency: string,
  { decimal, hasThreeDecimals }: WritingStyle,
): DecimalSign | 'none' | 'unclear' {
  if (decimal) return decimal;
  if (decimal === null) return 'unclear';
  if (currencyDecimals(currency) !== 3) return number.includes('.') ? ',' : '.';
  return hasThreeDecimals ? '.' : 'unclear';
}

/** Also knows the groups of India: `1,00,000.00`. */
const GROUPED = /^\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3}$/;

function toPlainDecimal(number: string, sign: DecimalSign | 'none'): string | undefined {
  const parts = sign === 'none' ? [number] : number.split(sign);
  const [whole = '', fraction = ''] = parts;
  if (parts.length > 2) return undefined;
  if (/[.,]/.test(fraction) || (/[.,]/.test(whole) && !GROUPED.test(whole))) return undefined;
  return `${whole.replaceAll(/[.,]/g, '')}.${fraction || '0'}`;
}
