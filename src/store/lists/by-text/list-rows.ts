import { formatLimit, type Sql, type SqlValue } from '../../database.ts';
import type { StoredDoc } from '../../tables/stored-docs.ts';
import { findPage, type ListQuery } from '../list-query.ts';
import { type PageSlice, type PageTotal, toExactTotal } from '../list-total.ts';

interface ListedRow extends StoredDoc {
  id: string;
  version: number;
}

export interface ListedRows extends PageTotal {
  rows: ListedRow[];
}

/** A table whose rows are listed, with the number of rows per account in another. */
export interface ListedTable {
  name: string;
  counts: string;
}

/** Lists a page of rows. Without conditions it takes one statement, in the order of an index. */
export async function listRows(
  sql: Sql,
  { name, counts }: ListedTable,
  accountId: string,
  list: ListQuery,
  page: PageSlice,
): Promise<ListedRows> {
  if (list.conditions.length > 0) {
    const { ids, ...total } = await findPage(sql, list, page);
    return { rows: await readRowsById(sql, name, accountId, ids), ...total };
  }
  const { limit, offset, after } = page;
  const { key, isDescending } = list.order;
  const part = formatLimit(limit + 1, offset);
  const isAfter = after === undefined ? '' : `AND q.id ${isDescending ? '<' : '>'} ?`;
  const order = key.map((column) => column + (isDescending ? ' DESC' : '')).join(', ');
  const from = `${name} AS q WHERE q.account_id = ? ${isAfter} ORDER BY ${order} ${part.sql}`;
  const values = [accountId, ...(after === undefined ? [] : [after]), ...part.values];
  const [rows, count] = await Promise.all([
    readRows(sql, from, values),
    sql.get<{ n: number }>(`SELECT n FROM ${counts} WHERE account_id = ?`, accountId),
  ]);
  const total = toExactTotal(Number(count?.n ?? 0), page);
  return { rows: rows.slice(0, limit), ...total, hasMore: rows.length > limit };
}

/** Reads rows in the given order, without those deleted in the meantime. */
export async function readRowsById(
  sql: Sql,
  table: string,
  accountId: string,
  ids: readonly string[],
): Promise<ListedRow[]> {
  if (ids.length === 0) return [];
  const isFound = sql.isAmong('q.id', ids);
  const rows = await readRows(sql, `${table} AS q WHERE q.account_id = ? AND ${isFound.sql}`, [
    accountId,
    ...isFound.values,
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function readRows(sql: Sql, from: string, values: readonly SqlValue[]): Promise<ListedRow[]> {
  return sql.all<ListedRow>(`SELECT q.id, q.doc, q.shape, q.version FROM ${from}`, ...values);
}
