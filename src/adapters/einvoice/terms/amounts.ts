import { currencyDecimals, formatDecimalAmount } from '../../../domain/money/currency.ts';

/** Formats an amount with two decimals, also in a currency that has none. */
export function formatAmount(minor: bigint, currency: string): string {
  const text = formatDecimalAmount(minor, currency);
  return currencyDecimals(currency) === 0 ? `${text}.00` : text;
}

export function sumAmounts(values: readonly bigint[]): bigint {
  return values.reduce((sum, value) => sum + value, 0n);
}
