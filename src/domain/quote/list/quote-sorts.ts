/** The sort orders of quotes. `-` means descending. */
export const QUOTE_SORTS = [
  'createdAt',
  '-createdAt',
  'updatedAt',
  '-updatedAt',
  'validUntil',
  '-validUntil',
  'customerName',
  '-customerName',
  'total',
  '-total',
  'lastEventAt',
  '-lastEventAt',
  'margin',
  '-margin',
] as const;
export type QuoteSort = (typeof QUOTE_SORTS)[number];

/** Whether the order compares amounts, so that only quotes of one currency can be sorted. */
export function needsCurrency(sort: QuoteSort): boolean {
  return sort.endsWith('total');
}

/** Whether the order tells something about costs. */
export function needsCosts(sort: QuoteSort): boolean {
  return sort.endsWith('margin');
}
