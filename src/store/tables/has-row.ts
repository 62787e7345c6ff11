import type { Sql } from '../database.ts';

/** Tables whose lists can continue after a row. */
export type ListedTableName =
  | 'quotes'
  | 'invoices'
  | 'customers'
  | 'catalogue_items'
  | 'templates'
  | 'price_lists'
  | 'payments';

export async function hasRow(
  sql: Sql,
  table: ListedTableName,
  accountId: string,
  id: string,
): Promise<boolean> {
  const row = await sql.get(`SELECT 1 AS found FROM ${table} WHERE account_id = ? AND id = ?`, accountId, id);
  return row !== undefined;
}
