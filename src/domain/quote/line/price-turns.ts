import { toTenThousandths } from '../../money/decimal.ts';
import type { QuantityPrices } from '../../money/quantity-prices.ts';
import { addDefaultStep, type ItemInput } from './line-item.ts';

/**
 * Lists the quantities that the customer can choose between which a price follows the quantity in a straight line, in
 * ten-thousandths, ascending: the ends of the range and both sides of each step. 100 × 9 is less than 99 × 10.
 */
export function listTurns(
  { quantity, quantityRange }: Pick<ItemInput, 'quantity' | 'quantityRange'>,
  ...prices: (QuantityPrices | null | undefined)[]
): bigint[] {
  if (quantityRange == null) return [toTenThousandths(quantity)];
  const range = addDefaultStep(quantityRange);
  const [min, step] = [toTenThousandths(range.min), toTenThousandths(range.step)];
  const last = min + ((toTenThousandths(range.max) - min) / step) * step;
  const turns = new Set([min, last]);
  for (const { from } of prices.flatMap((each) => each?.steps ?? [])) {
    const at = toTenThousandths(from);
    if (at <= min || at > last) continue;
    const before = min + ((at - 1n - min) / step) * step;
    turns.add(before).add(before + step);
  }
  return [...turns].sort((one, other) => (one < other ? -1 : 1));
}
