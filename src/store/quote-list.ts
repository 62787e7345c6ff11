import type { Sql, SqlValue } from './database.ts';
import { fold } from './fold.ts';
import { countQuotes, type QuoteFilter } from './quote-counts.ts';
import { QUOTE_COLUMNS, type QuoteRow } from './quotes.ts';

export const QUOTE_SORTS = ['createdAt', '-createdAt', 'validUntil', '-validUntil'] as const;
export type QuoteSort = (typeof QUOTE_SORTS)[number];

export interface QuotePage {
  rows: QuoteRow[];
  total: number;
}

export async function listQuotes(
  sql: Sql,
  accountId: string,
  filter: QuoteFilter & { search?: string },
  page: { sort: QuoteSort; limit: number; offset: number },
): Promise<QuotePage> {
  const term = filter.search ? fold(filter.search) : '';
  const found = term ? sql.search.matching(accountId, term) : undefined;
  const conditions = ['q.account_id = ?'];
  const values: SqlValue[] = [accountId];
  if (filter.status) {
    conditions.push('q.status = ?');
    values.push(filter.status);
  }
  if (filter.customerId !== undefined) {
    conditions.push('q.customer_id = ?');
    values.push(filter.customerId);
  }
  const from = found?.from ?? 'quotes AS q';
  const where = [...(found ? [found.where] : []), ...conditions].join(' AND ');
  const allValues = [...(found?.values ?? []), ...values];

  const total = found
    ? await count(sql, `${from} WHERE ${where}`, allValues)
    : await countQuotes(sql, accountId, filter);
  if (page.offset >= total) return { rows: [], total };
  // The page is found in the index alone, and only its rows are read.
  const rows = await sql.all<QuoteRow>(
    `SELECT ${QUOTE_COLUMNS} FROM (
       SELECT q.id FROM ${from} WHERE ${where} ORDER BY ${orderBy(page.sort, 'q', found?.order)} LIMIT ? OFFSET ?
     ) AS page JOIN quotes ON quotes.account_id = ? AND quotes.id = page.id
     ORDER BY ${orderBy(page.sort, 'quotes')}`,
    ...allValues,
    page.limit,
    page.offset,
    accountId,
  );
  return { rows, total };
}

async function count(sql: Sql, fromWhere: string, values: SqlValue[]): Promise<number> {
  const row = await sql.get<{ n: number }>(`SELECT count(*) AS n FROM ${fromWhere}`, ...values);
  return row?.n ?? 0;
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
