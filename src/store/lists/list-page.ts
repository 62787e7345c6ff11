import type { Sql } from '../database.ts';
import { LIST_LIMITS } from './list-limits.ts';
import type { ListCondition, ListRange, SizedRange } from './list-ranges.ts';
import type { ListOrder, ListWalk } from './list-step.ts';
import { type FoundPage, type ListTotal, type PageSlice, toFoundPage } from './list-total.ts';
import {
  countMatches,
  type StartedWalk,
  scanForPage,
  skipToPage,
  startWalk,
  walkToPage,
} from './list-walk.ts';

/** The ways to find a page. */
export interface PageSearch<Range extends ListRange = ListRange> {
  conditions: readonly ListCondition[];
  sizes: readonly SizedRange<Range>[];
  order: ListOrder;
  /** Walks the rows in the order of the page. */
  inOrder: ListWalk;
  /** Whether that walk looks up each row to check its conditions. */
  isLookedUp: boolean;
  /** Walks the rows in order of creation, latest first. */
  byCreation(): ListWalk;
  /** Walks the rows in order of creation, with the columns of the page's order. */
  withOrder(): ListWalk;
  narrowWalk(range: SizedRange<Range>): ListWalk;
  /** Walks the few candidates that include all matches; `undefined` if there are too many. */
  findFew(): Promise<ListWalk | undefined>;
}

/**
 * Examines the narrowest index range completely if it is short. Otherwise examines rows in page order until the page is
 * full, and counts in order of creation.
 */
export async function findPage<Range extends ListRange>(
  sql: Sql,
  search: PageSearch<Range>,
  page: PageSlice & { isCounted?: boolean },
): Promise<FoundPage> {
  const { sizes } = search;
  const startAfter = page.after;
  const [order, inOrder] = [
    { ...search.order, startAfter },
    { ...search.inOrder, startAfter },
  ];
  const total = getKnownTotal(search, page);
  const scan = (walk: ListWalk) => scanAll(sql, walk, order, page, total);
  if (inOrder.conditions.length === 0 && !inOrder.byCustomer && total) {
    return toFoundPage(await skipToPage(sql, inOrder, page), page, total);
  }
  const [narrowest] = sizes;
  if (narrowest && narrowest.size <= LIST_LIMITS.narrow) return scan(search.narrowWalk(narrowest));
  const isByColumn = order.key.length > 1;
  const walk = startWalk(sql, inOrder, total === undefined && !isByColumn && startAfter === undefined);
  const first = await walk.step(page);
  const isSparse = search.conditions.length > 0 && first.length <= page.limit && !walk.isOver;
  // The matches may be far from where the list begins.
  const few = isSparse && (await search.findFew());
  if (few) return scan(few);
  // In order of creation, rows are looked up in sequence: beyond this number, examining all of them is faster.
  const isScanned = isByColumn && search.isLookedUp && !isDeep(page);
  const found = await walkToPage(walk, page, first, isScanned ? 2 * LIST_LIMITS.counted : Infinity);
  if (!found.isFilled) return scan(search.withOrder());
  return toFoundPage(found, page, total ?? (await countFrom(sql, { ...search, order }, walk)));
}

/** Whether the page is so deep that keeping all rows before it takes long. */
function isDeep({ offset, limit }: PageSlice): boolean {
  return offset + limit > LIST_LIMITS.firstStep;
}

/** Examines all rows of a walk. */
async function scanAll(
  sql: Sql,
  walk: ListWalk,
  order: ListOrder,
  page: PageSlice,
  total: ListTotal | undefined,
): Promise<FoundPage> {
  const found = await scanForPage(sql, walk, order, page, total === undefined);
  return total ? toFoundPage(found, page, total) : found;
}

/** The total, if it is not requested or if every row of a range matches. */
export function getKnownTotal(
  { conditions, sizes }: Pick<PageSearch, 'conditions' | 'sizes'>,
  { isCounted = true }: { isCounted?: boolean } = {},
): ListTotal | undefined {
  if (!isCounted) return { total: 0, isExact: false };
  const whole = sizes.find(({ range }) => range.terms.length === conditions.length);
  if (!whole) return undefined;
  const isExact = whole.range.stored !== undefined || whole.size <= LIST_LIMITS.counted;
  return { total: isExact ? whole.size : LIST_LIMITS.counted, isExact };
}

/** Counts in order of creation, where rows are looked up in sequence. */
function countFrom(sql: Sql, { order, byCreation }: PageSearch, walk: StartedWalk): Promise<ListTotal> {
  const isInOrder = order.startAfter === undefined && (walk.isOver || order.key.length === 1);
  return countMatches(isInOrder ? walk : startWalk(sql, byCreation()));
}
