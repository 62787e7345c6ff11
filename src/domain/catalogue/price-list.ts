import type { Account } from '../account/account.ts';
import { computeUpdatedAt } from '../clock.ts';
import type { FieldError } from '../errors.ts';
import {
  composeQuantityPrices,
  getUnitPrice,
  type Pricing,
  type QuantityPrices,
} from '../money/quantity-prices.ts';

/** Prices of catalogue items in one currency, for the customers that name the list. */
export interface PriceList {
  id: string;
  name: string;
  currency: string;
  createdAt: string;
  updatedAt: string;
}

export interface PriceListInput {
  name: string;
  /** `null` selects that of the account. */
  currency?: string | null;
}

export type PriceListPatch = Partial<PriceListInput>;

/** The price that a list has for a catalogue item. With steps, `unitPrice` is that of a quantity of 1. */
export interface ListedPrice {
  unitPrice: number;
  quantityPrices: QuantityPrices | null;
}

/** Sets the fields in a fixed order, because prices are compared as JSON. */
export function composeListedPrice(price: Pricing): ListedPrice {
  const { quantityPrices } = price;
  const steps = quantityPrices ? composeQuantityPrices(quantityPrices) : null;
  return { unitPrice: getUnitPrice(price, 1), quantityPrices: steps };
}

export function isSamePrice(one: ListedPrice | null | undefined, other: ListedPrice | null): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other);
}

/** An entry of a list, with what the catalogue calls the item. */
export interface PriceListEntry extends ListedPrice {
  catalogueItemId: string;
  /** That of the list. */
  currency: string;
  description: string;
  sku: string | null;
}

/** What became of a file of prices. Rows that are wrong are skipped. */
export interface PriceImport {
  created: number;
  updated: number;
  unchanged: number;
  rejected: number;
  /** Why the first of them were rejected. */
  rejectedRows: { line: number; path: string; message: string }[];
}

export const MAX_ENTRIES = 10_000;

/** An error of an entry for which there is no room. */
export const LIST_FULL: FieldError = {
  path: '',
  message: `is one more than the ${MAX_ENTRIES.toLocaleString('en')} entries that a list can have`,
};

export function newPriceList(
  { name, currency }: PriceListInput,
  account: Pick<Account, 'currency'>,
  { id, now }: { id: string; now: number },
): PriceList {
  const at = new Date(now).toISOString();
  return { id, name, currency: currency ?? account.currency, createdAt: at, updatedAt: at };
}

/** Returns the same object if nothing changes. */
export function patchPriceList(
  current: PriceList,
  { name = current.name, currency = current.currency }: PriceListPatch,
  account: Pick<Account, 'currency'>,
  now: number,
): PriceList {
  const next = { ...current, name, currency: currency ?? account.currency };
  const isSame = next.name === current.name && next.currency === current.currency;
  return isSame ? current : { ...next, updatedAt: computeUpdatedAt(current, now) };
}
