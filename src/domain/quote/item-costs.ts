/** Costs per unit in minor units, by the id of the item. */
export type ItemCosts = Readonly<Record<string, number>>;

/** What is known about the items of a quote, a template or the catalogue and is kept outside of it. */
export interface ItemFigures {
  costs: ItemCosts;
  /** Catalogue prices of the items that were priced below them when they were written, by the id of the item. */
  listPrices: ItemCosts;
}

export const NO_FIGURES: ItemFigures = { costs: {}, listPrices: {} };
