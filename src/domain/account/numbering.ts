import { memoize } from '../bounded-cache.ts';

/**
 * The sequence in a number format such as `Q-{year}-{seq:5}`. `{year}` is the year in the account's time zone;
 * `{seq}` is the running number, padded to n digits by `:n`.
 */
const SEQUENCE = /\{seq(?::([1-9]))?\}/;

export const DEFAULT_QUOTE_NUMBER_FORMAT = 'Q-{year}-{seq:5}';
export const DEFAULT_INVOICE_NUMBER_FORMAT = 'INV-{year}-{seq:5}';
export const DEFAULT_CREDIT_NOTE_NUMBER_FORMAT = 'CN-{year}-{seq:5}';

export function findNumberFormatError(format: string): string | undefined {
  const rest = format.replace(SEQUENCE, '').replaceAll('{year}', '');
  if (!SEQUENCE.test(format)) return 'must contain {seq} or, padded with zeros, {seq:5}';
  if (/[{}]/.test(rest)) return 'may contain {seq} or {seq:n} once, {year}, and no other braces';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression rejects them
  if (/[\u0000-\u001f\u007f]/.test(rest)) return 'must not contain control characters';
  return undefined;
}

/** A format with the year filled in. */
export interface NumberSeries {
  /** Formats that print the same numbers share one sequence, so that no number is used twice. */
  key: string;
  print(value: number): string;
}

const seriesByText = new Map<string, NumberSeries>();
const MAX_SERIES = 1000;

export function getNumberSeries(format: string, year: number): NumberSeries {
  const text = format.replaceAll('{year}', String(year));
  return memoize(seriesByText, MAX_SERIES, text, () => createSeries(text));
}

function createSeries(text: string): NumberSeries {
  const [placeholder = '', width = '1'] = SEQUENCE.exec(text) ?? [];
  const [before = '', after = ''] = text.split(placeholder, 2);
  return {
    key: `${before}{seq}${after}`,
    print: (value) => before + String(value).padStart(Number(width), '0') + after,
  };
}

/** A number of a sequence by its key, padded as the account's format of this or the last year prints it. */
export function printNumber(key: string, value: number, formats: readonly string[], year: number): string {
  const all = formats.flatMap((format) => [year, year - 1].map((each) => getNumberSeries(format, each)));
  const series = all.find((each) => each.key === key);
  return series?.print(value) ?? key.replace('{seq}', () => String(value));
}
