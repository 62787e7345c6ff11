import type { Account } from '../account/account.ts';
import { computeUpdatedAt } from '../clock.ts';
import { type FieldValues, readValues } from '../fields.ts';
import { hasSameValues } from '../has-same-values.ts';
import { composeQuantityPrices, getUnitPrice, type QuantityPrices } from '../money/quantity-prices.ts';
import { nonBlank } from '../quote/line/line-item.ts';
import { composeRecurrence, type Recurrence, type RecurrenceInput } from '../quote/recurring/recurrence.ts';
import { getDefaultRate } from '../tax/tax-defaults.ts';
import { CATALOGUE_FIELDS } from './catalogue-fields.ts';

type Values = FieldValues<typeof CATALOGUE_FIELDS>;

/** A product or service for reuse in quotes. A quote copies it, so later changes do not affect the quote. */
export interface CatalogueItem extends Values {
  id: string;
  unitPrice: number;
  currency: string;
  taxRate: number;
  recurring: Recurrence | null;
  /** Unit prices by quantity: `unitPrice` is then that of a quantity of 1. */
  quantityPrices: QuantityPrices | null;
  createdAt: string;
  updatedAt: string;
}

/** The fields that a caller can set. `null` selects the default. */
export type CatalogueItemInput = Pick<Values, 'description'> & {
  [Name in Exclude<keyof Values, 'description'>]?: Values[Name] | null;
} & {
  unitPrice: number;
  currency?: string | null;
  taxRate?: number | null;
  recurring?: RecurrenceInput | null;
  quantityPrices?: QuantityPrices | null;
  /** Per unit. It is kept outside the item. */
  cost?: number | null;
};

export type CatalogueItemPatch = Partial<CatalogueItemInput>;

export function newCatalogueItem(
  input: CatalogueItemInput,
  account: Pick<Account, 'currency' | 'defaultTaxRate'>,
  { id, now }: { id: string; now: number },
): CatalogueItem {
  const at = new Date(now).toISOString();
  return {
    id,
    ...readValues(CATALOGUE_FIELDS, { ...input, taxReason: nonBlank(input.taxReason) }),
    unitPrice: getUnitPrice(input, 1),
    currency: input.currency ?? account.currency,
    taxRate: input.taxRate ?? getDefaultRate(input, account),
    recurring: input.recurring ? composeRecurrence(input.recurring) : null,
    quantityPrices: input.quantityPrices ? composeQuantityPrices(input.quantityPrices) : null,
    createdAt: at,
    updatedAt: at,
  };
}

/** Applies a merge patch: absent fields stay, `null` selects the default. Returns the same object if nothing changes. */
export function patchCatalogueItem(
  current: CatalogueItem,
  patch: CatalogueItemPatch,
  account: Pick<Account, 'currency' | 'defaultTaxRate'>,
  now: number,
): CatalogueItem {
  const { createdAt, updatedAt, id } = current;
  const merged = newCatalogueItem({ ...current, ...patch }, account, { id, now });
  const next = { ...merged, createdAt, updatedAt: computeUpdatedAt(current, now) };
  return hasSameValues({ ...next, updatedAt }, current) ? current : next;
}
