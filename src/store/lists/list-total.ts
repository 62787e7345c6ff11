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

/** Cuts the row beyond the page, and keeps the total from being lower than the number of rows seen. */
export function toFoundPage(
  ids: readonly string[],
  { offset, limit }: PageSlice,
  { total, isExact }: ListTotal,
): FoundPage {
  const seen = ids.length === 0 ? 0 : offset + ids.length;
  const found = { ids: ids.slice(0, limit), hasMore: ids.length > limit };
  return { ...found, total: isExact ? total : Math.max(total, seen), isExact };
}
