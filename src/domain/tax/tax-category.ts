/** Reasons why an item is taxed as it is. Every category but `standard` has rate 0. */
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
