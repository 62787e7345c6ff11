import { QUOTE_STATUSES, type QuoteStatus } from '../../domain/quote/quote.ts';
import type { QuoteFilter } from '../../domain/quote-list/quote-filter.ts';
import { limitTo, type Part, type Sql, type SqlValue } from '../database.ts';
import { areFewInIndex } from './few-matches.ts';
import { countPassing } from './filter-totals.ts';
import { SIZES } from './quote-blocks.ts';
import { areColumnsAtHand } from './quote-columns.ts';
import { conditionsOf, statusesOf, waysTo } from './quote-filters.ts';
import {
  directionOf,
  orderBy,
  type PageWanted,
  pageAndTotal,
  type QuotePage,
  readFrom,
  readPage,
  type Selection,
  sortColumn,
} from './quote-page.ts';
import { isCommon } from './search-totals.ts';
import { searchForm } from './text/search-form.ts';

/**
 * Any filter in any order. Where one of the things that it asks for leaves few quotes, these are looked at one by one;
 * else the quotes are walked along in the order of the list, in the blocks that have any of the page.
 */
export async function listFiltered(
  sql: Sql,
  accountId: string,
  filter: QuoteFilter,
  page: PageWanted,
): Promise<QuotePage> {
  const term = filter.search ? searchForm(filter.search) : '';
  const column = sortColumn(page.sort);
  const conditions = conditionsOf(sql, filter, term, column);
  const most = (await areColumnsAtHand(sql, accountId)) ? SIZES.narrow : SIZES.few;
  const few = await narrowWay(sql, accountId, filter, term, most);
  if (few) return pageAndTotal(sql, accountId, among(sql, accountId, few, conditions), page);
  if (page.isCounted === false && !(await areColumnsAtHand(sql, accountId))) {
    const quotes = column
      ? walk(sql, accountId, column, statusesOf(filter), conditions, page)
      : selectionOf(sql, accountId, conditions);
    return readPage(sql, accountId, quotes, page, seenSoFar(quotes, page));
  }
  const passing = await countPassing(sql, accountId, filter, term);
  const total = { sql: '?', values: [passing.total] };
  if (column) {
    const quotes = walk(sql, accountId, column, passing.statuses, conditions, page);
    return readPage(sql, accountId, quotes, page, total);
  }
  const place = passing.place(directionOf(page.sort), page);
  return readFrom(sql, accountId, selectionOf(sql, accountId, conditions), page, place, total);
}

/** Up to the page, and one more if there is any. */
function seenSoFar({ from, where, values }: Selection, { sort, limit, offset }: PageWanted): Part {
  const part = limitTo(limit + 1, offset);
  const column = sortColumn(sort);
  return {
    sql: `(SELECT CAST(? AS BIGINT) + count(*) FROM (
      SELECT q.id ${column ? `, q.${column}` : ''} FROM ${from} WHERE ${where.join(' AND ')} ORDER BY ${orderBy(sort, 'q')} ${part.sql}) AS seen)`,
    values: [offset, ...values, ...part.values],
  };
}

/** The way to the fewest quotes, unless they are more than `most`. */
export async function narrowWay(
  sql: Sql,
  accountId: string,
  filter: QuoteFilter,
  term: string,
  most: number,
): Promise<Part | undefined> {
  const common =
    term !== '' && ((await isCommon(sql, accountId, term)) || !(await areFewInIndex(sql, accountId, term)));
  const ways = waysTo(sql, accountId, filter, { term, isCommon: common, limit: most + 1 });
  if (ways.length === 0) return undefined;
  const counts = await sql.get<Record<string, number>>(
    `SELECT ${ways.map((way, index) => `(SELECT count(*) FROM (${way.sql}) AS way) AS n${index}`).join(', ')}`,
    ...ways.flatMap(({ values }) => values),
  );
  const sizes = ways.map((_, index) => Number(counts?.[`n${index}`] ?? 0));
  const least = Math.min(...sizes);
  return least <= most ? ways[sizes.indexOf(least)] : undefined;
}

function among(sql: Sql, accountId: string, few: Part, conditions: readonly Part[]): Selection {
  return selectionOf(sql, accountId, [
    { sql: `q.id ${sql.oneOf(few.sql)}`, values: few.values },
    ...conditions,
  ]);
}

function selectionOf(sql: Sql, accountId: string, conditions: readonly Part[]): Selection {
  return {
    from: `${sql.facts.all} AS q`,
    where: ['q.account_id = ?', ...conditions.map((part) => part.sql)],
    values: [accountId, ...conditions.flatMap((part) => part.values)],
  };
}

/** By status, as the indexes are; of each no more than the page can need. */
function walk(
  sql: Sql,
  accountId: string,
  column: string,
  statuses: readonly QuoteStatus[],
  conditions: readonly Part[],
  page: PageWanted,
): Selection {
  const { from, where, values } = selectionOf(sql, accountId, conditions);
  // Of few sizes, so that there are few statements.
  const part = limitTo(2 ** Math.ceil(Math.log2(page.offset + page.limit + 1)));
  const select = `SELECT * FROM (SELECT q.id, q.${column} FROM ${from} WHERE ${where.join(' AND ')} AND q.status = ?
    ORDER BY ${orderBy(page.sort, 'q')} ${part.sql}) AS one`;
  const parts = statuses.length > 0 ? statuses : QUOTE_STATUSES.slice(0, 1);
  return {
    from: `(${parts.map(() => select).join(' UNION ALL ')}) AS q`,
    where: ['1 = 1'],
    values: parts.flatMap((status): SqlValue[] => [...values, status]),
  };
}
