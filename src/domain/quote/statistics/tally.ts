/** An exact sum; it may exceed the largest safe integer. */
export interface CurrencyTotal {
  currency: string;
  total: bigint;
}

export interface Tally {
  count: number;
  totals: CurrencyTotal[];
}

export function computeTally(counts: readonly { currency: string; n: number; total: bigint }[]): Tally {
  return { count: counts.reduce((sum, { n }) => sum + n, 0), totals: sumByCurrency(counts) };
}

/** Sums per currency, sorted by currency code. */
function sumByCurrency(counts: readonly { currency: string; total: bigint }[]): CurrencyTotal[] {
  const sums = new Map<string, bigint>();
  for (const { currency, total } of counts) sums.set(currency, (sums.get(currency) ?? 0n) + total);
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([currency, total]) => ({ currency, total }));
}
