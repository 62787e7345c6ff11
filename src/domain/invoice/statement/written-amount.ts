import { currencyDecimals, isCurrency } from '../../money/currency.ts';
import type { DecimalSign } from './csv-columns.ts';
import { parseDecimalAmount } from './statement-values.ts';

/** An amount as a bank writes it into a file, without spaces, sign and currency. */
export interface WrittenAmount {
  /** Digits with points and commas. */
  number: string;
  isNegative: boolean;
  /** The currency next to the number, if it is certain: `$` may be any dollar. */
  currency: string | null;
  /** The character before the decimals, as far as the number shows it. `unclear`: `5.000` may be 5 or 5000. */
  decimal: DecimalSign | 'none' | 'unclear';
}

const SYMBOLS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '₪': 'ILS',
  '₩': 'KRW',
  KD: 'KWD',
  BD: 'BHD',
};
const MAX_LENGTH = 60;
const WRITTEN =
  /^([-+\u2212(]?)([A-Za-z]{2,3}|[A-Z]{0,2}\p{Sc})?([-+\u2212]?)(\d[\d.,]*)([-+]?)([A-Za-z]{2,3}|\p{Sc})?([-)]?)$/u;

/**
 * Reads the parts of an amount: `1'949.75`, `1.949,75 €`, `-12,00`, `12.00-`, `(12.00)`, `CHF 12`, `12.00 DR`. Returns `undefined`
 * for anything else.
 */
export function readWrittenAmount(text: string): WrittenAmount | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const bare = text.replaceAll(/[\s\u00a0\u2009\u202f'’`]/g, '');
  const found = WRITTEN.exec(bare);
  if (!found) return undefined;
  const [, before = '', left = '', inner = '', number = '', after = '', right = '', end = ''] = found;
  const signs = [before, inner, after, end].filter((sign) => sign !== '').join('');
  const side = /^(cr|dr)$/i.exec(right)?.[0].toLowerCase();
  const words = [left, side ? '' : right].filter((word) => word !== '');
  const isSigned = signs.length <= 1 || signs === '()';
  if (!isSigned || words.length > 1 || (side && signs) || /^[()]$/.test(signs)) return undefined;
  const currency = findCurrency(words[0]);
  if (currency === undefined || number.length > 30) return undefined;
  const isNegative = /[-\u2212(]/.test(signs) || side === 'dr';
  const hasOtherGrouping = /\d[\s\u00a0\u2009\u202f'’`]\d{3}/.test(text);
  return { number, isNegative, currency, decimal: findDecimal(number, hasOtherGrouping) };
}

/** Returns `null` if no currency is certain, and `undefined` if the word is none. */
export function findCurrency(word: string | undefined): string | null | undefined {
  if (word === undefined) return null;
  const code = SYMBOLS[word] ?? word.toUpperCase();
  if (isCurrency(code)) return code;
  return /^[A-Z]{0,2}\p{Sc}$/u.test(word) ? null : undefined;
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
