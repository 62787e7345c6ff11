import type { Invoice, InvoiceStatus } from '../../../domain/invoice/invoice.ts';
import type { Sql } from '../../database.ts';
import { toNumberForm } from '../../search/invoice/invoice-search.ts';

const ALL_CUSTOMERS = '';

/** Sorts credit notes, which have no due date, after all others. */
const NO_DUE_DATE = '9999-12-31';

/** Stores the columns that lists filter and sort by, and the number in search form. */
export async function insertInvoiceFacts(tx: Sql, accountId: string, invoice: Invoice): Promise<void> {
  const search = toNumberForm(invoice.number);
  await Promise.all([
    addCount(tx, accountId, invoice),
    tx.run(
      `INSERT INTO invoice_facts (account_id, id, customer_id, search, kind, status, overdue, issue_date, due_date)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[accountId, invoice.id, invoice.customerId, search, invoice.kind],
      ...factValues(invoice),
    ),
    tx.invoiceSearch.add(tx, accountId, [{ id: invoice.id, search }]),
  ]);
}

export async function replaceInvoiceFacts(
  tx: Sql,
  accountId: string,
  before: Invoice,
  after: Invoice,
): Promise<void> {
  const values = factValues(after);
  if (JSON.stringify(values) === JSON.stringify(factValues(before))) return;
  await tx.run(
    `UPDATE invoice_facts SET status = ?, overdue = ?, issue_date = ?, due_date = ? WHERE account_id = ? AND id = ?`,
    ...values,
    ...[accountId, after.id],
  );
  if (after.status === before.status) return;
  await tx.run(
    'UPDATE invoice_counts SET n = n - 1 WHERE account_id = ? AND status = ? AND customer_id IN (?, ?)',
    ...[accountId, before.status, ALL_CUSTOMERS, before.customerId],
  );
  await addCount(tx, accountId, after);
}

function factValues({ status, overdue, issueDate, dueDate }: Invoice) {
  return [status, overdue ? 1 : 0, issueDate, dueDate ?? NO_DUE_DATE];
}

async function addCount(tx: Sql, accountId: string, { status, customerId }: Invoice): Promise<void> {
  await tx.run(
    `INSERT INTO invoice_counts (account_id, customer_id, status, n) VALUES (?, ?, ?, 1), (?, ?, ?, 1)
     ON CONFLICT (account_id, customer_id, status) DO UPDATE SET n = invoice_counts.n + 1`,
    ...[accountId, ALL_CUSTOMERS, status, accountId, customerId, status],
  );
}

/** Counts invoices by stored counts: all, or those of a customer, of some statuses or of all. */
export async function countStoredInvoices(
  sql: Sql,
  accountId: string,
  {
    customerId,
    statuses = [],
  }: { customerId?: string | undefined; statuses?: readonly InvoiceStatus[] | undefined },
): Promise<number> {
  const marks = statuses.map(() => '?').join(', ');
  const row = await sql.get<{ n: number | null }>(
    `SELECT sum(n) AS n FROM invoice_counts
     WHERE account_id = ? AND customer_id = ? ${statuses.length > 0 ? `AND status IN (${marks})` : ''}`,
    ...[accountId, customerId ?? ALL_CUSTOMERS, ...statuses],
  );
  return Number(row?.n ?? 0);
}
