/** The sort orders of quotes. `-` means descending. */
export const QUOTE_SORTS = [
  'createdAt',
  '-createdAt',
  'updatedAt',
  '-updatedAt',
  'validUntil',
  '-validUntil',
] as const;
export type QuoteSort = (typeof QUOTE_SORTS)[number];
