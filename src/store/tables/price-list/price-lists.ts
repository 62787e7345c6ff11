import type { PriceList } from '../../../domain/catalogue/price-list.ts';
import { formatLimit, type Sql } from '../../database.ts';
import { type PageSlice, type PageTotal, toExactTotal } from '../../lists/list-total.ts';
import { toSearchForm } from '../../lists/text/search-form.ts';

interface Row extends Pick<PriceList, 'id' | 'name' | 'currency'> {
  created_at: string;
  updated_at: string;
  version: number;
}

const COLUMNS = 'id, name, currency, created_at, updated_at, version';

function toPriceList({ id, name, currency, created_at, updated_at }: Row): PriceList {
  return { id, name, currency, createdAt: created_at, updatedAt: updated_at };
}

/** Writes of an account take turns, so a transaction need not lock it. */
export async function findPriceList(
  sql: Sql,
  accountId: string,
  id: string,
): Promise<{ stored: PriceList; version: number } | undefined> {
  const row = await sql.get<Row>(
    `SELECT ${COLUMNS} FROM price_lists WHERE account_id = ? AND id = ?`,
    ...[accountId, id],
  );
  return row && { stored: toPriceList(row), version: row.version };
}

/** Newest first. */
export async function listPriceLists(
  sql: Sql,
  accountId: string,
  { search = '', after, ...page }: PageSlice & { search?: string | undefined },
): Promise<PageTotal & { lists: PriceList[] }> {
  const term = toSearchForm(search);
  const isMatch = term === '' ? '' : `AND ${sql.catalogueSearch.contains('search')}`;
  const found = `FROM price_lists WHERE account_id = ? ${isMatch}`;
  const values = [accountId, ...(term === '' ? [] : [term])];
  const part = formatLimit(page.limit + 1, page.offset);
  const start = after === undefined ? [] : [after];
  const [count, rows] = await Promise.all([
    sql.get<{ n: number }>(`SELECT count(*) AS n ${found}`, ...values),
    sql.all<Row>(
      `SELECT ${COLUMNS} ${found} ${start.length > 0 ? 'AND id < ?' : ''} ORDER BY id DESC ${part.sql}`,
      ...[...values, ...start, ...part.values],
    ),
  ]);
  const total = toExactTotal(Number(count?.n ?? 0), page);
  return { ...total, lists: rows.slice(0, page.limit).map(toPriceList), hasMore: rows.length > page.limit };
}

export async function insertPriceList(tx: Sql, accountId: string, list: PriceList): Promise<void> {
  const { id, name, currency, createdAt, updatedAt } = list;
  await tx.run(
    `INSERT INTO price_lists (account_id, id, name, search, currency, created_at, updated_at, version)
     VALUES (?, ?, ?, ?, ?, ?, ?, 1)`,
    ...[accountId, id, name, toSearchForm(name), currency, createdAt, updatedAt],
  );
}

export async function replacePriceList(tx: Sql, accountId: string, list: PriceList): Promise<void> {
  const { id, name, currency, updatedAt } = list;
  await tx.run(
    `UPDATE price_lists SET name = ?, search = ?, currency = ?, updated_at = ?, version = version + 1
     WHERE account_id = ? AND id = ?`,
    ...[name, toSearchForm(name), currency, updatedAt, accountId, id],
  );
}

/** Deletes the list with its entries. */
export async function deletePriceList(tx: Sql, accountId: string, id: string): Promise<void> {
  await tx.run('DELETE FROM price_list_entries WHERE account_id = ? AND price_list_id = ?', accountId, id);
  await tx.run('DELETE FROM price_lists WHERE account_id = ? AND id = ?', accountId, id);
}

/** Lists customers that name the price list, by name. */
export async function listCustomersOfPriceList(
  sql: Sql,
  accountId: string,
  id: string,
  limit: number,
): Promise<{ id: string; name: string }[]> {
  return sql.all<{ id: string; name: string }>(
    `SELECT id, ${sql.field('doc', 'name')} AS name FROM customers WHERE account_id = ? AND price_list_id = ?
     ORDER BY name_key, id ${formatLimit(limit).sql}`,
    ...[accountId, id],
  );
}
