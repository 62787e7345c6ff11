import { memoize } from '../domain/bounded-cache.ts';
import { currencyDecimals, formatDecimalAmount } from '../domain/money/currency.ts';

/** Formats a number as a person would type it, so that `readNumber` can parse it. */
export function formatNumberInput(value: number, tag: string): string {
  return memoize(texts, MAX_TEXTS, `${tag} ${value}`, () => localizeDigits(tag, 0, 4).format(value));
}

/** Formats an amount in the smallest unit of its currency with all decimals. */
export function formatAmountInput(minor: number, currency: string, tag: string): string {
  return memoize(texts, MAX_TEXTS, `${tag} ${minor} ${currency}`, () => {
    const decimals = currencyDecimals(currency);
    return localizeDigits(tag, decimals, decimals).format(
      formatDecimalAmount(minor, currency) as `${number}`,
    );
  });
}

/** Caches the texts, because forms repeat the same quantities and prices. */
const texts = new Map<string, string>();
const MAX_TEXTS = 2000;
const formats = new Map<string, Intl.NumberFormat>();
const MAX_FORMATS = 500;

function localizeDigits(tag: string, least: number, most: number): Intl.NumberFormat {
  const digits = { minimumFractionDigits: least, maximumFractionDigits: most };
  return memoize(formats, MAX_FORMATS, `${tag} ${least} ${most}`, () => new Intl.NumberFormat(tag, digits));
}
