import type { LineItem } from './line-item.ts';

/** The figures of single items that documents, the customer page and emails show. The totals are always shown. */
export interface Show {
  /** Unit prices, amounts and discounts of items. Without them, sections have sums. */
  linePrices: boolean;
  /** Quantities and units. */
  quantities: boolean;
}

/** A change as a caller supplies it: absent fields stay, `null` selects the default. */
export type ShowInput = { [Name in keyof Show]?: boolean | null };

/** The default. */
export const SHOW_ALL: Show = { linePrices: true, quantities: true };

export function mergeShow(current: Show, change: ShowInput | null | undefined): Show {
  if (change === undefined) return current;
  if (change === null) return SHOW_ALL;
  const { linePrices = current.linePrices, quantities = current.quantities } = change;
  return { linePrices: linePrices ?? SHOW_ALL.linePrices, quantities: quantities ?? SHOW_ALL.quantities };
}

/** Whether the quantity of an item is shown. The customer always sees one that they may choose. */
export function isQuantityShown(
  { quantities }: Show,
  { quantityRange }: Pick<LineItem, 'quantityRange'>,
): boolean {
  return quantities || quantityRange !== undefined;
}

/** Whether the steps of an item are shown: they say both, and a single one says nothing that the unit price does not. */
export function areStepsShown(show: Show, item: LineItem): boolean {
  const hasSteps = (item.quantityPrices?.steps.length ?? 0) > 1;
  return hasSteps && show.linePrices && isQuantityShown(show, item);
}
