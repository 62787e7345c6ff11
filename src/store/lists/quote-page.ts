import type { QuoteSort } from '../../domain/quote/list/quote-sorts.ts';
import type { QuoteSummary } from '../../domain/quote/list/quote-summary.ts';
import { SHAPES } from '../../domain/stored-shape.ts';
import { formatLimit, type Sql, type SqlPart, type SqlValue } from '../database.ts';
import { type StoredDoc, toCurrentDoc } from '../tables/stored-docs.ts';
import { type FoundPage, type PageSlice, type PageTotal, toExactTotal } from './list-total.ts';
import { isByCustomer, sortColumn } from './quote-query.ts';
import { readSummaries, type SummaryRow, summaryColumns, summaryDocs } from './quote-summaries.ts';

export interface QuotePage extends PageTotal {
  /** JSON of the API, joined with commas and sent unchanged. */
  docs: string | Uint8Array;
  /** Set instead of `docs` if objects were requested. */
  summaries: QuoteSummary[];
  /** Set instead of `docs` if each quote was requested by itself. */
  entries: { id: string; doc: string }[];
  /** Whether quotes have expired whose expiry must be recorded first. */
  isDue: boolean;
}

export interface PageRequest extends PageSlice {
  sort: QuoteSort;
  now: number;
  /** `false` if no total is requested. */
  isCounted?: boolean;
  /** Omits the fields that only the single quote has, and adds those that only lists have. */
  isSummary?: boolean;
  /** Returns parsed summaries instead of JSON. */
  isParsed?: boolean;
  /** Returns the JSON of each quote by itself, as something is added to it. */
  isSplit?: boolean;
}

/** The quotes that the page is selected from, as `q`. */
export interface Selection {
  from: string;
  where: string[];
  values: SqlValue[];
  /** The quotes are listed by identifier, so no index is walked in list order. */
  isNamed?: boolean;
  /** Every row of the index belongs to the list, sorted by creation, and `q` is the table `quotes`. */
  isPlain?: boolean;
}

/** Largest offset that is cheaper to skip directly than by a join. */
const NEAR = 100;

/** Reads the quotes that were found. */
export async function readFound(
  sql: Sql,
  accountId: string,
  { ids, ...total }: FoundPage,
  page: PageRequest,
): Promise<QuotePage> {
  const isPlain = sortKey(page.sort).length === 1;
  const isFound = sql.isAmong('q.id', ids);
  const quotes = {
    from: isPlain ? 'quotes AS q' : 'quote_facts AS q',
    where: ['q.account_id = ?', isFound.sql],
    values: [accountId, ...isFound.values],
    isPlain,
    isNamed: true,
  };
  const found = await readPage(sql, accountId, quotes, { ...page, offset: 0 }, { sql: '0', values: [] });
  return { ...found, ...total };
}

/** Reads a page with one statement. The database joins its entries, which are sent unchanged. */
export async function readPage(
  sql: Sql,
  accountId: string,
  quotes: Selection,
  page: PageRequest,
  total: SqlPart,
): Promise<QuotePage> {
  const rows = selectRows(accountId, quotes, page);
  if (page.isSummary || page.isSplit) return readSplitPage(sql, accountId, rows, page, total);
  const row = await sql.get<Page>(
    `SELECT ${sql.joined('doc')} AS docs, min(shape) AS shape, ${total.sql} AS total, ${DUE} AS due
     FROM (${rows.sql}) AS page`,
    ...total.values,
    accountId,
    page.now,
    ...rows.values,
  );
  const isOld = (row?.shape ?? SHAPES.quote) < SHAPES.quote;
  const docs = isOld ? await completedDocs(sql, rows) : row?.docs;
  return {
    ...{ docs: docs ?? '', summaries: [], entries: [] },
    ...toExactTotal(Number(row?.total ?? 0), page),
    isDue: row?.due === 1,
  };
}

/** Takes the account and the current time. */
const DUE = `CASE WHEN EXISTS (
       SELECT 1 FROM quotes WHERE account_id = ? AND status = 'SENT' AND valid_until <= ?
     ) THEN 1 ELSE 0 END`;

interface Page {
  docs: string | Uint8Array | null;
  /** Oldest shape among the rows. */
  shape: number | null;
  total: number | null;
  due: number;
}

/** Brings rows that an earlier version stored up to date. */
async function completedDocs(sql: Sql, rows: SqlPart): Promise<string> {
  const stored = await sql.all<StoredDoc>(rows.sql, ...rows.values);
  return stored.map((row) => toCurrentDoc('quote', row)).join(',');
}

async function readSplitPage(
  sql: Sql,
  accountId: string,
  rows: SqlPart,
  page: PageRequest,
  total: SqlPart,
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
  const { isSplit, isParsed } = page;
  return {
    docs: isSplit || isParsed ? '' : summaryDocs(stored),
    summaries: isParsed ? readSummaries(stored) : [],
    entries: isSplit ? stored.map((row) => ({ id: row.id, doc: toCurrentDoc('quote', row) })) : [],
    ...toExactTotal(Number(known?.total ?? 0), page),
    isDue: known?.due === 1,
  };
}

/**
 * Finds the page in the index alone and reads only its rows. `CROSS JOIN` keeps SQLite to that order: by default it
 * walks all quotes and looks each one up in the page.
 */
function selectRows(
  accountId: string,
  { from, where, values, isPlain, isNamed = false }: Selection,
  { sort, limit, offset, isSummary, isSplit }: PageRequest,
): SqlPart {
  const condition = where.join(' AND ');
  const columns = (table: string) =>
    isSummary ? summaryColumns(table) : `${isSplit ? `${table}.id, ` : ''}${table}.doc, ${table}.shape`;
  // Without a limit, SQLite would merge the subquery of named quotes into the statement and walk all in list order.
  const part = formatLimit(limit, offset);
  if (isPlain && offset <= NEAR) {
    return {
      sql: `SELECT ${columns('q')} FROM ${from} WHERE ${condition} ORDER BY ${orderBy(sort, 'q')} ${part.sql}`,
      values: [...values, ...part.values],
    };
  }
  const selected = sortKey(sort).map((column) =>
    column === 'customer_name' ? CUSTOMER_NAME : `q.${column}`,
  );
  return {
    sql: `SELECT ${columns('quotes')} FROM (
       SELECT ${selected.join(', ')} FROM ${from}
       WHERE ${condition} ORDER BY ${orderBy(sort, 'q', isNamed)} ${part.sql}
     ) AS page CROSS JOIN quotes WHERE quotes.account_id = ? AND quotes.id = page.id
     ORDER BY ${orderBy(sort, 'page')}`,
    values: [...values, ...part.values, accountId],
  };
}

/** Identifiers begin with their time, so they sort by creation. An expression keeps the engine off an index. */
function orderBy(sort: QuoteSort, table: string, isNamed = false): string {
  const direction = sort.startsWith('-') ? ' DESC' : '';
  return sortKey(sort)
    .map((column) => {
      if (isNamed && column === 'customer_name') return column + direction;
      const isNumber = isNamed && column !== 'id' && column !== 'customer_id';
      return `${table}.${column}${isNumber ? ' + 0' : ''}${direction}`;
    })
    .join(', ');
}

function sortKey(sort: QuoteSort): string[] {
  if (isByCustomer(sort)) return ['customer_name', 'customer_id', 'id'];
  const column = sortColumn(sort);
  return column ? [column, 'id'] : ['id'];
}

const CUSTOMER_NAME =
  '(SELECT c.name_key FROM customers AS c WHERE c.account_id = q.account_id AND c.id = q.customer_id) AS customer_name';
