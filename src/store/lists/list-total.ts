/** A page of a list. */
export interface PageSlice {
  limit: number;
  offset: number;
  /** Identifier of the row that the page follows, in a list sorted by identifier. The offset is then 0. */
  after?: string | undefined;
}

/** The whole list, for an export. */
export const ALL_MATCHES: PageSlice = { offset: 0, limit: 2 ** 40 };

export interface ListTotal {
  total: number;
  /** If false, `total` is a lower bound. */
  isExact: boolean;
}

export interface PageTotal extends ListTotal {
  hasMore: boolean;
}

/** A page of identifiers in list order, with its total. */
export interface FoundPage extends PageTotal {
  ids: string[];
}

export function toExactTotal(total: number, { limit, offset }: PageSlice): PageTotal {
  return { total, isExact: true, hasMore: offset + limit < total };
}

/** Cuts the page from the sorted identifiers of all matches. With `after`, they are sorted by identifier. */
export function cutPage(
  ids: readonly string[],
  { limit, offset, after }: PageSlice,
  isDescending: boolean,
): FoundPage {
  const isBefore = (id: string) => id === after || id > (after ?? '') === isDescending;
  const start = after === undefined ? offset : ids.filter(isBefore).length;
  return { ids: ids.slice(start, start + limit), ...toExactTotal(ids.length, { limit, offset: start }) };
}

/** Keeps the total from being lower than the number of rows on the page. */
export function toFoundPage(
  { ids, hasMore }: Pick<FoundPage, 'ids' | 'hasMore'>,
  { offset }: PageSlice,
  { total, isExact }: ListTotal,
): FoundPage {
  const seen = ids.length === 0 ? 0 : offset + ids.length + (hasMore ? 1 : 0);
  return { ids, hasMore, total: isExact ? total : Math.max(total, seen), isExact };
}
