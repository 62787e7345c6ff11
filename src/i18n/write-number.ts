import { currencyDecimals, decimalAmount } from '../domain/money/currency.ts';

/** As a person of that language would type it into a field, to be read by `readNumber`. */
export function writeNumber(value: number, tag: string): string {
  return inLanguage(tag, 0, 4).format(value);
}

/** An amount in the smallest unit of its currency, with all of its decimals. */
export function writeAmount(minor: number, currency: string, tag: string): string {
  const decimals = currencyDecimals(currency);
  return inLanguage(tag, decimals, decimals).format(decimalAmount(minor, currency) as `${number}`);
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
