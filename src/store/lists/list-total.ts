/** A page of a list. */
export interface PageSlice {
  limit: number;
  offset: number;
  /** Identifier of the row that the page follows, in a list sorted by identifier. The offset is then 0. */
  after?: string | undefined;
  /** Whether nobody waits for the page anymore. */
  isGone?: (() => boolean) | undefined;
}

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

/** Cuts the row beyond the page, and corrects the total by the rows seen. */
export function toFoundPage(ids: readonly string[], page: PageSlice, counted: ListTotal): FoundPage {
  return { ids: ids.slice(0, page.limit), ...toSeenTotal(ids.length, page, counted) };
}

/** The total of a page with one row beyond it: the last page knows it, also where counting stopped before. */
export function toSeenTotal(
  rows: number,
  { offset, limit, after }: PageSlice,
  { total, isExact }: ListTotal,
): PageTotal {
  const hasMore = rows > limit;
  const seen = rows === 0 ? 0 : offset + rows;
  if (isExact) return { total, isExact, hasMore };
  if (!hasMore && after === undefined && (rows > 0 || offset === 0))
    return { total: seen, isExact: true, hasMore };
  return { total: Math.max(total, seen), isExact, hasMore };
}
