import type { QuoteFilter } from '../../domain/quote/list/quote-filter.ts';
import type { Sql, SqlValue } from '../database.ts';
import { LIST_LIMITS } from './list-limits.ts';
import { findPage } from './list-query.ts';
import { storedCount } from './quote-counts.ts';
import { type PageRequest, type QuotePage, readFound, readPage, type Selection } from './quote-page.ts';
import { buildQuoteQuery, hasSortIndex, sortColumn, sortWithin } from './quote-query.ts';

/** Lists a page of quotes. Totals are stored for the unfiltered list and for filters by status, customer or both. */
export async function listQuotes(
  sql: Sql,
  accountId: string,
  filter: QuoteFilter,
  page: PageRequest,
): Promise<QuotePage> {
  if (isPlainPage(filter, page)) {
    return readPage(
      sql,
      accountId,
      selectPlain(accountId, filter, page),
      page,
      storedCount(accountId, filter),
    );
  }
  const sort = sortWithin(filter, page.sort);
  const found = await findPage(
    sql,
    await buildQuoteQuery(sql, accountId, filter, sort),
    page,
    page.isCounted,
  );
  return readFound(sql, accountId, found, { ...page, sort });
}

/** Whether the page is near the start of a list that one index yields in order. */
export function isPlainPage(
  { statuses = [], customerId, ...others }: QuoteFilter,
  { sort, offset, after }: PageRequest,
): boolean {
  if (after !== undefined || offset > LIST_LIMITS.near || !hasSortIndex(sort)) return false;
  if (Object.values(others).some((value) => value !== undefined)) return false;
  const narrower = statuses.length + (customerId === undefined ? 0 : 1);
  return narrower === 0 || (narrower === 1 && sortColumn(sort) === undefined);
}

function selectPlain(
  accountId: string,
  { statuses = [], customerId }: QuoteFilter,
  { sort }: PageRequest,
): Selection {
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
