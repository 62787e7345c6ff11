import { setImmediate } from 'node:timers/promises';
import type { Table } from '../../catalog.ts';
import { formatLimit, type Sql, type SqlValue } from '../../database.ts';

export type Row = Record<string, SqlValue>;

/** Rows in memory at a time: those with documents may have megabytes. */
const MANY = 200;
const FEW = 20;
const LARGE = new Set(['doc', 'words', 'source', 'content', 'customer', 'text']);
const KEY = 'row_key_';

/** Reads the rows of an account in the order of their key, in batches between which others have their turn. */
export async function* readAccountRows(
  sql: Sql,
  accountId: string,
  { name, columns: all, key, hasBytes }: Table,
  { columns = all.join(', '), join = '', size }: { columns?: string; join?: string; size?: number } = {},
): AsyncGenerator<Row[]> {
  const rest = key.filter((column) => column !== 'account_id').map((column) => `${name}.${column}`);
  const limit = size ?? (hasBytes || all.some((column) => LARGE.has(column)) ? FEW : MANY);
  const keys = rest.map((column, index) => `${column} AS ${KEY}${index}`);
  const order = rest.length > 0 ? `ORDER BY ${rest.join(', ')}` : '';
  let after: SqlValue[] | undefined;
  do {
    await setImmediate();
    const isLater = after ? `AND (${rest.join(', ')}) > (${rest.map(() => '?').join(', ')})` : '';
    const rows: Row[] = await sql.all<Row>(
      `SELECT ${[columns, ...keys].join(', ')} FROM ${name} ${join}
       WHERE ${name}.${name === 'accounts' ? 'id' : 'account_id'} = ? ${isLater} ${order} ${formatLimit(limit).sql}`,
      ...[accountId, ...(after ?? [])],
    );
    const last = rows.length === limit ? rows.at(-1) : undefined;
    after = last && rest.map((_, index) => last[`${KEY}${index}`] ?? null);
    if (rows.length > 0) yield rows.map(omitKey);
  } while (after && after.length > 0);
}

function omitKey(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith(KEY)));
}
