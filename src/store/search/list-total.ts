/** A page of a list. */
export interface PageSlice {
  limit: number;
  offset: number;
}

/** Of an export. */
export const ALL_MATCHES: PageSlice = { offset: 0, limit: 2 ** 40 };

export interface ListTotal {
  total: number;
  /** Otherwise there are at least this many. */
  isExact: boolean;
}

export interface PageTotal extends ListTotal {
  hasMore: boolean;
}

/** What was found of a page: identifiers in the order of the list. */
export interface FoundPage extends PageTotal {
  ids: string[];
}

export function exactTotal(total: number, { limit, offset }: PageSlice): PageTotal {
  return { total, isExact: true, hasMore: offset + limit < total };
}

/** A total never says less than what the page itself shows. */
export function foundPage(
  { ids, hasMore }: Pick<FoundPage, 'ids' | 'hasMore'>,
  { offset }: PageSlice,
  { total, isExact }: ListTotal,
): FoundPage {
  const seen = ids.length === 0 ? 0 : offset + ids.length + (hasMore ? 1 : 0);
  return { ids, hasMore, total: isExact ? total : Math.max(total, seen), isExact };
}
