import { toTenThousandths } from '../money/decimal.ts';
import { computeTotals, type Totals, type TotalsInput } from '../money/totals.ts';
import { type ItemInput, saying } from './line-item.ts';

type Discount = Pick<TotalsInput, 'discountType' | 'discountValue'>;

/** A total below this in floating point is far from what a number cannot carry. */
const SURELY_CARRIED = 2 ** 50;

/** Throws `TotalsOverflow` when the customer could choose so that a number cannot carry what it comes to. */
export function refuseTooDear(items: readonly ItemInput[], discount: Discount): void {
  let atMost = 0;
  for (const item of items) {
    atMost += (largestQuantity(item) * item.unitPrice + 1) * (1 + (item.taxRate ?? 0) / 100) + 1;
  }
  if (atMost >= SURELY_CARRIED) dearestTotals(items, discount);
}

/**
 * What the two selections come to of which one is the dearest: everything is taken that can be, of each choice the line
 * with the largest amount, or with the largest amount and its tax.
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
      selected: (chosen.get(saying(line.choice)) ?? index) === index,
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
    const choice = saying(item.choice);
    if (choice === undefined) continue;
    const best = worths[chosen.get(choice) ?? -1] ?? -1n;
    if ((worths[index] ?? 0n) > best) chosen.set(choice, index);
  }
  return chosen;
}

function largestQuantity({ quantity, quantityRange }: ItemInput): number {
  return quantityRange == null ? quantity : quantityRange.max;
}
