import type { QuoteFilter } from '../../domain/quote-list/quote-filter.ts';
import type { QuoteSort } from '../../domain/quote-list/quote-sorts.ts';
import type { Sql, SqlValue } from '../database.ts';
import { LIST_LIMITS } from './list-limits.ts';
import { type FoundPage, type ListTotal, toFoundPage } from './list-total.ts';
import { countMatches, type ListWalk, scanForPage, skipToPage, startWalk, walkToPage } from './list-walk.ts';
import { storedCount } from './quote-counts.ts';
import {
  orderFor,
  type PageRequest,
  type QuotePage,
  readFound,
  readPage,
  type Selection,
  sortColumn,
} from './quote-page.ts';
import {
  findFewQuotes,
  measureRanges,
  narrowWalk,
  type QuoteSearch,
  type SizedRange,
  searchOf,
  walkFor,
} from './quote-ranges.ts';

/** Lists a page of quotes. Totals are stored for the unfiltered list and for filters by status, customer or both. */
export async function listQuotes(
  sql: Sql,
  accountId: string,
  filter: QuoteFilter,
  page: PageRequest,
): Promise<QuotePage> {
  const plain = plainSelection(accountId, filter, page);
  if (plain) return readPage(sql, accountId, plain, page, storedCount(accountId, filter));
  const found = await findQuotes(sql, searchOf(sql, accountId, filter), page);
  return readFound(sql, accountId, found, page);
}

/** The page near the start of the list, if a single index yields it in order. */
function plainSelection(
  accountId: string,
  { statuses = [], customerId, ...others }: QuoteFilter,
  { sort, offset }: PageRequest,
): Selection | undefined {
  if (offset > LIST_LIMITS.step || statuses.length > 1) return undefined;
  if (customerId !== undefined && sortColumn(sort)) return undefined;
  if (Object.values(others).some((value) => value !== undefined)) return undefined;
  const isPlain = statuses.length === 0 && customerId === undefined && sortColumn(sort) === undefined;
  const equal: [string, SqlValue][] = [
    ['account_id', accountId],
    ...statuses.map((status): [string, SqlValue] => ['status', status]),
    ...(customerId === undefined ? [] : [['customer_id', customerId] as [string, SqlValue]]),
  ];
  return {
    from: isPlain ? 'quotes AS q' : 'quote_facts AS q',
    where: equal.map(([column]) => `q.${column} = ?`),
    values: equal.map(([, value]) => value),
    isPlain,
  };
}

/**
 * Examines the narrowest index range completely if it is short. Otherwise examines quotes in page order until the page
 * is full and enough matches are counted.
 */
async function findQuotes(sql: Sql, search: QuoteSearch, page: PageRequest): Promise<FoundPage> {
  const sizes = await measureRanges(sql, search);
  const total = totalOf(search, sizes, page);
  const inOrder = walkFor(search, sizes, page.sort);
  if (inOrder.conditions.length === 0 && total) {
    return toFoundPage(await skipToPage(sql, inOrder, page), page, total);
  }
  const [narrowest] = sizes;
  if (narrowest && narrowest.size <= LIST_LIMITS.narrow) {
    return scan(sql, narrowWalk(sql, search, narrowest), page, total);
  }
  const walk = startWalk(sql, inOrder);
  const first = await walk.step(page);
  const isSparse = first.length <= page.limit && !walk.isOver;
  // The matches may be far from where the list begins.
  const few = isSparse && (await findFewQuotes(sql, search, sizes));
  if (few) return scan(sql, few, page, total);
  // Any order except creation looks up each row separately. Beyond this number, examining all rows is faster.
  const maxExamined = sortColumn(page.sort) && !isDeep(page) ? 2 * LIST_LIMITS.counted : Infinity;
  const found = await walkToPage(walk, page, first, maxExamined);
  if (!found.isFilled) {
    return scan(sql, walkFor(search, sizes, 'createdAt'), page, total);
  }
  return toFoundPage(found, page, total ?? (await countFrom(sql, search, sizes, page.sort, walk)));
}

/** Whether the page is so deep that keeping all rows before it takes long. */
function isDeep({ offset, limit }: PageRequest): boolean {
  return offset + limit > LIST_LIMITS.firstStep;
}

/** Examines all rows of a walk. */
async function scan(
  sql: Sql,
  walk: ListWalk,
  page: PageRequest,
  total: ListTotal | undefined,
): Promise<FoundPage> {
  const found = await scanForPage(sql, walk, orderFor(page.sort), page, total === undefined);
  return total ? toFoundPage(found, page, total) : found;
}

/** The total, if it is not requested or if every quote of a range matches. */
function totalOf(
  { conditions }: QuoteSearch,
  sizes: readonly SizedRange[],
  { isCounted = true }: PageRequest,
): ListTotal | undefined {
  if (!isCounted) return { total: 0, isExact: false };
  const whole = sizes.find(({ range }) => range.terms.length === conditions.length);
  if (!whole) return undefined;
  const isExact = whole.range.stored !== undefined || whole.size <= LIST_LIMITS.counted;
  return { total: isExact ? whole.size : LIST_LIMITS.counted, isExact };
}

/** Counts in order of creation: a sequential read is faster. */
function countFrom(
  sql: Sql,
  search: QuoteSearch,
  sizes: readonly SizedRange[],
  sort: QuoteSort,
  walk: ReturnType<typeof startWalk>,
): Promise<ListTotal> {
  const isInOrder = walk.isOver || !sortColumn(sort);
  return countMatches(isInOrder ? walk : startWalk(sql, walkFor(search, sizes, '-createdAt')));
}
