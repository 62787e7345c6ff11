import { currencyDecimals, formatDecimalAmount } from '../../domain/money/currency.ts';
import { DECIMAL_SCALE, divideRounded, toTenThousandths } from '../../domain/money/decimal.ts';

/** Formats an amount with two decimals, also in a currency that has none. */
export function formatAmount(minor: bigint, currency: string): string {
  const text = formatDecimalAmount(minor, currency);
  return currencyDecimals(currency) === 0 ? `${text}.00` : text;
}

/** Returns the net amount inside an amount with tax, rounded half up. */
export function removeTax(gross: bigint, rate: number): bigint {
  const hundred = 100n * DECIMAL_SCALE;
  return divideRounded(gross * hundred, hundred + toTenThousandths(rate));
}

/** Splits a total in proportion to the weights, by largest remainder; ties go to the first. */
export function splitByWeight(total: bigint, weights: readonly bigint[]): bigint[] {
  const sum = sumAmounts(weights);
  if (sum === 0n) return weights.map(() => 0n);
  const parts = weights.map((weight) => (total * weight) / sum);
  const missing = Number(total - sumAmounts(parts));
  const byRemainder = weights
    .map((weight, index) => ({ index, remainder: (total * weight) % sum }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder < b.remainder ? 1 : -1));
  for (const { index } of byRemainder.slice(0, missing)) parts[index] = (parts[index] ?? 0n) + 1n;
  return parts;
}

export function sumAmounts(values: readonly bigint[]): bigint {
  return values.reduce((sum, value) => sum + value, 0n);
}
