import type { QuoteFilter } from '../../domain/quote/list/quote-filter.ts';
import type { Sql, SqlValue } from '../database.ts';
import { LIST_LIMITS } from './list-limits.ts';
import { findPage } from './list-page.ts';
import { measureRanges } from './list-ranges.ts';
import type { FoundPage } from './list-total.ts';
import { storedCount } from './quote-counts.ts';
import {
  isByCustomer,
  orderFor,
  type PageRequest,
  type QuotePage,
  readFound,
  readPage,
  type Selection,
  sortColumn,
  sortWithin,
} from './quote-page.ts';
import {
  findFewQuotes,
  isLookedUp,
  narrowWalk,
  prepareSearch,
  type QuoteSearch,
  readableRanges,
  walkFor,
  walkWithOrder,
} from './quote-walks.ts';

/** Lists a page of quotes. Totals are stored for the unfiltered list and for filters by status, customer or both. */
export async function listQuotes(
  sql: Sql,
  accountId: string,
  filter: QuoteFilter,
  page: PageRequest,
): Promise<QuotePage> {
  const plain = plainSelection(accountId, filter, page);
  if (plain) return readPage(sql, accountId, plain, page, storedCount(accountId, filter));
  const sort = sortWithin(filter, page.sort);
  const found = await findQuotes(sql, await prepareSearch(sql, accountId, filter), { ...page, sort });
  return readFound(sql, accountId, found, { ...page, sort });
}

/** The page near the start of the list, if a single index yields it in order. */
function plainSelection(
  accountId: string,
  { statuses = [], customerId, ...others }: QuoteFilter,
  { sort, offset, after }: PageRequest,
): Selection | undefined {
  if (after !== undefined || offset > LIST_LIMITS.step || statuses.length > 1 || isByCustomer(sort))
    return undefined;
  if (customerId !== undefined && sortColumn(sort)) return undefined;
  const hasNoStatus = ['last_event_at', 'margin'].includes(sortColumn(sort) ?? '');
  if (statuses.length > 0 && hasNoStatus) return undefined;
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

async function findQuotes(sql: Sql, search: QuoteSearch, page: PageRequest): Promise<FoundPage> {
  const sizes = await measureRanges(sql, search.ranges);
  return findPage(
    sql,
    {
      conditions: search.conditions,
      sizes: readableRanges(search, sizes),
      order: orderFor(page.sort),
      inOrder: walkFor(search, sizes, page.sort),
      isLookedUp: isLookedUp(search),
      byCreation: () => walkFor(search, sizes, '-createdAt'),
      withOrder: () => walkWithOrder(sql, search, sizes),
      narrowWalk: (range) => narrowWalk(sql, search, range),
      findFew: () => findFewQuotes(sql, search, sizes),
    },
    page,
  );
}
