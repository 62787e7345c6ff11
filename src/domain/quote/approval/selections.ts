import { fromTenThousandths, toTenThousandths } from '../../money/decimal.ts';
import type { LineItem } from '../line/line-item.ts';
import type { TakenLine } from './priced-lines.ts';

/** Lines of which the customer takes one, or at most one: the lines of a choice, or a single line. */
export interface LineGroup {
  lines: readonly number[];
  canBeEmpty: boolean;
}

export function groupLines(items: readonly LineItem[]): LineGroup[] {
  const groups = Map.groupBy(items.keys(), (line) => items[line]?.choice ?? line);
  return [...groups.values()].map((lines) => ({
    lines,
    canBeEmpty: items[lines[0] ?? 0]?.optional === true,
  }));
}

/** Counts what the customer can select. The number may be too large to be exact. */
export function countSelections(items: readonly LineItem[], groups: readonly LineGroup[]): number {
  return groups.reduce((product, { lines, canBeEmpty }) => {
    const taken = lines.reduce((sum, line) => sum + countQuantities(items[line]), canBeEmpty ? 1 : 0);
    return product * taken;
  }, 1);
}

function countQuantities(item: LineItem | undefined): number {
  if (!item?.quantityRange) return 1;
  const { min, max, step } = item.quantityRange;
  return Number((toTenThousandths(max) - toTenThousandths(min)) / toTenThousandths(step)) + 1;
}

/** Lists every selection that the customer can make, except for the empty one. */
export function* listSelections(
  items: readonly LineItem[],
  groups: readonly LineGroup[],
): Generator<readonly TakenLine[]> {
  const options = groups.map((group) => listOptions(items, group));
  const places = options.map(() => 0);
  for (let group = 0; group < options.length; ) {
    const taken = places.flatMap((place, index) => options[index]?.[place] ?? []);
    if (taken.length > 0) yield taken;
    // Counts up like an odometer, with one wheel for each group.
    for (group = 0; group < options.length; group++) {
      places[group] = ((places[group] ?? 0) + 1) % (options[group]?.length ?? 1);
      if (places[group] !== 0) break;
    }
  }
}

function listOptions(items: readonly LineItem[], { lines, canBeEmpty }: LineGroup): (TakenLine | null)[] {
  const options = lines.flatMap((line) => {
    const item = items[line];
    if (!item?.quantityRange) return [{ line, quantity: item?.quantity ?? 0 }];
    const { min, step } = item.quantityRange;
    return Array.from({ length: countQuantities(item) }, (_, index) => ({
      line,
      quantity: fromTenThousandths(toTenThousandths(min) + BigInt(index) * toTenThousandths(step)),
    }));
  });
  return canBeEmpty ? [null, ...options] : options;
}
