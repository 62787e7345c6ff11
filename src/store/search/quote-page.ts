import type { QuoteSort } from '../../domain/quote-list/quote-sorts.ts';
import type { QuoteSummary } from '../../domain/quote-list/quote-summary.ts';
import { QUOTE_SHAPE } from '../../domain/stored-shape.ts';
import { limitTo, type Part, rowsOfValues, type Sql, type SqlValue } from '../database.ts';
import { quoteDoc, type StoredDoc } from '../tables/stored-docs.ts';
import { exactTotal, type FoundPage, type PageSlice, type PageTotal } from './list-total.ts';
import type { ListOrder } from './list-walk.ts';
import type { SortedColumn } from './quote-filters.ts';
import { readSummaries, type SummaryRow, summaryColumns, summaryDocs } from './quote-summaries.ts';

export interface QuotePage extends PageTotal {
  /** The JSON of the API, entry by entry with commas between: it is sent as it stands. */
  docs: string | Uint8Array;
  /** In place of that, where they are asked for as objects. */
  summaries: QuoteSummary[];
  /** There are quotes whose expiry is to be written down first. */
  isDue: boolean;
}

export interface PageWanted extends PageSlice {
  sort: QuoteSort;
  now: number;
  /** `false`: the total is not wanted. */
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
  /** The quotes are named: no index of the order is to be walked along. */
  isNamed?: boolean;
  /** Every row that the index gives belongs to the page, by creation, and `q` is the table of the quotes. */
  isPlain?: boolean;
}

/** Up to here it costs nothing to pass over rows, and a join would. */
const NEAR = 100;

/** The quotes that were found. Named as often as a page is long, so that the statement is the same for any number of them. */
export async function readFound(
  sql: Sql,
  accountId: string,
  { ids, ...total }: FoundPage,
  page: PageWanted,
): Promise<QuotePage> {
  const named = Array.from({ length: page.limit }, (_, index) => ids[index] ?? ids[0] ?? '');
  const isPlain = sortColumn(page.sort) === undefined;
  const quotes = {
    from: isPlain ? 'quotes AS q' : 'quote_facts AS q',
    where: ['q.account_id = ?', `q.id IN ${rowsOfValues(1, page.limit)}`],
    values: [accountId, ...named],
    isPlain,
    isNamed: true,
  };
  const found = await readPage(sql, accountId, quotes, { ...page, offset: 0 }, { sql: '0', values: [] });
  return { ...found, ...total };
}

/** All that a page needs in one statement, its entries joined by the database: they are only passed on. */
export async function readPage(
  sql: Sql,
  accountId: string,
  quotes: Selection,
  page: PageWanted,
  total: Part,
): Promise<QuotePage> {
  const rows = rowsOf(accountId, quotes, page);
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
  return {
    docs: docs ?? '',
    summaries: [],
    ...exactTotal(Number(row?.total ?? 0), page),
    isDue: row?.due === 1,
  };
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
  const [known, stored] = await Promise.all([
    sql.get<Pick<Page, 'total' | 'due'>>(
      `SELECT ${total.sql} AS total, ${DUE} AS due`,
      ...total.values,
      accountId,
      page.now,
    ),
    sql.all<SummaryRow>(rows.sql, ...rows.values),
  ]);
  return {
    docs: page.isParsed ? '' : await summaryDocs(sql, accountId, stored),
    summaries: page.isParsed ? await readSummaries(sql, accountId, stored) : [],
    ...exactTotal(Number(known?.total ?? 0), page),
    isDue: known?.due === 1,
  };
}

/**
 * The page is found in the index alone, and only its rows are read. `CROSS JOIN` holds SQLite to that order: left to
 * itself it walks along all quotes and looks each up in the page.
 */
function rowsOf(
  accountId: string,
  { from, where, values, isPlain, isNamed = false }: Selection,
  { sort, limit, offset, isSummary = false }: PageWanted,
): Part {
  const condition = where.join(' AND ');
  const part = limitTo(limit, offset);
  const column = sortColumn(sort);
  if (isPlain && offset <= NEAR) {
    return {
      sql: `SELECT ${columnsOf('q', isSummary)} FROM ${from} WHERE ${condition} ORDER BY ${orderBy(sort, 'q')} ${part.sql}`,
      values: [...values, ...part.values],
    };
  }
  const key = column ? `, q.${column}` : '';
  return {
    sql: `SELECT ${columnsOf('quotes', isSummary)} FROM (
       SELECT q.id ${key} FROM ${from}
       WHERE ${condition} ORDER BY ${orderBy(sort, 'q', isNamed)} ${part.sql}
     ) AS page CROSS JOIN quotes WHERE quotes.account_id = ? AND quotes.id = page.id
     ORDER BY ${orderBy(sort, 'page')}`,
    values: [...values, ...part.values, accountId],
  };
}

function columnsOf(table: string, isSummary: boolean): string {
  return isSummary ? summaryColumns(table) : `${table}.doc, ${table}.shape`;
}

/** Identifiers begin with their time, so that their order is the order of creation. */
export function orderFor(sort: QuoteSort): ListOrder {
  const column = sortColumn(sort);
  return { key: column ? [column, 'id'] : ['id'], isDescending: sort.startsWith('-') };
}

/** As an expression, a column does not lead an engine along its index. */
function orderBy(sort: QuoteSort, table: string, isNamed = false): string {
  const { key, isDescending } = orderFor(sort);
  return key
    .map(
      (column) =>
        `${table}.${column}${isNamed && column !== 'id' ? ' + 0' : ''}${isDescending ? ' DESC' : ''}`,
    )
    .join(', ');
}

/** Beside the identifier; none where that alone gives the order. */
export function sortColumn(sort: QuoteSort): SortedColumn | undefined {
  if (sort.endsWith('updatedAt')) return 'updated_at';
  return sort.endsWith('validUntil') ? 'valid_until' : undefined;
}
