import { MAX_UNIT_PRICE } from '../../../../domain/line/line-item.ts';
import { currencyDecimals } from '../../../../domain/money/currency.ts';
import { parseNumber, type Separators } from '../../../../i18n/parse-number.ts';

/** Validation errors of a field; every language has a text for each. */
export type InputError =
  | 'missing'
  | 'unreadable'
  | 'notPositive'
  | 'decimals'
  | 'whole'
  | 'overHundred'
  | 'tooLarge'
  | 'tooLong'
  | 'noCurrency'
  | 'noDate'
  | 'range'
  | 'mixedChoice'
  | 'stages'
  | 'stageRest';

/** Errors by field path: `title`, `rows/<key>/price`, `stages/<key>/value`. */
export type InputErrors = Record<string, InputError>;

export type Read<Value> = { value: Value; error?: undefined } | { value?: undefined; error: InputError };

const MAX_QUANTITY = 1_000_000_000;

export function readQuantity(text: string, separators: Separators): Read<number> {
  const read = readDecimal(text, separators, 4);
  if (read.error) return read;
  if (read.value <= 0) return { error: 'notPositive' };
  return read.value > MAX_QUANTITY ? { error: 'tooLarge' } : read;
}

/** Parses an amount into the smallest unit of the currency. The currency sign or code is allowed next to it. */
export function parseAmount(
  text: string,
  currency: string,
  separators: Separators,
  most = MAX_UNIT_PRICE,
): Read<number> {
  const bare = text
    .replaceAll(/\p{Sc}/gu, ' ')
    .replace(new RegExp(`^\\s*${code(currency)}|${code(currency)}\\s*$`, 'i'), ' ');
  const decimals = currencyDecimals(currency);
  const read = readDigits(bare, separators, decimals);
  if (read.error) return read;
  const [whole = '0', fraction = ''] = read.value.split('.');
  const minor = Number(whole + fraction.padEnd(decimals, '0'));
  return minor > most ? { error: 'tooLarge' } : { value: minor };
}

export function readTaxRate(text: string, separators: Separators): Read<number> {
  if (text.trim() === '') return { value: 0 };
  return upToHundred(readDecimal(withoutPercent(text), separators, 4));
}

/** Parses a percentage with at most `decimals` decimals. */
export function readPercent(text: string, separators: Separators, decimals: number): Read<number> {
  const read = upToHundred(readDecimal(withoutPercent(text), separators, decimals));
  return read.error === 'decimals' && decimals === 0 ? { error: 'whole' } : read;
}

export function readWhole(text: string, separators: Separators, most: number): Read<number> {
  const read = readDecimal(text, separators, 0);
  if (read.error === 'decimals') return { error: 'whole' };
  return read.error === undefined && read.value > most ? { error: 'tooLarge' } : read;
}

function upToHundred(read: Read<number>): Read<number> {
  return read.error === undefined && read.value > 100 ? { error: 'overHundred' } : read;
}

function readDecimal(text: string, separators: Separators, decimals: number): Read<number> {
  const read = readDigits(text, separators, decimals);
  return read.error ? read : { value: Number(read.value) };
}

function readDigits(text: string, separators: Separators, decimals: number): Read<string> {
  if (text.trim() === '') return { error: 'missing' };
  const value = parseNumber(text, separators);
  if (value === undefined) return { error: 'unreadable' };
  const [whole = '', fraction = ''] = value.split('.');
  if (fraction.length > decimals) return { error: 'decimals' };
  return whole.length > MAX_DIGITS ? { error: 'tooLarge' } : { value };
}

/** Most significant digits that a number holds exactly. */
const MAX_DIGITS = 16;

function withoutPercent(text: string): string {
  return text.replace(/[%٪﹪％]/u, ' ');
}

/** The currency code, or a pattern that matches nothing if it is invalid. */
function code(currency: string): string {
  return /^[A-Z]{3}$/.test(currency) ? currency : '(?!)';
}
