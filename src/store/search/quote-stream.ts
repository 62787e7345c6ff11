import { setImmediate } from 'node:timers/promises';
import type { QuoteStatus } from '../../domain/quote/quote.ts';
import type { QuoteFilter } from '../../domain/quote-list/quote-filter.ts';
import type { QuoteSort } from '../../domain/quote-list/quote-sorts.ts';
import { type Part, rowsOfValues, type Sql, type SqlValue } from '../database.ts';
import type { StoredDoc } from '../tables/stored-docs.ts';
import { narrowWay } from './filtered-list.ts';
import { SIZES } from './quote-blocks.ts';
import { conditionsOf, statusesOf } from './quote-filters.ts';
import { directionOf, orderBy, sortColumn } from './quote-page.ts';
import { searchForm } from './text/search-form.ts';

export interface StreamedQuote extends StoredDoc {
  /** The JSON of its customer. */
  customer: string;
}

/** Quotes in memory at once: they may be megabytes each. */
const BATCH = 20;

/**
 * All that pass a filter, a few at a time, as they are when their turn comes. SQLite answers at once and the network may
 * take all of it: without a turn of the event loop in between, nobody else would be heard before the end.
 */
export async function* streamQuotes(
  sql: Sql,
  accountId: string,
  filter: QuoteFilter,
  sort: QuoteSort,
): AsyncGenerator<StreamedQuote[]> {
  const term = filter.search ? searchForm(filter.search) : '';
  // Where they are few, the others need not be walked along.
  const few = await narrowWay(sql, accountId, filter, term, SIZES.few);
  const passing = { statuses: statusesOf(filter), conditions: conditionsOf(sql, filter, term), few };
  let last: WindowRow | undefined;
  for (;;) {
    const rows = await readWindow(sql, accountId, passing, sort, last);
    const ids = rows.filter(({ passes }) => passes === 1).map(({ id }) => id);
    for (let start = 0; start < ids.length; start += BATCH) {
      await setImmediate();
      yield await readBatch(sql, accountId, ids.slice(start, start + BATCH));
    }
    last = rows.at(-1);
    if (rows.length < SIZES.window) return;
    await setImmediate();
  }
}

interface Passing {
  statuses: readonly QuoteStatus[];
  conditions: readonly Part[];
  /** All that pass are among these. */
  few: Part | undefined;
}

interface WindowRow {
  id: string;
  sort_key: number | string;
  passes: number;
}

/** The next quotes behind the last one, by status as the indexes are, and which of them pass. */
function readWindow(
  sql: Sql,
  accountId: string,
  { statuses, conditions, few }: Passing,
  sort: QuoteSort,
  last: WindowRow | undefined,
): Promise<WindowRow[]> {
  const column = sortColumn(sort);
  const [sign, way] = directionOf(sort) === 'last' ? ['<', ' DESC'] : ['>', ''];
  const behind = column ? `(q.${column}, q.id) ${sign} (?, ?)` : `q.id ${sign} ?`;
  const place: SqlValue[] = last ? (column ? [last.sort_key, last.id] : [last.id]) : [];
  const passes = ['1 = 1', ...conditions.map((part) => part.sql)].join(' AND ');
  const select = `SELECT * FROM (
    SELECT q.id, q.${column ?? 'id'} AS sort_key, CASE WHEN ${passes} THEN 1 ELSE 0 END AS passes FROM ${sql.facts.all} AS q
    WHERE q.account_id = ? ${few ? `AND q.id ${sql.oneOf(few.sql)}` : ''} ${column ? 'AND q.status = ?' : ''} ${last ? `AND ${behind}` : ''}
    ORDER BY ${orderBy(sort, 'q')} LIMIT ${SIZES.window}) AS one`;
  const values = [...conditions.flatMap((part) => part.values), accountId, ...(few?.values ?? [])];
  const parts = column ? statuses.map((status) => [...values, status]) : [values];
  return sql.all<WindowRow>(
    `SELECT * FROM (${parts.map(() => select).join(' UNION ALL ')}) AS quotes
     ORDER BY sort_key${way}, id${way} LIMIT ${SIZES.window}`,
    ...parts.flatMap((part) => [...part, ...place]),
  );
}

/** In this order. What was deleted meanwhile is left out. */
async function readBatch(sql: Sql, accountId: string, ids: readonly string[]): Promise<StreamedQuote[]> {
  const named = Array.from({ length: BATCH }, (_, index) => ids[index] ?? ids[0] ?? '');
  const rows = await sql.all<StreamedQuote & { id: string }>(
    `SELECT quotes.id, quotes.doc, quotes.shape, customers.doc AS customer FROM quotes
     JOIN customers ON customers.account_id = quotes.account_id AND customers.id = quotes.customer_id
     WHERE quotes.account_id = ? AND quotes.id IN ${rowsOfValues(1, BATCH)}`,
    accountId,
    ...named,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
