import type { CustomerRecord } from '../../domain/customer/customer.ts';
import { SHAPES } from '../../domain/stored-shape.ts';
import { formatPlaceholders, padToFixedSize, type Sql } from '../database.ts';
import { BOUNDARY, toSearchForm } from '../lists/text/search-form.ts';
import { replaceMarks } from './customer-marks.ts';
import { parseDoc, type StoredDoc, toCurrentDoc } from './stored-docs.ts';

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
  const row = await sql.get<CustomerRow & StoredDoc>(
    `SELECT ${CUSTOMER_COLUMNS} FROM customers WHERE account_id = ? AND id = ?`,
    accountId,
    id,
  );
  return row && toCustomerRow(row);
}

/** The columns that `toCustomerRow` takes. */
export const CUSTOMER_COLUMNS = 'id, doc, shape, version';

export function toCustomerRow({ id, doc, shape, version }: CustomerRow & StoredDoc): CustomerRow {
  return { id, doc: toCurrentDoc('customer', { doc, shape }), version };
}

export async function findCustomer(
  sql: Sql,
  accountId: string,
  id: string,
): Promise<CustomerRecord | undefined> {
  const row = await findCustomerRow(sql, accountId, id);
  return row && (JSON.parse(row.doc) as CustomerRecord);
}

export async function findCustomers(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, CustomerRecord>> {
  if (ids.length === 0) return new Map();
  const named = padToFixedSize(ids);
  const rows = await sql.all<StoredDoc & { id: string }>(
    `SELECT id, doc, shape FROM customers WHERE account_id = ? AND id IN ${formatPlaceholders(1, named.length)}`,
    accountId,
    ...named,
  );
  return new Map(rows.map((row) => [row.id, parseDoc('customer', row)]));
}

/** Creates or replaces a customer; the time of creation stays. `before` is the customer that is replaced. */
export async function putCustomer(
  tx: Sql,
  accountId: string,
  customer: CustomerRecord,
  before?: CustomerRecord,
): Promise<void> {
  const [nameKey, emailKey] = [toSearchForm(customer.name), toSearchForm(customer.email ?? '')];
  const search = [toSearchForm(customer.id), nameKey, emailKey].join(BOUNDARY);
  const stored = await tx.get<{ search: string }>(
    'SELECT search FROM customers WHERE account_id = ? AND id = ?',
    ...[accountId, customer.id],
  );
  await tx.run(
    `INSERT INTO customers (account_id, id, search, name_key, email_key, created_at, updated_at, version, doc, shape,
       debtor_number, price_list_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?)
     ON CONFLICT (account_id, id)
     DO UPDATE SET search = excluded.search, name_key = excluded.name_key, email_key = excluded.email_key,
       updated_at = excluded.updated_at, doc = excluded.doc, shape = excluded.shape, version = customers.version + 1,
       debtor_number = excluded.debtor_number, price_list_id = excluded.price_list_id`,
    accountId,
    customer.id,
    search,
    nameKey,
    emailKey,
    ...[Date.parse(customer.createdAt), Date.parse(customer.updatedAt)],
    ...[JSON.stringify(customer), SHAPES.customer, customer.debtorNumber, customer.priceListId],
  );
  const metadata = { before: before?.metadata ?? {}, after: customer.metadata };
  await replaceMarks(tx, accountId, customer.id, metadata);
  if (stored?.search === search) return;
  const row = { id: customer.id, search };
  if (stored) await tx.customerSearch.replace(tx, accountId, row);
  else await Promise.all([countOneMore(tx, accountId), tx.customerSearch.add(tx, accountId, [row])]);
}

async function countOneMore(tx: Sql, accountId: string): Promise<void> {
  await tx.run(
    `INSERT INTO customer_counts (account_id, n) VALUES (?, 1)
     ON CONFLICT (account_id) DO UPDATE SET n = customer_counts.n + 1`,
    accountId,
  );
}

export async function isCustomerInUse(tx: Sql, accountId: string, id: string): Promise<boolean> {
  const quote = await tx.get(
    `SELECT 1 AS quote FROM quote_facts WHERE account_id = ? AND customer_id = ? LIMIT 1`,
    ...[accountId, id],
  );
  return quote !== undefined;
}

export async function deleteCustomer(tx: Sql, accountId: string, id: string): Promise<boolean> {
  await tx.run('DELETE FROM quote_counts WHERE account_id = ? AND customer_id = ? AND n = 0', accountId, id);
  const { metadata = {} } = (await findCustomer(tx, accountId, id)) ?? {};
  await replaceMarks(tx, accountId, id, { before: metadata, after: {} });
  await tx.customerSearch.remove(tx, accountId, id);
  const deleted = await tx.run('DELETE FROM customers WHERE account_id = ? AND id = ?', accountId, id);
  if (deleted > 0) await tx.run('UPDATE customer_counts SET n = n - 1 WHERE account_id = ?', accountId);
  return deleted > 0;
}
