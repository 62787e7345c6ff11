import { removeTax } from './group-taxes.ts';
import { getGroupOrder } from './tax-group.ts';
import { discountLines, type TotalsInput } from './totals.ts';

/**
 * Computes the net amount of each item after all discounts and without tax; 0 for items that are not selected. Their sum
 * is the total without its tax: what a tax group loses or gains by rounding is spread over its items.
 */
export function computeNets(input: TotalsInput): bigint[] {
  const { items } = input;
  const { discounted } = discountLines(input);
  if (input.pricesIncludeTax !== true) return discounted;
  const nets = discounted.map(() => 0n);
  const groups = Map.groupBy(items.keys(), (line) =>
    getGroupOrder(items[line]?.taxRate ?? 0, items[line]?.taxCategory),
  );
  for (const lines of groups.values()) {
    const weights = lines.map((line) => discounted[line] ?? 0n);
    const gross = weights.reduce((total, weight) => total + weight, 0n);
    const shares = spread(removeTax(gross, items[lines[0] ?? 0]?.taxRate ?? 0), weights, gross);
    for (const [index, line] of lines.entries()) nets[line] = shares[index] ?? 0n;
  }
  return nets;
}

/** Divides a sum in proportion to the weights, by largest remainder. */
function spread(whole: bigint, weights: readonly bigint[], total: bigint): bigint[] {
  if (total === 0n) return weights.map(() => 0n);
  const shares = weights.map((weight) => (whole * weight) / total);
  const missing = Number(whole - shares.reduce((sum, share) => sum + share, 0n));
  const byRemainder = [...weights.keys()].sort((a, b) => Number(computeRemainder(b) - computeRemainder(a)));
  for (const line of byRemainder.slice(0, missing)) shares[line] = (shares[line] ?? 0n) + 1n;
  return shares;

  function computeRemainder(line: number): bigint {
    return (whole * (weights[line] ?? 0n)) % total;
  }
}
