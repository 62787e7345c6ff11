/**
 * Splits an amount in proportion to the parts, by largest remainder; the earlier part wins a tie. The amount is at most
 * their sum.
 */
export function spreadAmount(amount: bigint, parts: readonly bigint[]): bigint[] {
  const whole = parts.reduce((sum, part) => sum + part, 0n);
  if (amount === 0n || whole === 0n) return parts.map(() => 0n);
  const shares = parts.map((part) => ({
    value: (amount * part) / whole,
    remainder: (amount * part) % whole,
  }));
  const missing = Number(amount - shares.reduce((sum, { value }) => sum + value, 0n));
  // The sort is stable, so equal remainders keep their order.
  const byRemainder = shares.toSorted((a, b) => Number(b.remainder - a.remainder));
  for (const share of byRemainder.slice(0, missing)) share.value += 1n;
  return shares.map(({ value }) => value);
}
