/** Reasons why an item is taxed as it is, in the order of `taxes`. Every category but `standard` has rate 0. */
export const TAX_CATEGORIES = [
  'standard',
  'zero',
  'exempt',
  'small_business',
  'reverse_charge',
  'intra_eu',
  'export',
  'out_of_scope',
] as const;
export type TaxCategory = (typeof TAX_CATEGORIES)[number];

/** The categories of items that bear no tax. */
export const UNTAXED_CATEGORIES = TAX_CATEGORIES.filter(isUntaxed);
export type UntaxedCategory = Exclude<TaxCategory, 'standard'>;

export function isUntaxed(category: TaxCategory): category is UntaxedCategory {
  return category !== 'standard';
}
