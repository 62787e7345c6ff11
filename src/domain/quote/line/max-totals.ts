import { fromTenThousandths, toTenThousandths } from '../../money/decimal.ts';
import { createMultiplier, priceQuantity } from '../../money/quantity-prices.ts';
import { computeTotals, type TotalsInput } from '../../money/totals.ts';
import { composeRecurrence, countPeriods } from '../recurring/recurrence.ts';
import { computeCountedTotal, computeRecurring } from '../recurring/recurring-totals.ts';
import { type ItemInput, nonBlank, type UnpricedLine } from './line-item.ts';
import { listTurns } from './price-turns.ts';

type Terms = Omit<TotalsInput, 'items'>;

/** A floating-point estimate below this proves that the exact total is a safe integer. */
const SAFE_ESTIMATE = 2 ** 50;

/** Throws `TotalsOverflow` if some selection of the customer would exceed the largest safe integer. */
export function assertTotalsFit(items: readonly ItemInput[], terms: Terms): void {
  let estimate = 0;
  for (const item of items) {
    const amount = (estimateGross(item) + 1) * (1 + (item.taxRate ?? 0) / 100) + 1;
    estimate += amount * getWeight(item);
  }
  if (estimate >= SAFE_ESTIMATE) computeMaxTotals(items, terms);
}

/**
 * Computes the totals of a few selections, one of which is the most expensive. All select every optional item and the
 * dearest quantities; in each choice, they select the largest net amount or the largest amount including tax, of the start
 * or of all periods.
 */
function computeMaxTotals(items: readonly ItemInput[], terms: Terms): void {
  const largest = items.map(({ recurring, ...item }) => ({
    ...item,
    id: '',
    quantity: getDearestQuantity(item),
    taxRate: item.taxRate ?? 0,
    selected: false,
    ...(recurring && { recurring: composeRecurrence(recurring) }),
  }));
  const nets = computeTotals({ items: largest, ...terms }).amounts.map(BigInt);
  const taxed = nets.map((net, line) => net * (1_000_000n + toTenThousandths(largest[line]?.taxRate ?? 0)));
  const isOnce = items.every(({ recurring }) => recurring == null);
  const weights = items.map((item) => BigInt(getWeight(item)));
  const weigh = (values: bigint[]) => values.map((value, line) => value * (weights[line] ?? 1n));
  for (const values of isOnce ? [nets, taxed] : [nets, taxed, weigh(nets), weigh(taxed)]) {
    const chosen = findMostExpensive(items, values);
    const selected = largest.map((line, index) => ({
      ...line,
      selected: (chosen.get(nonBlank(line.choice)) ?? index) === index,
    })) as UnpricedLine[];
    const { total } = computeTotals({ items: selected, ...terms });
    if (!isOnce) computeCountedTotal(total, computeRecurring(selected, terms));
  }
}

/** How often the item is due; without an end, as often as in a year. */
function getWeight({ recurring }: ItemInput): number {
  return recurring == null ? 1 : countPeriods(composeRecurrence(recurring));
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

function estimateGross(item: ItemInput): number {
  const quantity = getDearestQuantity(item);
  return item.quantityPrices ? Number(priceQuantity(item, quantity)) : quantity * item.unitPrice;
}

function getDearestQuantity(item: ItemInput): number {
  if (item.quantityRange == null) return item.quantity;
  if (!item.quantityPrices) return item.quantityRange.max;
  const multiply = createMultiplier(item);
  const turns = listTurns(item, item.quantityPrices);
  return fromTenThousandths(turns.reduce((most, turn) => (multiply(turn) > multiply(most) ? turn : most)));
}
