import type { QuoteSort } from '../../domain/quote/quote-sorts.ts';
import { QUOTE_SHAPE } from '../../domain/stored-shape.ts';
import { limitTo, type Part, rowsOfValues, type Sql, type SqlValue } from '../database.ts';
import { quoteDoc, type StoredDoc } from '../tables/stored-docs.ts';
import { type Direction, findPlace, type Place, SIZES } from './quote-blocks.ts';
import { countQuotes, keptCount, type QuoteFilter } from './quote-counts.ts';
import { searchForm } from './search-form.ts';
import { countMatches, isCommon, type Matches, rememberAsCommon } from './search-totals.ts';

export interface QuotePage {
  /** The JSON of the API, entry by entry with commas between: it is sent as it stands. */
  docs: string | Uint8Array;
  total: number;
  /** There are quotes whose expiry is to be written down first. */
  isDue: boolean;
}

export interface PageWanted {
  sort: QuoteSort;
  limit: number;
  offset: number;
  now: number;
}

/** The quotes to choose the page from, as `q`. */
interface Selection {
  from: string;
  where: string[];
  values: SqlValue[];
  /** Sorts by creation; `q.id` where nothing quicker is known. */
  order?: string;
  /** Every row that the index gives belongs to the page. */
  isPlain?: boolean;
}

/** Up to here it costs nothing to pass over rows, and a join would. */
const NEAR = 100;
/** More are not worth a statement that has a part for each. */
const MAX_RANGES = 100;

export async function listQuotes(
  sql: Sql,
  accountId: string,
  { search, ...filter }: QuoteFilter & { search?: string },
  page: PageWanted,
): Promise<QuotePage> {
  const term = search ? searchForm(search) : '';
  if (term) return searchQuotes(sql, accountId, term, filter, page);
  const quotes = filtered(accountId, filter);
  const isDeep = page.offset >= SIZES.deep && filter.customerId === undefined && !isByValidity(page);
  const place = isDeep && (await findPlace(sql, accountId, filter.status, directionOf(page), page));
  const total = keptCount(accountId, filter);
  return place
    ? readFrom(sql, accountId, quotes, page, place, total)
    : readPage(sql, accountId, quotes, page, total);
}

async function searchQuotes(
  sql: Sql,
  accountId: string,
  term: string,
  filter: QuoteFilter,
  page: PageWanted,
): Promise<QuotePage> {
  const ofCustomer = filter.customerId !== undefined;
  const among = await countQuotes(sql, accountId, { customerId: filter.customerId });
  const quotes = filtered(accountId, filter);
  const containingTerm = containing(sql, quotes, term);
  if (ofCustomer && among <= SIZES.few) return pageAndTotal(sql, accountId, containingTerm, page);
  if (among > SIZES.few && (await isCommon(sql, accountId, term))) {
    const matches = await countMatches(sql, accountId, term, filter);
    return walkThrough(sql, accountId, containingTerm, matches, page);
  }
  const found = await pageAndTotal(sql, accountId, fromIndex(sql, accountId, quotes, term), page);
  if (found.total > SIZES.few) rememberAsCommon(sql, accountId, term);
  return found;
}

async function walkThrough(
  sql: Sql,
  accountId: string,
  quotes: Selection,
  matches: Matches,
  page: PageWanted,
): Promise<QuotePage> {
  const total = { sql: '?', values: [matches.total] };
  if (isByValidity(page)) {
    const all = matches.place('first', { offset: 0, limit: matches.total });
    return matches.total <= SIZES.few && all.ranges.length <= MAX_RANGES
      ? readFrom(sql, accountId, quotes, page, { ...all, skip: page.offset }, total)
      : readPage(sql, accountId, quotes, page, total);
  }
  const ids = matches.ids(directionOf(page), page) ?? [];
  return ids.length > 0
    ? readPage(sql, accountId, only(quotes, ids, page.limit), { ...page, offset: 0 }, total)
    : readFrom(sql, accountId, quotes, page, matches.place(directionOf(page), page), total);
}

/** Both at once: the matches are fetched from the index one time. */
async function pageAndTotal(
  sql: Sql,
  accountId: string,
  matches: Selection,
  page: PageWanted,
): Promise<QuotePage> {
  const found = await readPage(sql, accountId, matches, page, COUNTED);
  if (found.total > 0 || page.offset === 0) return found;
  return { ...found, total: await count(sql, matches) };
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
  return { from: 'quotes AS q', where, values, isPlain: true };
}

function containing(sql: Sql, quotes: Selection, term: string): Selection {
  return {
    from: quotes.from,
    where: [...quotes.where, sql.search.contains('q.search')],
    values: [...quotes.values, term],
  };
}

/** Named as often as a page is long, so that the statement is the same for any number of them. */
function only(quotes: Selection, ids: readonly string[], limit: number): Selection {
  const named = Array.from({ length: limit }, (_, index) => ids[index] ?? ids[0] ?? '');
  return {
    from: quotes.from,
    where: [...quotes.where, `q.id IN ${rowsOfValues(1, limit)}`],
    values: [...quotes.values, ...named],
    isPlain: true,
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
function isByValidity({ sort }: PageWanted): boolean {
  return sort.endsWith('validUntil');
}

function directionOf({ sort }: PageWanted): Direction {
  return sort.startsWith('-') ? 'last' : 'first';
}

function readFrom(
  sql: Sql,
  accountId: string,
  quotes: Selection,
  page: PageWanted,
  { ranges, skip }: Place,
  total: Part,
): Promise<QuotePage> {
  const parts = ranges.map(({ startId, endId }) => ({
    ...quotes,
    where: [...quotes.where, 'q.id >= ?', 'q.id < ?'],
    values: [...quotes.values, startId, endId],
  }));
  const nothing = { ...quotes, where: ['1 = 0'], values: [] };
  const [single = nothing] = parts;
  return readPage(
    sql,
    accountId,
    parts.length > 1 ? together(parts) : single,
    { ...page, offset: skip },
    total,
  );
}

/** Each is looked through by itself: a walk along all quotes would read what lies between. */
function together(parts: readonly Selection[]): Selection {
  const selects = parts.map(
    ({ from, where }) => `SELECT q.id, q.valid_until FROM ${from} WHERE ${where.join(' AND ')}`,
  );
  return {
    from: `(WITH hits AS MATERIALIZED (${selects.join(' UNION ALL ')}) SELECT * FROM hits) AS q`,
    where: ['1 = 1'],
    values: parts.flatMap(({ values }) => values),
  };
}

/** The number of all matches, counted while the page is found. */
const COUNTED: Part = { sql: 'max(total)', values: [] };

/** All that a page needs in one statement, its entries joined by the database: they are only passed on. */
async function readPage(
  sql: Sql,
  accountId: string,
  quotes: Selection,
  page: PageWanted,
  total: Part,
): Promise<QuotePage> {
  const rows = rowsOf(accountId, quotes, page, total === COUNTED);
  const row = await sql.get<Page>(
    `SELECT ${sql.joined('doc')} AS docs, min(shape) AS shape, ${total.sql} AS total, CASE WHEN EXISTS (
       SELECT 1 FROM quotes WHERE account_id = ? AND status = 'SENT' AND valid_until <= ?
     ) THEN 1 ELSE 0 END AS due
     FROM (${rows.sql}) AS page`,
    ...total.values,
    accountId,
    page.now,
    ...rows.values,
  );
  const isOld = (row?.shape ?? QUOTE_SHAPE) < QUOTE_SHAPE;
  const docs = isOld ? await completedDocs(sql, accountId, rows) : row?.docs;
  return { docs: docs ?? '', total: Number(row?.total ?? 0), isDue: row?.due === 1 };
}

interface Page {
  docs: string | Uint8Array | null;
  /** The oldest one among them. */
  shape: number | null;
  total: number | null;
  due: number;
}

/** Some were stored by an earlier version, and have not been brought up to date yet. */
async function completedDocs(sql: Sql, accountId: string, rows: Part): Promise<string> {
  const stored = await sql.all<StoredDoc>(rows.sql, ...rows.values);
  return (await Promise.all(stored.map((row) => quoteDoc(sql, accountId, row)))).join(',');
}

/**
 * The page is found in the index alone, and only its rows are read. `CROSS JOIN` holds SQLite to that order: left to
 * itself it walks along all quotes and looks each up in the page.
 */
function rowsOf(
  accountId: string,
  { from, where, values, order, isPlain }: Selection,
  { sort, limit, offset }: PageWanted,
  isCounted: boolean,
): Part {
  const condition = where.join(' AND ');
  const part = limitTo(limit, offset);
  if (isPlain && offset <= NEAR) {
    return {
      sql: `SELECT q.doc, q.shape FROM ${from} WHERE ${condition} ORDER BY ${orderBy(sort, 'q', order)} ${part.sql}`,
      values: [...values, ...part.values],
    };
  }
  return {
    sql: `SELECT quotes.doc, quotes.shape ${isCounted ? ', page.total' : ''} FROM (
       SELECT q.id ${isCounted ? ', count(*) OVER () AS total' : ''} FROM ${from}
       WHERE ${condition} ORDER BY ${orderBy(sort, 'q', order)} ${part.sql}
     ) AS page CROSS JOIN quotes WHERE quotes.account_id = ? AND quotes.id = page.id
     ORDER BY ${orderBy(sort, 'quotes')}`,
    values: [...values, ...part.values, accountId],
  };
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
