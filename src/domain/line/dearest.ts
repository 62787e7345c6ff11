import { toTenThousandths } from '../money/decimal.ts';
import { computeTotals, type Totals, type TotalsInput } from '../money/totals.ts';
import { type ItemInput, nonBlank } from './line-item.ts';

type Discount = Pick<TotalsInput, 'discountType' | 'discountValue'>;

/** A floating-point estimate below this proves that the exact total is a safe integer. */
const SURELY_CARRIED = 2 ** 50;

/** Throws `TotalsOverflow` if some selection of the customer would exceed the largest safe integer. */
export function refuseTooDear(items: readonly ItemInput[], discount: Discount): void {
  let atMost = 0;
  for (const item of items) {
    atMost += (largestQuantity(item) * item.unitPrice + 1) * (1 + (item.taxRate ?? 0) / 100) + 1;
  }
  if (atMost >= SURELY_CARRIED) dearestTotals(items, discount);
}

/**
 * Computes the totals of two selections, one of which is the most expensive. Both select all optional items and the
 * largest quantities; in each choice, one selects the largest net amount, the other the largest amount including tax.
 */
function dearestTotals(items: readonly ItemInput[], discount: Discount): Totals[] {
  const largest = items.map((item) => ({
    ...item,
    quantity: largestQuantity(item),
    taxRate: item.taxRate ?? 0,
    selected: false,
  }));
  const nets = computeTotals({ items: largest, ...discount }).amounts.map(BigInt);
  const taxed = nets.map((net, line) => net * (1_000_000n + toTenThousandths(largest[line]?.taxRate ?? 0)));
  return [nets, taxed].map((worths) => {
    const chosen = dearestOfChoices(items, worths);
    const dearest = largest.map((line, index) => ({
      ...line,
      selected: (chosen.get(nonBlank(line.choice)) ?? index) === index,
    }));
    return computeTotals({ items: dearest, ...discount });
  });
}

function dearestOfChoices(
  items: readonly ItemInput[],
  worths: readonly bigint[],
): Map<string | undefined, number> {
  const chosen = new Map<string | undefined, number>();
  for (const [index, item] of items.entries()) {
    const choice = nonBlank(item.choice);
    if (choice === undefined) continue;
    const best = worths[chosen.get(choice) ?? -1] ?? -1n;
    if ((worths[index] ?? 0n) > best) chosen.set(choice, index);
  }
  return chosen;
}

function largestQuantity({ quantity, quantityRange }: ItemInput): number {
  return quantityRange == null ? quantity : quantityRange.max;
}
