import type { QuoteSort } from '../../domain/quote-list/quote-sorts.ts';
import type { QuoteSummary } from '../../domain/quote-list/quote-summary.ts';
import { QUOTE_SHAPE } from '../../domain/stored-shape.ts';
import { limitTo, type Part, type Sql, type SqlValue } from '../database.ts';
import { quoteDoc, type StoredDoc } from '../tables/stored-docs.ts';
import type { Direction, Place } from './quote-blocks.ts';
import { readSummaries, type SummaryRow, summaryColumns, summaryDocs } from './quote-summaries.ts';

export interface QuotePage {
  /** The JSON of the API, entry by entry with commas between: it is sent as it stands. */
  docs: string | Uint8Array;
  /** In place of that, where they are asked for as objects. */
  summaries: QuoteSummary[];
  total: number;
  /** There are quotes whose expiry is to be written down first. */
  isDue: boolean;
}

export interface PageWanted {
  sort: QuoteSort;
  limit: number;
  offset: number;
  now: number;
  /** `false`: the total need not be told, as long as it is more than what the page ends with if there is more. */
  isCounted?: boolean;
  /** Without what only one who opens a quote wants to see, and with what a list shows beside it. */
  isSummary?: boolean;
  /** Summaries to be looked at here, and not to be sent on. */
  isParsed?: boolean;
}

/** The quotes to choose the page from, as `q`. */
export interface Selection {
  from: string;
  where: string[];
  values: SqlValue[];
  /** Sorts by creation; `q.id` where nothing quicker is known. */
  order?: string;
  /** Every row that the index gives belongs to the page, by creation, and `q` is the table of the quotes. */
  isPlain?: boolean;
}

/** Up to here it costs nothing to pass over rows, and a join would. */
const NEAR = 100;

/** The number of all matches, counted while the page is found. */
const COUNTED: Part = { sql: 'max(total)', values: [] };

/** Both at once: the matches are fetched from the index one time. */
export async function pageAndTotal(
  sql: Sql,
  accountId: string,
  matches: Selection,
  page: PageWanted,
): Promise<QuotePage> {
  const found = await readPage(sql, accountId, matches, page, COUNTED);
  if (found.total > 0 || page.offset === 0) return found;
  return { ...found, total: await count(sql, matches) };
}

async function count(sql: Sql, { from, where, values }: Selection): Promise<number> {
  const row = await sql.get<{ n: number }>(
    `SELECT count(*) AS n FROM ${from} WHERE ${where.join(' AND ')}`,
    ...values,
  );
  return row?.n ?? 0;
}

/** A page from where its quotes are. */
export function readFrom(
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
  const selects = parts.map(({ from, where }) => `SELECT q.id FROM ${from} WHERE ${where.join(' AND ')}`);
  return {
    from: `(WITH hits AS MATERIALIZED (${selects.join(' UNION ALL ')}) SELECT * FROM hits) AS q`,
    where: ['1 = 1'],
    values: parts.flatMap(({ values }) => values),
  };
}

/** All that a page needs in one statement, its entries joined by the database: they are only passed on. */
export async function readPage(
  sql: Sql,
  accountId: string,
  quotes: Selection,
  page: PageWanted,
  total: Part,
): Promise<QuotePage> {
  const rows = rowsOf(accountId, quotes, page, total === COUNTED);
  if (page.isSummary) return readSummaryPage(sql, accountId, rows, page, total);
  const row = await sql.get<Page>(
    `SELECT ${sql.joined('doc')} AS docs, min(shape) AS shape, ${total.sql} AS total, ${DUE} AS due
     FROM (${rows.sql}) AS page`,
    ...total.values,
    accountId,
    page.now,
    ...rows.values,
  );
  const isOld = (row?.shape ?? QUOTE_SHAPE) < QUOTE_SHAPE;
  const docs = isOld ? await completedDocs(sql, accountId, rows) : row?.docs;
  return { docs: docs ?? '', summaries: [], total: Number(row?.total ?? 0), isDue: row?.due === 1 };
}

/** For an account and the present. */
const DUE = `CASE WHEN EXISTS (
       SELECT 1 FROM quotes WHERE account_id = ? AND status = 'SENT' AND valid_until <= ?
     ) THEN 1 ELSE 0 END`;

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

async function readSummaryPage(
  sql: Sql,
  accountId: string,
  rows: Part,
  page: PageWanted,
  total: Part,
): Promise<QuotePage> {
  const isCounted = total === COUNTED;
  const [known, stored] = await Promise.all([
    sql.get<Pick<Page, 'total' | 'due'>>(
      `SELECT ${isCounted ? '0' : total.sql} AS total, ${DUE} AS due`,
      ...total.values,
      accountId,
      page.now,
    ),
    sql.all<SummaryRow & { total?: number }>(rows.sql, ...rows.values),
  ]);
  return {
    docs: page.isParsed ? '' : await summaryDocs(sql, accountId, stored),
    summaries: page.isParsed ? await readSummaries(sql, accountId, stored) : [],
    total: Number((isCounted ? stored[0]?.total : known?.total) ?? 0),
    isDue: known?.due === 1,
  };
}

/**
 * The page is found in the index alone, and only its rows are read. `CROSS JOIN` holds SQLite to that order: left to
 * itself it walks along all quotes and looks each up in the page.
 */
function rowsOf(
  accountId: string,
  { from, where, values, order, isPlain }: Selection,
  { sort, limit, offset, isSummary = false }: PageWanted,
  isCounted: boolean,
): Part {
  const condition = where.join(' AND ');
  const part = limitTo(limit, offset);
  const column = sortColumn(sort);
  if (isPlain && offset <= NEAR) {
    return {
      sql: `SELECT ${columnsOf('q', isSummary)} FROM ${from} WHERE ${condition} ORDER BY ${orderBy(sort, 'q', order)} ${part.sql}`,
      values: [...values, ...part.values],
    };
  }
  const key = column ? `, q.${column}` : '';
  return {
    sql: `SELECT ${columnsOf('quotes', isSummary)} ${isCounted ? ', page.total' : ''} FROM (
       SELECT q.id ${key} ${isCounted ? ', count(*) OVER () AS total' : ''} FROM ${from}
       WHERE ${condition} ORDER BY ${orderBy(sort, 'q', order)} ${part.sql}
     ) AS page CROSS JOIN quotes WHERE quotes.account_id = ? AND quotes.id = page.id
     ORDER BY ${orderBy(sort, 'page')}`,
    values: [...values, ...part.values, accountId],
  };
}

function columnsOf(table: string, isSummary: boolean): string {
  return isSummary ? summaryColumns(table) : `${table}.doc, ${table}.shape`;
}

/** Identifiers begin with their time, so that their order is the order of creation. */
export function orderBy(sort: QuoteSort, table: string, creationOrder = `${table}.id`): string {
  const column = sortColumn(sort);
  const way = directionOf(sort) === 'last' ? ' DESC' : '';
  return column ? `${table}.${column}${way}, ${table}.id${way}` : `${creationOrder}${way}`;
}

/** Beside the identifier; none where that alone gives the order. */
export function sortColumn(sort: QuoteSort): 'updated_at' | 'valid_until' | undefined {
  if (sort.endsWith('updatedAt')) return 'updated_at';
  return sort.endsWith('validUntil') ? 'valid_until' : undefined;
}

export function directionOf(sort: QuoteSort): Direction {
  return sort.startsWith('-') ? 'last' : 'first';
}
