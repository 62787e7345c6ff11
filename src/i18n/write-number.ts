import { madeOnce } from '../domain/bounded-memory.ts';
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
const MAX_FORMATS = 500;

function inLanguage(tag: string, least: number, most: number): Intl.NumberFormat {
  const digits = { minimumFractionDigits: least, maximumFractionDigits: most };
  return madeOnce(formats, MAX_FORMATS, `${tag} ${least} ${most}`, () => new Intl.NumberFormat(tag, digits));
}
