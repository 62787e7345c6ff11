import { madeOnce } from '../domain/bounded-memory.ts';
import { currencyDecimals, decimalAmount } from '../domain/money/currency.ts';

/** Formats a number as a person would type it, so that `readNumber` can parse it. */
export function writeNumber(value: number, tag: string): string {
  return inLanguage(tag, 0, 4).format(value);
}

/** Formats an amount in the smallest unit of its currency with all decimals. */
export function writeAmount(minor: number, currency: string, tag: string): string {
  const decimals = currencyDecimals(currency);
  return inLanguage(tag, decimals, decimals).format(decimalAmount(minor, currency) as `${number}`);
}

const formats = new Map<string, Intl.NumberFormat>();
const MAX_FORMATS = 500;

function inLanguage(tag: string, least: number, most: number): Intl.NumberFormat {
  const digits = { minimumFractionDigits: least, maximumFractionDigits: most };
  return madeOnce(formats, MAX_FORMATS, `${tag} ${least} ${most}`, () => new Intl.NumberFormat(tag, digits));
}
