import type { Table } from '../../catalog.ts';
import { formatLimit, formatPlaceholders, type SearchIndex, type Sql } from '../../database.ts';
import {
  SEARCHED_CATALOGUE,
  SEARCHED_CUSTOMERS,
  SEARCHED_INVOICES,
  SEARCHED_QUOTES,
} from '../../lists/searched-tables.ts';

const SEARCHES: Record<string, (sql: Sql) => SearchIndex> = {
  [SEARCHED_QUOTES.name]: (sql) => sql.search,
  [SEARCHED_CATALOGUE.name]: (sql) => sql.catalogueSearch,
  [SEARCHED_INVOICES.name]: (sql) => sql.invoiceSearch,
  [SEARCHED_CUSTOMERS.name]: (sql) => sql.customerSearch,
};

/** What `deleteAccountRow` deletes last: until then the account is closed, and its deletion can be repeated. */
const LAST = 'closed_accounts';

/** The tables with rows of accounts, those that refer to others before them. Tables of the engine are not listed. */
export function listAccountTables(tables: readonly Table[]): Table[] {
  return tables.filter(({ name, columns }) => columns.includes('account_id') && name !== LAST).reverse();
}

/** Deletes some rows of the account, with their search index. Returns how many. */
export async function deleteAccountRows(
  tx: Sql,
  { name, key }: Table,
  accountId: string,
  limit: number,
): Promise<number> {
  const others = key.filter((column) => column !== 'account_id').join(', ');
  if (others === '') return tx.run(`DELETE FROM ${name} WHERE account_id = ?`, accountId);
  const some = `SELECT ${others} FROM ${name} WHERE account_id = ? ${formatLimit(limit).sql}`;
  const index = SEARCHES[name]?.(tx);
  if (!index) {
    return tx.run(
      `DELETE FROM ${name} WHERE account_id = ? AND (${others}) IN (${some})`,
      ...[accountId, accountId],
    );
  }
  // Searched tables have one identifier.
  const ids = (await tx.all<Record<string, string>>(some, accountId)).map((row) => row[others] ?? '');
  if (ids.length === 0) return 0;
  for (const id of ids) await index.remove(tx, accountId, id);
  return tx.run(
    `DELETE FROM ${name} WHERE account_id = ? AND ${others} IN ${formatPlaceholders(1, ids.length)}`,
    ...[accountId, ...ids],
  );
}

/** Deletes the account itself, which has no other rows any more, and the counters of its limits. */
export async function deleteAccountRow(tx: Sql, accountId: string): Promise<void> {
  await tx.run('DELETE FROM rate_windows WHERE account_id = ?', accountId);
  await tx.run(`DELETE FROM ${LAST} WHERE account_id = ?`, accountId);
  await tx.run('DELETE FROM accounts WHERE id = ?', accountId);
}
