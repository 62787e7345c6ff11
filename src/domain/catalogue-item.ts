import type { Account } from './account/account.ts';
import { changedAt } from './clock.ts';

/** What is sold again and again. A quote that names one has a copy of it, which later changes do not reach. */
export interface CatalogueItem {
  id: string;
  description: string;
  unit: string | null;
  unitPrice: number;
  currency: string;
  taxRate: number;
  /** Unique in the account when there is one. */
  sku: string | null;
  /** Kept for what names it already, and offered to no other quote. */
  archived: boolean;
  createdAt: string;
  updatedAt: string;
}

/** What the business says of an item; `null` asks for the default. */
export interface CatalogueItemInput {
  description: string;
  unitPrice: number;
  unit?: string | null;
  currency?: string | null;
  taxRate?: number | null;
  sku?: string | null;
  archived?: boolean | null;
}

export type CatalogueItemPatch = Partial<CatalogueItemInput>;

export function newCatalogueItem(
  input: CatalogueItemInput,
  { currency }: Pick<Account, 'currency'>,
  { id, now }: { id: string; now: number },
): CatalogueItem {
  const at = new Date(now).toISOString();
  return {
    id,
    description: input.description,
    unit: input.unit ?? null,
    unitPrice: input.unitPrice,
    currency: input.currency ?? currency,
    taxRate: input.taxRate ?? 0,
    sku: input.sku ?? null,
    archived: input.archived ?? false,
    createdAt: at,
    updatedAt: at,
  };
}

/** A merge patch: absent is unchanged, `null` is the default. One that changes nothing gives the very item back. */
export function patchCatalogueItem(
  current: CatalogueItem,
  patch: CatalogueItemPatch,
  account: Pick<Account, 'currency'>,
  now: number,
): CatalogueItem {
  const { createdAt, updatedAt, id } = current;
  const merged = newCatalogueItem({ ...current, ...patch }, account, { id, now });
  const next = { ...merged, createdAt, updatedAt: changedAt(current, now) };
  return JSON.stringify({ ...next, updatedAt }) === JSON.stringify(current) ? current : next;
}
