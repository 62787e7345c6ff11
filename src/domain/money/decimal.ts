/** Maximum number of decimals of quantities and rates. */
const MAX_DECIMALS = 4;
export const DECIMAL_SCALE = 10_000n;

/** Below this, the error of a product is less than a quarter, so rounding gives the exact integer. */
const SAFE_PRODUCT = 2 ** 50;

/**
 * Converts a number with at most four decimals to an integer of ten-thousandths. The shortest decimal text of a double
 * is what the client wrote, because the JSON reader rejects numbers with more digits than a double holds.
 */
export function toTenThousandths(value: number): bigint {
  const scaled = value * 10_000;
  if (scaled < SAFE_PRODUCT) return BigInt(Math.round(scaled));
  const text = value.toString();
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(MAX_DECIMALS, '0'));
}

export function fromTenThousandths(value: bigint): number {
  return Number(value) / Number(DECIMAL_SCALE);
}

export function countDecimals(value: number): number {
  if (Number.isInteger(value)) return 0;
  const text = value.toString();
  const [mantissa = '', exponent] = text.split('e');
  const fraction = mantissa.split('.')[1]?.length ?? 0;
  return fraction - Number(exponent ?? 0);
}

/** Rounds half up. Neither argument is ever negative. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}
