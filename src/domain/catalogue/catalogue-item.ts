import type { Account } from '../account/account.ts';
import { computeUpdatedAt } from '../clock.ts';
import { hasSameValues } from '../has-same-values.ts';
import { nonBlank } from '../quote/line/line-item.ts';
import type { TaxCategory } from '../tax/tax-category.ts';
import { getDefaultRate } from '../tax/tax-defaults.ts';

/** A product or service for reuse in quotes. A quote copies it, so later changes do not affect the quote. */
export interface CatalogueItem {
  id: string;
  description: string;
  unit: string | null;
  unitPrice: number;
  currency: string;
  taxRate: number;
  /** Unique in the account unless `null`. */
  sku: string | null;
  /** An archived item stays in the quotes that use it, and cannot be added to others. */
  archived: boolean;
  /** Why it is taxed or not, if stated. */
  taxCategory: TaxCategory | null;
  /** Printed instead of the sentence for the category. */
  taxReason: string | null;
  createdAt: string;
  updatedAt: string;
}

/** The fields that a caller can set. `null` selects the default. */
export interface CatalogueItemInput {
  description: string;
  unitPrice: number;
  unit?: string | null;
  currency?: string | null;
  taxRate?: number | null;
  sku?: string | null;
  archived?: boolean | null;
  taxCategory?: TaxCategory | null;
  taxReason?: string | null;
  /** Per unit. It is kept outside the item. */
  cost?: number | null;
}

export type CatalogueItemPatch = Partial<CatalogueItemInput>;

export function newCatalogueItem(
  input: CatalogueItemInput,
  account: Pick<Account, 'currency' | 'defaultTaxRate'>,
  { id, now }: { id: string; now: number },
): CatalogueItem {
  const at = new Date(now).toISOString();
  return {
    id,
    description: input.description,
    unit: input.unit ?? null,
    unitPrice: input.unitPrice,
    currency: input.currency ?? account.currency,
    taxRate: input.taxRate ?? getDefaultRate(input, account),
    sku: input.sku ?? null,
    archived: input.archived ?? false,
    taxCategory: input.taxCategory ?? null,
    taxReason: nonBlank(input.taxReason) ?? null,
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
