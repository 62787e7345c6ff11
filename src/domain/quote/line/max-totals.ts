import { toTenThousandths } from '../../money/decimal.ts';
import { computeTotals, type Totals, type TotalsInput } from '../../money/totals.ts';
import { type ItemInput, nonBlank } from './line-item.ts';

type Terms = Omit<TotalsInput, 'items'>;

/** A floating-point estimate below this proves that the exact total is a safe integer. */
const SAFE_ESTIMATE = 2 ** 50;

/** Throws `TotalsOverflow` if some selection of the customer would exceed the largest safe integer. */
export function assertTotalsFit(items: readonly ItemInput[], terms: Terms): void {
  let estimate = 0;
  for (const item of items) {
    estimate += (getMaxQuantity(item) * item.unitPrice + 1) * (1 + (item.taxRate ?? 0) / 100) + 1;
  }
  if (estimate >= SAFE_ESTIMATE) computeMaxTotals(items, terms);
}

/**
 * Computes the totals of two selections, one of which is the most expensive. Both select all optional items and the
 * largest quantities; in each choice, one selects the largest net amount, the other the largest amount including tax.
 */
function computeMaxTotals(items: readonly ItemInput[], terms: Terms): Totals[] {
  const largest = items.map((item) => ({
    ...item,
    quantity: getMaxQuantity(item),
    taxRate: item.taxRate ?? 0,
    selected: false,
  }));
  const nets = computeTotals({ items: largest, ...terms }).amounts.map(BigInt);
  const taxed = nets.map((net, line) => net * (1_000_000n + toTenThousandths(largest[line]?.taxRate ?? 0)));
  return [nets, taxed].map((values) => {
    const chosen = findMostExpensive(items, values);
    const selected = largest.map((line, index) => ({
      ...line,
      selected: (chosen.get(nonBlank(line.choice)) ?? index) === index,
    }));
    return computeTotals({ items: selected, ...terms });
  });
}

function findMostExpensive(
  items: readonly ItemInput[],
  values: readonly bigint[],
): Map<string | undefined, number> {
  const chosen = new Map<string | undefined, number>();
  for (const [index, item] of items.entries()) {
    const choice = nonBlank(item.choice);
    if (choice === undefined) continue;
    const best = values[chosen.get(choice) ?? -1] ?? -1n;
    if ((values[index] ?? 0n) > best) chosen.set(choice, index);
  }
  return chosen;
}

function getMaxQuantity({ quantity, quantityRange }: ItemInput): number {
  return quantityRange == null ? quantity : quantityRange.max;
}
