import type { Sql, SqlValue } from './database.ts';
import { fold } from './fold.ts';
import { findPlace, SIZES } from './quote-blocks.ts';
import { countQuotes, type QuoteFilter } from './quote-counts.ts';
import { QUOTE_COLUMNS, type QuoteRow } from './quotes.ts';
import { countMatches, isCommon, rememberAsCommon } from './search-totals.ts';

export const QUOTE_SORTS = ['createdAt', '-createdAt', 'validUntil', '-validUntil'] as const;
export type QuoteSort = (typeof QUOTE_SORTS)[number];

export interface QuotePage {
  rows: QuoteRow[];
  total: number;
}

export interface PageWanted {
  sort: QuoteSort;
  limit: number;
  offset: number;
}

/** The quotes to choose the page from, as `q`. */
interface Selection {
  from: string;
  where: string[];
  values: SqlValue[];
  /** Sorts by creation; `q.id` where nothing quicker is known. */
  order?: string;
}

/** Where a place in the order of creation is found. */
type Place = (offset: number) => Promise<{ startId: string; skip: number }>;

export async function listQuotes(
  sql: Sql,
  accountId: string,
  { search, ...filter }: QuoteFilter & { search?: string },
  page: PageWanted,
): Promise<QuotePage> {
  const term = search ? fold(search) : '';
  if (term) return searchQuotes(sql, accountId, term, filter, page);
  const quotes = filtered(accountId, filter);
  const counting = countQuotes(sql, accountId, filter);
  if (isNear(page) || filter.customerId !== undefined) {
    const [total, rows] = await Promise.all([counting, walkToPage(sql, accountId, quotes, page)]);
    return { rows, total };
  }
  const total = await counting;
  const place: Place = (offset) => findPlace(sql, accountId, filter.status, offset);
  return { rows: await jumpToPage(sql, accountId, quotes, page, total, place), total };
}

async function searchQuotes(
  sql: Sql,
  accountId: string,
  term: string,
  filter: QuoteFilter,
  page: PageWanted,
): Promise<QuotePage> {
  const among = await countQuotes(sql, accountId, { customerId: filter.customerId });
  const isWalk =
    among > SIZES.few && filter.customerId === undefined && (await isCommon(sql, accountId, term));
  if (isWalk) return walkThroughMatches(sql, accountId, term, filter, page);

  const quotes = filtered(accountId, filter);
  const isSmall = among <= SIZES.few && filter.customerId !== undefined;
  const matches = isSmall ? containing(sql, quotes, term) : fromIndex(sql, accountId, quotes, term);
  const found = await pageAndTotal(sql, accountId, matches, page);
  if (found.total > SIZES.few && filter.customerId === undefined) rememberAsCommon(sql, accountId, term);
  return found;
}

/** Both at once: the matches are fetched from the index one time. */
async function pageAndTotal(
  sql: Sql,
  accountId: string,
  matches: Selection,
  { sort, limit, offset }: PageWanted,
): Promise<QuotePage> {
  const order = orderBy(sort, 'q', matches.order);
  const rows = await readPage<QuoteRow & { total: number }>(sql, accountId, matches, {
    ...{ sort, order, limit, offset },
    counted: true,
  });
  return { rows, total: rows[0]?.total ?? (offset > 0 ? await count(sql, matches) : 0) };
}

async function walkThroughMatches(
  sql: Sql,
  accountId: string,
  term: string,
  filter: QuoteFilter,
  page: PageWanted,
): Promise<QuotePage> {
  const blocks = await countMatches(sql, accountId, term, filter.status);
  const total = blocks.reduce((sum, { n }) => sum + n, 0);
  const place: Place = async (offset) => {
    let skip = offset;
    for (const { startId, n } of blocks) {
      if (skip < n) return { startId, skip };
      skip -= n;
    }
    return { startId: '', skip: offset };
  };
  const matches = containing(sql, filtered(accountId, filter), term);
  const rows = isNear(page)
    ? await walkToPage(sql, accountId, matches, page)
    : await jumpToPage(sql, accountId, matches, page, total, place);
  return { rows, total };
}

function filtered(accountId: string, { status, customerId }: QuoteFilter): Selection {
  const where = ['q.account_id = ?'];
  const values: SqlValue[] = [accountId];
  if (status) {
    where.push('q.status = ?');
    values.push(status);
  }
  if (customerId !== undefined) {
    where.push('q.customer_id = ?');
    values.push(customerId);
  }
  return { from: 'quotes AS q', where, values };
}

function containing(sql: Sql, quotes: Selection, term: string): Selection {
  return {
    ...quotes,
    where: [...quotes.where, sql.search.contains('q.search')],
    values: [...quotes.values, term],
  };
}

function fromIndex(sql: Sql, accountId: string, quotes: Selection, term: string): Selection {
  const found = sql.search.matching(accountId, term);
  return {
    from: found.from,
    where: [found.where, ...quotes.where],
    values: [...found.values, ...quotes.values],
    order: found.order,
  };
}

async function count(sql: Sql, { from, where, values }: Selection): Promise<number> {
  const row = await sql.get<{ n: number }>(
    `SELECT count(*) AS n FROM ${from} WHERE ${where.join(' AND ')}`,
    ...values,
  );
  return row?.n ?? 0;
}

/** Blocks follow the order of creation only. */
function isNear({ sort, offset }: PageWanted): boolean {
  return offset < SIZES.deep || sort.endsWith('validUntil');
}

function walkToPage(sql: Sql, accountId: string, quotes: Selection, page: PageWanted): Promise<QuoteRow[]> {
  return readPage(sql, accountId, quotes, { ...page, order: orderBy(page.sort, 'q', quotes.order) });
}

/** Counted from the beginning in both directions, because that is where the blocks begin. */
async function jumpToPage(
  sql: Sql,
  accountId: string,
  quotes: Selection,
  { sort, limit, offset }: PageWanted,
  total: number,
  place: Place,
): Promise<QuoteRow[]> {
  if (offset >= total) return [];
  const first = sort === 'createdAt' ? offset : Math.max(0, total - offset - limit);
  const { startId, skip } = await place(first);
  const rest = { ...quotes, where: [...quotes.where, 'q.id >= ?'], values: [...quotes.values, startId] };
  const size = Math.min(limit, total - offset);
  return readPage(sql, accountId, rest, { sort, order: 'q.id', limit: size, offset: skip });
}

/** The page is found in the index alone, and only its rows are read. */
function readPage<Row = QuoteRow>(
  sql: Sql,
  accountId: string,
  { from, where, values }: Selection,
  { sort, order, limit, offset, counted = false }: PageWanted & { order: string; counted?: boolean },
): Promise<Row[]> {
  return sql.all<Row>(
    `SELECT ${QUOTE_COLUMNS} ${counted ? ', page.total' : ''} FROM (
       SELECT q.id ${counted ? ', count(*) OVER () AS total' : ''} FROM ${from}
       WHERE ${where.join(' AND ')} ORDER BY ${order} LIMIT ? OFFSET ?
     ) AS page JOIN quotes ON quotes.account_id = ? AND quotes.id = page.id
     ORDER BY ${orderBy(sort, 'quotes')}`,
    ...values,
    limit,
    offset,
    accountId,
  );
}

/** Identifiers begin with their time, so that their order is the order of creation. */
function orderBy(sort: QuoteSort, table: string, creationOrder = `${table}.id`): string {
  switch (sort) {
    case 'createdAt':
      return creationOrder;
    case '-createdAt':
      return `${creationOrder} DESC`;
    case 'validUntil':
      return `${table}.valid_until, ${table}.id`;
    case '-validUntil':
      return `${table}.valid_until DESC, ${table}.id DESC`;
  }
}
