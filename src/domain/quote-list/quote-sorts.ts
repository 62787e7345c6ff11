/** The orders in which quotes can be listed; `-` is the latest first. */
export const QUOTE_SORTS = [
  'createdAt',
  '-createdAt',
  'updatedAt',
  '-updatedAt',
  'validUntil',
  '-validUntil',
] as const;
export type QuoteSort = (typeof QUOTE_SORTS)[number];
