import { currencyDecimals } from '../domain/money/currency.ts';

/** As a person of that language would type it into a field, to be read by `readNumber`. */
export function writeNumber(value: number, tag: string): string {
  return inLanguage(tag, 0, 4).format(value);
}

/** An amount in the smallest unit of its currency, with all of its decimals. */
export function writeAmount(minor: number, currency: string, tag: string): string {
  const decimals = currencyDecimals(currency);
  return inLanguage(tag, decimals, decimals).format(decimalText(minor, decimals) as `${number}`);
}

/** A decimal text keeps every digit where a division would not. */
export function decimalText(minor: number, decimals: number): string {
  const sign = minor < 0 ? '-' : '';
  const digits = Math.abs(minor)
    .toString()
    .padStart(decimals + 1, '0');
  return decimals === 0 ? sign + digits : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

const formats = new Map<string, Intl.NumberFormat>();

function inLanguage(tag: string, least: number, most: number): Intl.NumberFormat {
  const key = `${tag} ${least} ${most}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(tag, { minimumFractionDigits: least, maximumFractionDigits: most });
    if (formats.size >= MAX_FORMATS) formats.clear();
    formats.set(key, format);
  }
  return format;
}

const MAX_FORMATS = 500;
