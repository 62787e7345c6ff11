import { readDigits } from '../../../../i18n/parse-amount.ts';
import type { Separators } from '../../../../i18n/parse-number.ts';

/** Validation errors of a field; every language has a text for each. */
export type InputError =
  | 'missing'
  | 'unreadable'
  | 'notPositive'
  | 'decimals'
  | 'whole'
  | 'overHundred'
  | 'tooLarge'
  /** The number is the most characters that the field may have. */
  | `tooLong ${number}`
  | 'noCurrency'
  | 'noDate'
  | 'range'
  /** The largest and the smallest quantity and their step, as they were typed. */
  | `outside ${string}|${string}|${string}`
  | 'mixedChoice'
  | 'steps'
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

function withoutPercent(text: string): string {
  return text.replace(/[%٪﹪％]/u, ' ');
}

/** The error of a text with more characters than allowed. */
export function findLengthError(text: string, most: number): InputError | undefined {
  return [...text].length > most ? `tooLong ${most}` : undefined;
}
