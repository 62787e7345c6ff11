import { TAX_CATEGORIES, type TaxCategory } from '../tax/tax-category.ts';
import type { TaxPart } from './split-tax.ts';

/** Net amount and tax of the items with one tax rate and category, after discounts. */
export interface TaxGroup {
  rate: number;
  net: number;
  tax: number;
  /** Absent unless an item or the account stated one. */
  category?: TaxCategory;
  /** The stated reasons of its items. */
  reason?: string;
  /** The parts of the tax that the law of the seller's country names, in documents that are stored. */
  parts?: TaxPart[];
}

/** Returns net and tax of all groups together. */
export function sumGross(groups: readonly Pick<TaxGroup, 'net' | 'tax'>[]): number {
  return groups.reduce((amount, { net, tax }) => amount + net + tax, 0);
}

const CATEGORY_PLACES = new Map<TaxCategory | null | undefined, number>(
  TAX_CATEGORIES.map((category, index) => [category, index + 1]),
);
const PLACES = 16;

/**
 * Returns a number that is the same for items of one group, and that sorts groups by rate, then in the order of
 * categories. A rate above 0 is always `standard`.
 */
export function getGroupOrder(rate: number, category: TaxCategory | null | undefined): number {
  const place = rate > 0 ? 1 : (CATEGORY_PLACES.get(category) ?? 0);
  return Math.round(rate * 10_000) * PLACES + place;
}
