import type { Invoice } from '../../../domain/invoice/invoice.ts';
import { INVOICE_SHAPE } from '../../../domain/stored-shape.ts';
import { formatLimit, formatPlaceholders, type Sql } from '../../database.ts';
import { toNumberForm } from '../../search/invoice/invoice-search.ts';
import { invoiceDoc, type StoredDoc } from '../stored-docs.ts';

/** Stage number of the invoice for the remainder: like each stage, it exists once per quote. */
const REMAINDER_STAGE = -1;

const ALL_CUSTOMERS = '';

export async function insertInvoice(
  tx: Sql,
  accountId: string,
  invoice: Invoice,
  { customerId, partiesSha256 }: { customerId: string; partiesSha256: string },
): Promise<void> {
  const search = toNumberForm(invoice.number);
  await Promise.all([
    tx.run(
      `INSERT INTO invoices (account_id, id, number, quote_id, customer_id, stage, issue_date, doc, shape, parties_sha256)
       VALUES ${formatPlaceholders(1, 10)}`,
      ...[
        accountId,
        invoice.id,
        invoice.number,
        invoice.quoteId,
        customerId,
        invoice.stage?.index ?? REMAINDER_STAGE,
      ],
      ...[invoice.issueDate, JSON.stringify(invoice), INVOICE_SHAPE, partiesSha256],
    ),
    tx.run(
      `INSERT INTO invoice_counts (account_id, customer_id, n) VALUES (?, ?, 1), (?, ?, 1)
       ON CONFLICT (account_id, customer_id) DO UPDATE SET n = invoice_counts.n + 1`,
      ...[accountId, ALL_CUSTOMERS, accountId, customerId],
    ),
    tx.run(
      'INSERT INTO invoice_facts (account_id, id, customer_id, search) VALUES (?, ?, ?, ?)',
      ...[accountId, invoice.id, customerId, search],
    ),
    tx.invoiceSearch.add(tx, accountId, [{ id: invoice.id, search }]),
  ]);
}

/** `null` for invoices from before parties were stored. */
export async function findInvoiceParties(sql: Sql, accountId: string, id: string): Promise<string | null> {
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

/** Loads the invoice and locks it until the transaction ends. */
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

/** Invoices issued between two days, oldest first, after a known one. */
export function listIssuedInvoices(
  sql: Sql,
  accountId: string,
  { first, last }: { first: string; last: string },
  after: { issueDate: string; id: string },
  limit: number,
): Promise<{ id: string; issueDate: string }[]> {
  return sql.all(
    `SELECT id, issue_date AS "issueDate" FROM invoices
     WHERE account_id = ? AND issue_date >= ? AND issue_date <= ? AND (issue_date, id) > (?, ?)
     ORDER BY issue_date, id ${formatLimit(limit).sql}`,
    ...[accountId, first, last, after.issueDate, after.id],
  );
}
