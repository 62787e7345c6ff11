/** Quantities and rates have at most this many decimals. */
const MAX_DECIMALS = 4;
export const DECIMAL_SCALE = 10_000n;

/** Below this, a product is off by less than a quarter, and rounding gives the integer that was meant. */
const SURELY_ROUNDED = 2 ** 50;

/**
 * A number with at most four decimals, as an integer of ten-thousandths.
 * The shortest decimal text of a double is the text that the client wrote, as long as it wrote no more digits
 * than a double holds; the reader of request bodies has refused the others.
 */
export function toTenThousandths(value: number): bigint {
  const scaled = value * 10_000;
  if (scaled < SURELY_ROUNDED) return BigInt(Math.round(scaled));
  const text = value.toString();
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(MAX_DECIMALS, '0'));
}

export function decimalsOf(value: number): number {
  if (Number.isInteger(value)) return 0;
  const text = value.toString();
  const [mantissa = '', exponent] = text.split('e');
  const fraction = mantissa.split('.')[1]?.length ?? 0;
  return fraction - Number(exponent ?? 0);
}

/** Half away from zero; both are never negative here. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}
