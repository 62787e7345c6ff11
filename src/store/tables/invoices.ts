import { setImmediate } from 'node:timers/promises';
import type { Invoice } from '../../domain/invoice.ts';
import { INVOICE_SHAPE } from '../../domain/stored-shape.ts';
import { limitTo, type Part, rowsOfValues, type Sql, type SqlValue } from '../database.ts';
import { searchForm } from '../search/text/search-form.ts';
import { invoiceDoc, type StoredDoc } from './stored-docs.ts';

/** What an invoice of all that is left has as its stage: of each quote there is one, like of each stage. */
const REST = -1;

const ALL_CUSTOMERS = '';

export async function insertInvoice(
  tx: Sql,
  accountId: string,
  invoice: Invoice,
  { customerId, partiesSha256 }: { customerId: string; partiesSha256: string },
): Promise<void> {
  await Promise.all([
    tx.run(
      `INSERT INTO invoices (account_id, id, number, quote_id, customer_id, stage, issue_date, doc, shape, parties_sha256)
       VALUES ${rowsOfValues(1, 10)}`,
      ...[accountId, invoice.id, invoice.number, invoice.quoteId, customerId, invoice.stage?.index ?? REST],
      ...[invoice.issueDate, JSON.stringify(invoice), INVOICE_SHAPE, partiesSha256],
    ),
    tx.run(
      `INSERT INTO invoice_counts (account_id, customer_id, n) VALUES (?, ?, 1), (?, ?, 1)
       ON CONFLICT (account_id, customer_id) DO UPDATE SET n = invoice_counts.n + 1`,
      ...[accountId, ALL_CUSTOMERS, accountId, customerId],
    ),
  ]);
}

/** `null`: made before they were kept. */
export async function findPartiesOfInvoice(sql: Sql, accountId: string, id: string): Promise<string | null> {
  const row = await sql.get<{ parties_sha256: string | null }>(
    'SELECT parties_sha256 FROM invoices WHERE account_id = ? AND id = ?',
    accountId,
    id,
  );
  return row?.parties_sha256 ?? null;
}

export interface InvoiceRow {
  doc: string;
  version: number;
}

export function findInvoiceRow(sql: Sql, accountId: string, id: string): Promise<InvoiceRow | undefined> {
  return findRow(sql, accountId, id, '');
}

/** Inside a transaction: the invoice, locked until it ends. */
export function loadInvoiceRow(tx: Sql, accountId: string, id: string): Promise<InvoiceRow | undefined> {
  return findRow(tx, accountId, id, tx.forUpdate);
}

async function findRow(
  sql: Sql,
  accountId: string,
  id: string,
  lock: string,
): Promise<InvoiceRow | undefined> {
  const row = await sql.get<StoredDoc & InvoiceRow>(
    `SELECT doc, shape, version FROM invoices WHERE account_id = ? AND id = ? ${lock}`,
    accountId,
    id,
  );
  return row && { doc: invoiceDoc(row), version: row.version };
}

export async function replaceInvoice(tx: Sql, accountId: string, invoice: Invoice): Promise<void> {
  await tx.run(
    'UPDATE invoices SET version = version + 1, doc = ?, shape = ? WHERE account_id = ? AND id = ?',
    ...[JSON.stringify(invoice), INVOICE_SHAPE, accountId, invoice.id],
  );
}

export interface InvoiceFilter {
  quoteId?: string | undefined;
  customerId?: string | undefined;
  /** Part of the number, or of what the customer is found by. */
  search?: string | undefined;
}

function conditions(
  accountId: string,
  { quoteId, customerId, search }: InvoiceFilter,
): { where: string; values: SqlValue[] } {
  const parts = ['account_id = ?'];
  const values: SqlValue[] = [accountId];
  const add = (part: string, ...more: SqlValue[]) => {
    parts.push(part);
    values.push(...more);
  };
  if (quoteId !== undefined) add('quote_id = ?', quoteId);
  if (customerId !== undefined) add('customer_id = ?', customerId);
  if (search) {
    add(
      `(lower(number) LIKE ? ESCAPE '\\' OR customer_id IN (
        SELECT id FROM customers WHERE account_id = ? AND search LIKE ? ESCAPE '\\'))`,
      ...[containing(search.toLowerCase()), accountId, containing(searchForm(search))],
    );
  }
  return { where: parts.join(' AND '), values };
}

function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

export async function listInvoiceDocs(
  sql: Sql,
  accountId: string,
  { limit, offset, ...filter }: InvoiceFilter & { limit: number; offset: number },
): Promise<{ docs: string[]; total: number }> {
  const { where, values } = conditions(accountId, filter);
  const total = await countInvoices(sql, accountId, filter, { sql: where, values });
  const page = limitTo(limit, offset);
  const rows = await sql.all<StoredDoc>(
    `SELECT doc, shape FROM invoices WHERE ${where} ORDER BY ${orderFor(filter)} DESC ${page.sql}`,
    ...values,
    ...page.values,
  );
  return { docs: rows.map(invoiceDoc), total };
}

async function countInvoices(
  sql: Sql,
  accountId: string,
  { quoteId, customerId, search }: InvoiceFilter,
  where: Part,
): Promise<number> {
  const isKept = quoteId === undefined && !search;
  const row = await (isKept
    ? sql.get<{ n: number }>(
        'SELECT n FROM invoice_counts WHERE account_id = ? AND customer_id = ?',
        ...[accountId, customerId ?? ALL_CUSTOMERS],
      )
    : sql.get<{ n: number }>(`SELECT count(*) AS n FROM invoices WHERE ${where.sql}`, ...where.values));
  return Number(row?.n ?? 0);
}

/** Those of a quote are few: as an expression, it does not lure an engine along all invoices of the account. */
function orderFor({ quoteId }: InvoiceFilter): string {
  return quoteId === undefined ? 'id' : `id || ''`;
}

/** Of the days between two, oldest first, behind one that is known. */
export function listIssued(
  sql: Sql,
  accountId: string,
  { first, last }: { first: string; last: string },
  after: { issueDate: string; id: string },
  limit: number,
): Promise<{ id: string; issueDate: string }[]> {
  return sql.all(
    `SELECT id, issue_date AS "issueDate" FROM invoices
     WHERE account_id = ? AND issue_date >= ? AND issue_date <= ? AND (issue_date, id) > (?, ?)
     ORDER BY issue_date, id ${limitTo(limit).sql}`,
    ...[accountId, first, last, after.issueDate, after.id],
  );
}

/** Invoices in memory at once: they may be megabytes each. */
const BATCH = 20;

/** Newest first, a few at a time. */
export async function* streamInvoices(
  sql: Sql,
  accountId: string,
  filter: InvoiceFilter,
): AsyncGenerator<string[]> {
  const { where, values } = conditions(accountId, filter);
  for (let last = '~'; ; ) {
    const rows = await sql.all<StoredDoc & { id: string }>(
      `SELECT id, doc, shape FROM invoices WHERE ${where} AND id < ? ORDER BY ${orderFor(filter)} DESC LIMIT ${BATCH}`,
      ...values,
      last,
    );
    yield rows.map(invoiceDoc);
    last = rows.at(-1)?.id ?? '';
    if (rows.length < BATCH) return;
    // Others get their turn: SQLite answers at once.
    await setImmediate();
  }
}
