/** A page of a list. */
export interface PageSlice {
  limit: number;
  offset: number;
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

/** Keeps the total from being lower than the number of rows on the page. */
export function toFoundPage(
  { ids, hasMore }: Pick<FoundPage, 'ids' | 'hasMore'>,
  { offset }: PageSlice,
  { total, isExact }: ListTotal,
): FoundPage {
  const seen = ids.length === 0 ? 0 : offset + ids.length + (hasMore ? 1 : 0);
  return { ids, hasMore, total: isExact ? total : Math.max(total, seen), isExact };
}
