import type { QuoteFilter } from '../../domain/quote/quote-filter.ts';
import type { Part, Sql, SqlValue } from '../database.ts';
import { SIZES } from './quote-blocks.ts';
import { conditionsOf, statusesOf, waysTo } from './quote-filters.ts';
import {
  count,
  orderBy,
  type PageWanted,
  pageAndTotal,
  type QuotePage,
  readPage,
  type Selection,
  sortColumn,
} from './quote-page.ts';
import { searchForm } from './search-form.ts';
import { isCommon } from './search-totals.ts';

/**
 * Any filter in any order. Where one of the things that it asks for leaves few quotes, these are looked at one by one;
 * else the quotes are walked along in the order of the list.
 */
export async function listFiltered(
  sql: Sql,
  accountId: string,
  filter: QuoteFilter,
  page: PageWanted,
): Promise<QuotePage> {
  const term = filter.search ? searchForm(filter.search) : '';
  const conditions = conditionsOf(sql, filter, term);
  const few = await narrowWay(sql, accountId, filter, term);
  if (few) return pageAndTotal(sql, accountId, among(sql, accountId, few, conditions), page);
  const all = selectionOf(accountId, conditions);
  const total = { sql: '?', values: [await count(sql, all)] };
  return readPage(sql, accountId, walk(accountId, filter, conditions, page), page, total);
}

/** The way to the fewest quotes, unless they are many. */
async function narrowWay(
  sql: Sql,
  accountId: string,
  filter: QuoteFilter,
  term: string,
): Promise<Part | undefined> {
  const common = term !== '' && (await isCommon(sql, accountId, term));
  const ways = waysTo(sql, accountId, filter, { term, isCommon: common, limit: SIZES.few + 1 });
  if (ways.length === 0) return undefined;
  const counts = await sql.get<Record<string, number>>(
    `SELECT ${ways.map((way, index) => `(SELECT count(*) FROM (${way.sql}) AS way) AS n${index}`).join(', ')}`,
    ...ways.flatMap(({ values }) => values),
  );
  const sizes = ways.map((_, index) => Number(counts?.[`n${index}`] ?? 0));
  const least = Math.min(...sizes);
  return least <= SIZES.few ? ways[sizes.indexOf(least)] : undefined;
}

function among(sql: Sql, accountId: string, few: Part, conditions: readonly Part[]): Selection {
  return selectionOf(accountId, [{ sql: `q.id ${sql.oneOf(few.sql)}`, values: few.values }, ...conditions]);
}

function selectionOf(accountId: string, conditions: readonly Part[]): Selection {
  return {
    from: 'quote_facts AS q',
    where: ['q.account_id = ?', ...conditions.map((part) => part.sql)],
    values: [accountId, ...conditions.flatMap((part) => part.values)],
  };
}

/** By status, as the indexes are; of each no more than the page can need. */
function walk(
  accountId: string,
  filter: QuoteFilter,
  conditions: readonly Part[],
  page: PageWanted,
): Selection {
  const column = sortColumn(page.sort);
  if (!column) return selectionOf(accountId, conditions);
  const statuses = statusesOf(filter);
  const { from, where, values } = selectionOf(accountId, conditions);
  const select = `SELECT * FROM (SELECT q.id, q.${column} FROM ${from} WHERE ${where.join(' AND ')} AND q.status = ?
    ORDER BY ${orderBy(page.sort, 'q')} LIMIT ?) AS one`;
  return {
    from: `(${statuses.map(() => select).join(' UNION ALL ')}) AS q`,
    where: ['1 = 1'],
    values: statuses.flatMap((status): SqlValue[] => [...values, status, page.offset + page.limit]),
  };
}
