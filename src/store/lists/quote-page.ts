import type { QuoteFilter } from '../../domain/quote/list/quote-filter.ts';
import type { QuoteSort } from '../../domain/quote/list/quote-sorts.ts';
import type { QuoteSummary } from '../../domain/quote/list/quote-summary.ts';
import { QUOTE_SHAPE } from '../../domain/stored-shape.ts';
import { formatLimit, type Sql, type SqlPart, type SqlValue } from '../database.ts';
import { quoteDoc, type StoredDoc } from '../tables/stored-docs.ts';
import { CUSTOMER_ORDER } from './by-customer/customer-steps.ts';
import type { ListOrder } from './list-step.ts';
import { type FoundPage, type PageSlice, type PageTotal, toExactTotal } from './list-total.ts';
import type { SortedColumn } from './quote-filters.ts';
import { readSummaries, type SummaryRow, summaryColumns, summaryDocs } from './quote-summaries.ts';

export interface QuotePage extends PageTotal {
  /** JSON of the API, joined with commas and sent unchanged. */
  docs: string | Uint8Array;
  /** Set instead of `docs` if objects were requested. */
  summaries: QuoteSummary[];
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
  const isPlain = orderFor(page.sort).key.length === 1;
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
  const docs = isOld ? await completedDocs(sql, rows) : row?.docs;
  return {
    docs: docs ?? '',
    summaries: [],
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
  return stored.map(quoteDoc).join(',');
}

async function readSummaryPage(
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
  return {
    docs: page.isParsed ? '' : summaryDocs(stored),
    summaries: page.isParsed ? readSummaries(stored) : [],
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
  { sort, limit, offset, isSummary = false }: PageRequest,
): SqlPart {
  const condition = where.join(' AND ');
  // Without a limit, SQLite would merge the subquery of named quotes into the statement and walk all in list order.
  const part = formatLimit(limit, offset);
  if (isPlain && offset <= NEAR) {
    return {
      sql: `SELECT ${listColumns('q', isSummary)} FROM ${from} WHERE ${condition} ORDER BY ${orderBy(sort, 'q')} ${part.sql}`,
      values: [...values, ...part.values],
    };
  }
  const { key, columns } = orderFor(sort);
  const selected = key.map((column) =>
    columns?.[column] ? `${columns[column]} AS ${column}` : `q.${column}`,
  );
  return {
    sql: `SELECT ${listColumns('quotes', isSummary)} FROM (
       SELECT ${selected.join(', ')} FROM ${from}
       WHERE ${condition} ORDER BY ${orderBy(sort, 'q', isNamed)} ${part.sql}
     ) AS page CROSS JOIN quotes WHERE quotes.account_id = ? AND quotes.id = page.id
     ORDER BY ${orderBy(sort, 'page')}`,
    values: [...values, ...part.values, accountId],
  };
}

function listColumns(table: string, isSummary: boolean): string {
  return isSummary ? summaryColumns(table) : `${table}.doc, ${table}.shape`;
}

/** Identifiers begin with their time, so they sort by creation. */
export function orderFor(sort: QuoteSort): ListOrder {
  const isDescending = sort.startsWith('-');
  if (isByCustomer(sort)) return { ...CUSTOMER_ORDER, isDescending };
  const column = sortColumn(sort);
  return { key: column ? [column, 'id'] : ['id'], isDescending };
}

/** An expression keeps the engine from walking the index of the column. */
function orderBy(sort: QuoteSort, table: string, isNamed = false): string {
  const { key, columns, isDescending } = orderFor(sort);
  const direction = isDescending ? ' DESC' : '';
  return key
    .map((column) => {
      if (columns?.[column]) return `${isNamed ? column : `${table}.${column}`}${direction}`;
      const isNumber = isNamed && key.length === 2 && column !== 'id';
      return `${table}.${column}${isNumber ? ' + 0' : ''}${direction}`;
    })
    .join(', ');
}

const SORTED_COLUMNS: Record<string, SortedColumn | undefined> = {
  updatedAt: 'updated_at',
  validUntil: 'valid_until',
  lastEventAt: 'last_event_at',
  total: 'total',
  margin: 'margin',
};

/** The column of quotes sorted by before the identifier; none for the order of creation and for that of customers. */
export function sortColumn(sort: QuoteSort): SortedColumn | undefined {
  return SORTED_COLUMNS[sort.replace('-', '')];
}

export function isByCustomer(sort: QuoteSort): boolean {
  return sort.endsWith('customerName');
}

/** The quotes of one customer have one name: they are sorted by creation. */
export function sortWithin({ customerId }: QuoteFilter, sort: QuoteSort): QuoteSort {
  if (customerId === undefined || !isByCustomer(sort)) return sort;
  return sort.startsWith('-') ? '-createdAt' : 'createdAt';
}
