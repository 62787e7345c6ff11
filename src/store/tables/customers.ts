import { setImmediate } from 'node:timers/promises';
import type { CustomerRecord } from '../../domain/customer.ts';
import { limitTo, type Sql, type SqlValue } from '../database.ts';
import { BOUNDARY, searchForm } from '../search/text/search-form.ts';
import { noteRename } from './invoices.ts';

export interface CustomerRow {
  id: string;
  doc: string;
  version: number;
}

export async function findCustomerRow(
  sql: Sql,
  accountId: string,
  id: string,
): Promise<CustomerRow | undefined> {
  const row = await sql.get<CustomerRow>(
    'SELECT id, doc, version FROM customers WHERE account_id = ? AND id = ?',
    accountId,
    id,
  );
  return row && completed(row);
}

/** With what an earlier version did not know: metadata comes last, and nothing else of a customer is an object. */
function completed<Row extends { doc: string }>(row: Row): Row {
  return row.doc.endsWith('}}') ? row : { ...row, doc: `${row.doc.slice(0, -1)},"metadata":{}}` };
}

export async function findCustomer(
  sql: Sql,
  accountId: string,
  id: string,
): Promise<CustomerRecord | undefined> {
  const row = await findCustomerRow(sql, accountId, id);
  return row && (JSON.parse(row.doc) as CustomerRecord);
}

/** As it was before its first change since customers are kept; as it is now without one. */
export async function findCustomerBefore(
  sql: Sql,
  accountId: string,
  id: string,
): Promise<CustomerRecord | undefined> {
  const row = await sql.get<{ doc: string }>(
    `SELECT coalesce(nullif(doc_before, ''), doc) AS doc FROM customers WHERE account_id = ? AND id = ?`,
    accountId,
    id,
  );
  return row && (JSON.parse(completed(row).doc) as CustomerRecord);
}

/** Creates or replaces; the time of creation stays. */
export async function putCustomer(tx: Sql, accountId: string, customer: CustomerRecord): Promise<void> {
  const search = [customer.id, customer.name, customer.email ?? ''].map(searchForm).join(BOUNDARY);
  await noteRename(tx, accountId, { id: customer.id, search });
  await tx.run(
    `INSERT INTO customers (account_id, id, search, name_key, version, doc, doc_before)
     VALUES (?, ?, ?, ?, 1, ?, '')
     ON CONFLICT (account_id, id)
     DO UPDATE SET search = excluded.search, name_key = excluded.name_key, doc = excluded.doc, version = customers.version + 1,
       doc_before = coalesce(customers.doc_before, customers.doc)`,
    accountId,
    customer.id,
    search,
    searchForm(customer.name),
    JSON.stringify(customer),
  );
}

export async function isCustomerInUse(tx: Sql, accountId: string, id: string): Promise<boolean> {
  const quote = await tx.get(
    `SELECT 1 AS quote FROM ${tx.facts.all} AS f WHERE account_id = ? AND customer_id = ? LIMIT 1`,
    ...[accountId, id],
  );
  return quote !== undefined;
}

export async function deleteCustomer(tx: Sql, accountId: string, id: string): Promise<boolean> {
  await tx.run('DELETE FROM quote_counts WHERE account_id = ? AND customer_id = ? AND n = 0', accountId, id);
  return (await tx.run('DELETE FROM customers WHERE account_id = ? AND id = ?', accountId, id)) > 0;
}

export interface CustomerPage {
  search?: string | undefined;
  limit: number;
  offset: number;
  /** By identifier without it. */
  isByName?: boolean;
}

export async function listCustomers(
  sql: Sql,
  accountId: string,
  { search, limit, offset, isByName = false }: CustomerPage,
): Promise<{ rows: CustomerRow[]; total: number }> {
  const where = search ? `account_id = ? AND search LIKE ? ESCAPE '\\'` : 'account_id = ?';
  const values: SqlValue[] = search
    ? [accountId, `%${searchForm(search).replaceAll(/[\\%_]/g, '\\$&')}%`]
    : [accountId];
  const count = await sql.get<{ n: number }>(`SELECT count(*) AS n FROM customers WHERE ${where}`, ...values);
  const page = limitTo(limit, offset);
  const rows = await sql.all<CustomerRow>(
    `SELECT id, doc, version FROM customers WHERE ${where} ORDER BY ${isByName ? 'name_key, id' : 'id'} ${page.sql}`,
    ...values,
    ...page.values,
  );
  return { rows: rows.map(completed), total: Number(count?.n ?? 0) };
}

/** Customers looked at by one statement. */
const WINDOW = 500;

/** All that match, a few at a time. */
export async function* streamCustomers(sql: Sql, accountId: string, search = ''): AsyncGenerator<string[]> {
  const pattern = `%${searchForm(search).replaceAll(/[\\%_]/g, '\\$&')}%`;
  for (let last = ''; ; ) {
    const rows = await sql.all<CustomerRow & { matches: number }>(
      `SELECT id, doc, CASE WHEN search LIKE ? ESCAPE '\\' THEN 1 ELSE 0 END AS matches
       FROM customers WHERE account_id = ? AND id > ? ORDER BY id LIMIT ${WINDOW}`,
      pattern,
      accountId,
      last,
    );
    yield rows.filter(({ matches }) => matches === 1).map(({ doc }) => doc);
    last = rows.at(-1)?.id ?? '';
    if (rows.length < WINDOW) return;
    // Others get their turn: SQLite answers at once.
    await setImmediate();
  }
}
