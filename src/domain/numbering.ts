/**
 * A number format such as `Q-{year}-{seq:5}`: `{year}` is the year of the account's time zone, `{seq}` the
 * running number, with `:n` padded to n digits.
 */
const SEQUENCE = /\{seq(?::([1-9]))?\}/;
const YEAR = /\{year\}/g;

export const DEFAULT_QUOTE_NUMBER_FORMAT = 'Q-{year}-{seq:5}';
export const DEFAULT_INVOICE_NUMBER_FORMAT = 'INV-{year}-{seq:5}';

export function numberFormatError(format: string): string | undefined {
  const rest = format.replace(SEQUENCE, '').replaceAll(YEAR, '');
  if (!SEQUENCE.test(format)) return 'must contain {seq} or, padded with zeros, {seq:5}';
  if (/[{}]/.test(rest)) return 'may contain {seq} or {seq:n} once and {year}, no other braces';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\u0000-\u001f\u007f]/.test(rest)) return 'must not contain control characters';
  return undefined;
}

/** Formats that would print the same numbers share one sequence, so that no number comes twice. */
export function sequenceKey(format: string, year: number): string {
  return format.replaceAll(YEAR, String(year)).replace(SEQUENCE, '{seq}');
}

export function printNumber(format: string, year: number, value: number): string {
  return format
    .replaceAll(YEAR, String(year))
    .replace(SEQUENCE, (_, width?: string) => String(value).padStart(Number(width ?? 1), '0'));
}
