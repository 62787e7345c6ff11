/** Reads a JSON number with at most four decimals as a whole number of ten-thousandths. */
export function toTenThousandths(value) {
  const [whole, decimals = ''] = String(value).split('.');
  if (!/^\d+$/.test(whole) || !/^\d{0,4}$/.test(decimals))
    throw new Error(`${value} has more than four decimals`);
  return BigInt(whole) * 10_000n + BigInt(decimals.padEnd(4, '0') || '0');
}

/** Divides and rounds half away from zero. Both numbers are 0 or more. */
export function divide(dividend, divisor) {
  return (2n * dividend + divisor) / (2n * divisor);
}

/**
 * Spreads an amount in proportion by largest remainder. `rank` decides between equal remainders. Returns one part per
 * weight.
 */
export function spread(amount, weights, rank = (a, b) => a - b) {
  const sum = weights.reduce((total, weight) => total + weight, 0n);
  if (sum === 0n) return weights.map(() => 0n);
  const parts = weights.map((weight) => (amount * weight) / sum);
  let left = amount - parts.reduce((total, part) => total + part, 0n);
  const remainders = weights.map((weight, index) => ({ index, remainder: (amount * weight) % sum }));
  remainders.sort((a, b) =>
    a.remainder === b.remainder ? rank(a.index, b.index) : a.remainder < b.remainder ? 1 : -1,
  );
  for (const { index } of remainders) {
    if (left === 0n) break;
    parts[index] += 1n;
    left -= 1n;
  }
  return parts;
}
