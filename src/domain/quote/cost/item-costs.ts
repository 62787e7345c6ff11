import { addTax, removeTax } from '../../money/group-taxes.ts';
import {
  type ListPrice,
  multiplyPrice,
  type QuantityPrices,
  toPricing,
} from '../../money/quantity-prices.ts';
import type { ItemInput, QuantityRange } from '../line/line-item.ts';
import { listTurns } from '../line/price-turns.ts';

/** Costs per unit in minor units, by the id of the item. */
export type ItemCosts = Readonly<Record<string, number>>;

/** The figures about the items of a quote, a template or the catalogue that are kept outside of it. */
export interface ItemFigures {
  costs: ItemCosts;
  /** Catalogue prices of the items that were priced below them when they were written, by the id of the item. */
  listPrices: Readonly<Record<string, ListPrice>>;
  /** Is hashed with the costs, so that nobody can find them by trying. */
  salt?: string;
}

export const NO_FIGURES: ItemFigures = { costs: {}, listPrices: {} };

/** An item to write. `listPrice` is the price that its catalogue item has now. */
export type WrittenItem = ItemInput & { listPrice?: ListPrice | null };

interface KnownItem {
  id: string;
  quantity: number;
  unitPrice: number;
  taxRate: number;
  catalogueItemId?: string;
  quantityRange?: QuantityRange;
  quantityPrices?: QuantityPrices;
}

interface PriceTerms {
  pricesIncludeTax: boolean;
}

/**
 * Whether an item costs less than a price of the catalogue, whose prices include tax if those of the account do. If
 * those of the quote differ in this, the price of the catalogue is converted and rounded. With steps, the amounts of
 * each quantity decide that the customer can choose.
 */
export function isBelowListPrice(
  item: Omit<KnownItem, 'id'>,
  listPrice: ListPrice,
  quote: PriceTerms,
  account: PriceTerms,
): boolean {
  const convert = quote.pricesIncludeTax ? addTax : removeTax;
  const isSame = quote.pricesIncludeTax === account.pricesIncludeTax;
  const adapt = (price: number) => (isSame ? price : Number(convert(BigInt(price), item.taxRate)));
  if (typeof listPrice === 'number' && !item.quantityPrices) return item.unitPrice < adapt(listPrice);
  const listed = toPricing(
    typeof listPrice === 'number'
      ? adapt(listPrice)
      : {
          ...listPrice,
          steps: listPrice.steps.map((step) => ({ ...step, unitPrice: adapt(step.unitPrice) })),
        },
  );
  const turns = listTurns(item, item.quantityPrices, listed.quantityPrices);
  return turns.some((quantity) => multiplyPrice(item, quantity) < multiplyPrice(listed, quantity));
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
  const listPrices: Record<string, ListPrice> = {};
  for (const [index, item] of quote.items.entries()) {
    const { id } = item;
    const { cost = before.figures.costs[id], listPrice } = inputs[index] ?? {};
    if (cost != null) costs[id] = cost;
    const kept = isPricedAlike(known.get(id), item) ? before.figures.listPrices[id] : listPrice;
    // Another quantity can be below steps that the one before was not below.
    const hasSteps = item.quantityPrices !== undefined || typeof listPrice === 'object';
    const isLow = (price: ListPrice | null | undefined) =>
      price != null && isBelowListPrice(item, price, quote, account);
    const price = [kept, ...(hasSteps ? [listPrice] : [])].find(isLow);
    if (price != null) listPrices[id] = price;
  }
  const { salt } = before.figures;
  return { costs, listPrices, ...(salt !== undefined && { salt }) };
}

function isPricedAlike(earlier: KnownItem | undefined, item: KnownItem): boolean {
  const identify = ({ unitPrice, quantityPrices, catalogueItemId }: KnownItem) =>
    JSON.stringify([quantityPrices ?? unitPrice, catalogueItemId ?? null]);
  return earlier !== undefined && identify(earlier) === identify(item);
}

export function areFiguresEqual(one: ItemFigures, other: ItemFigures): boolean {
  return (
    one === other ||
    (areCostsEqual(one.costs, other.costs) && areRecordsEqual(one.listPrices, other.listPrices))
  );
}

export function areCostsEqual(one: ItemCosts, other: ItemCosts): boolean {
  return areRecordsEqual(one, other);
}

function areRecordsEqual(
  one: Readonly<Record<string, unknown>>,
  other: Readonly<Record<string, unknown>>,
): boolean {
  const ids = Object.keys(one);
  const isSame = (id: string) =>
    one[id] === other[id] || JSON.stringify(one[id]) === JSON.stringify(other[id]);
  return ids.length === Object.keys(other).length && ids.every(isSame);
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
