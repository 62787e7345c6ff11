import { addTax, removeTax } from '../../money/group-taxes.ts';
import type { ItemInput } from '../line/line-item.ts';

/** Costs per unit in minor units, by the id of the item. */
export type ItemCosts = Readonly<Record<string, number>>;

/** The figures about the items of a quote, a template or the catalogue that are kept outside of it. */
export interface ItemFigures {
  costs: ItemCosts;
  /** Catalogue prices of the items that were priced below them when they were written, by the id of the item. */
  listPrices: ItemCosts;
  /** Is hashed with the costs, so that nobody can find them by trying. */
  salt?: string;
}

export const NO_FIGURES: ItemFigures = { costs: {}, listPrices: {} };

/** An item to write. `listPrice` is the price that its catalogue item has now. */
export type WrittenItem = ItemInput & { listPrice?: number | null };

interface KnownItem {
  id: string;
  unitPrice: number;
  taxRate: number;
  catalogueItemId?: string;
}

interface PriceTerms {
  pricesIncludeTax: boolean;
}

/**
 * Whether an item costs less than a price of the catalogue, whose prices include tax if those of the account do. If
 * those of the quote differ in this, the price of the catalogue is converted and rounded.
 */
export function isBelowListPrice(
  { unitPrice, taxRate }: Pick<KnownItem, 'unitPrice' | 'taxRate'>,
  listPrice: number,
  quote: PriceTerms,
  account: PriceTerms,
): boolean {
  if (quote.pricesIncludeTax === account.pricesIncludeTax) return unitPrice < listPrice;
  const convert = quote.pricesIncludeTax ? addTax : removeTax;
  return BigInt(unitPrice) < convert(BigInt(listPrice), taxRate);
}

/**
 * Returns the figures of the items that were written, which are in the order of the inputs. A cost that is left out
 * stays, and so does the list price of an item whose price is the same as before.
 */
export function composeFigures(
  inputs: readonly WrittenItem[],
  quote: PriceTerms & { items: readonly KnownItem[] },
  account: PriceTerms,
  before: { items: readonly KnownItem[]; figures: ItemFigures } = { items: [], figures: NO_FIGURES },
): ItemFigures {
  const isNew = before.items.length === 0;
  if (isNew && !inputs.some(({ cost, listPrice }) => cost != null || listPrice != null)) return NO_FIGURES;
  const known = new Map(before.items.map((item) => [item.id, item]));
  const costs: Record<string, number> = {};
  const listPrices: Record<string, number> = {};
  for (const [index, item] of quote.items.entries()) {
    const { id, unitPrice, catalogueItemId } = item;
    const { cost = before.figures.costs[id], listPrice } = inputs[index] ?? {};
    if (cost != null) costs[id] = cost;
    const earlier = known.get(id);
    const isPricedAsBefore = earlier?.unitPrice === unitPrice && earlier.catalogueItemId === catalogueItemId;
    const price = isPricedAsBefore ? before.figures.listPrices[id] : listPrice;
    if (price != null && isBelowListPrice(item, price, quote, account)) listPrices[id] = price;
  }
  const { salt } = before.figures;
  return { costs, listPrices, ...(salt !== undefined && { salt }) };
}

export function areFiguresEqual(one: ItemFigures, other: ItemFigures): boolean {
  return (
    one === other ||
    (areCostsEqual(one.costs, other.costs) && areCostsEqual(one.listPrices, other.listPrices))
  );
}

export function areCostsEqual(one: ItemCosts, other: ItemCosts): boolean {
  const ids = Object.keys(one);
  return ids.length === Object.keys(other).length && ids.every((id) => one[id] === other[id]);
}

/** Whether a caller sets costs in a list of items, valid or not. */
export function setsCosts(items: unknown): boolean {
  return Array.isArray(items) && items.some(isCosted);
}

function isCosted(item: unknown): boolean {
  return item !== null && typeof item === 'object' && Object.hasOwn(item, 'cost');
}

/** Removes the costs, for items that are stored or compared without them. */
export function omitCosts<Item extends object>(items: readonly Item[]): Omit<Item, 'cost'>[] {
  return items.map((item) => {
    if (!('cost' in item)) return item;
    const { cost: _cost, ...rest } = item;
    return rest as Omit<Item, 'cost'>;
  });
}

/**
 * Returns the costs of the items of a template by position, because these items have no ids. An item that says nothing
 * about its cost keeps that of the item with the same content or, if there is none, with the same description.
 */
export function composeTemplateCosts(
  inputs: readonly ItemInput[],
  before: { items: readonly ItemInput[]; costs: ItemCosts },
): ItemCosts {
  const find = Object.keys(before.costs).length === 0 ? () => undefined : createCostFinder(before);
  const costs = inputs.map((item, index) => (item.cost === undefined ? find(item, index) : item.cost));
  return Object.fromEntries([...costs.entries()].filter(([, cost]) => cost != null)) as ItemCosts;
}

function createCostFinder({ items, costs }: { items: readonly ItemInput[]; costs: ItemCosts }) {
  const contents = items.map(serialize);
  const byContent = new Map<string, number>();
  const byDescription = new Map<string, number>();
  // The first of several equal items counts, so it is set last.
  for (const [index, { description }] of [...items.entries()].reverse()) {
    byContent.set(contents[index] ?? '', index);
    byDescription.set(description, index);
  }
  return (item: ItemInput, index: number): number | undefined => {
    const content = serialize(item);
    if (contents[index] === content) return costs[index];
    return costs[byContent.get(content) ?? byDescription.get(item.description) ?? -1];
  };
}

function serialize({ cost: _cost, ...item }: ItemInput): string {
  return JSON.stringify(item);
}
