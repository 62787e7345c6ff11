import type { Invoice } from '../../../domain/invoice/invoice.ts';
import type { InvoiceFilter } from '../../../domain/invoice/invoice-filter.ts';
import { formatPlaceholders, type Sql, type SqlPart } from '../../database.ts';
import { toNumberForm } from '../../lists/invoice/invoice-text.ts';
import { deleteInvoiceMarks, replaceInvoiceMarks } from './invoice-marks.ts';

const ALL_CUSTOMERS = '';

/** Sorts credit notes, which have no due date, after all others. */
const NO_DUE_DATE = '9999-12-31';
/** The last date before it, which a filter by due date does not exceed. */
export const LAST_DUE_DATE = '9999-12-30';

/** Stores the columns that lists filter and sort by, and the number in search form. */
export async function insertInvoiceFacts(tx: Sql, accountId: string, invoice: Invoice): Promise<void> {
  const search = toNumberForm(invoice.number);
  await Promise.all([
    addCount(tx, accountId, invoice),
    tx.run(
      `INSERT INTO invoice_facts
         (account_id, id, customer_id, search, kind, created_at, status, overdue, issue_date, due_date, updated_at, currency,
          total)
       VALUES ${formatPlaceholders(1, 13)}`,
      ...[accountId, invoice.id, invoice.customerId, search, invoice.kind, Date.parse(invoice.createdAt)],
      ...factValues(invoice),
    ),
    replaceInvoiceMarks(tx, accountId, undefined, invoice),
    tx.invoiceSearch.add(tx, accountId, [{ id: invoice.id, search }]),
  ]);
}

export async function replaceInvoiceFacts(
  tx: Sql,
  accountId: string,
  before: Invoice,
  after: Invoice,
): Promise<void> {
  await replaceInvoiceMarks(tx, accountId, before, after);
  const values = factValues(after);
  if (JSON.stringify(values) === JSON.stringify(factValues(before))) return;
  await tx.run(
    `UPDATE invoice_facts SET status = ?, overdue = ?, issue_date = ?, due_date = ?, updated_at = ?, currency = ?, total = ?
     WHERE account_id = ? AND id = ?`,
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

/** Counters of a customer that reach zero go too: they name the customer. */
export async function deleteInvoiceFacts(tx: Sql, accountId: string, invoice: Invoice): Promise<void> {
  const { id, status, customerId } = invoice;
  await deleteInvoiceMarks(tx, accountId, invoice);
  await tx.invoiceSearch.remove(tx, accountId, id);
  await tx.run('DELETE FROM invoice_facts WHERE account_id = ? AND id = ?', accountId, id);
  await tx.run(
    'UPDATE invoice_counts SET n = n - 1 WHERE account_id = ? AND status = ? AND customer_id IN (?, ?)',
    ...[accountId, status, ALL_CUSTOMERS, customerId],
  );
  await tx.run(
    'DELETE FROM invoice_counts WHERE account_id = ? AND customer_id = ? AND n = 0',
    ...[accountId, customerId],
  );
}

function factValues({ status, overdue, issueDate, dueDate, updatedAt, currency, total }: Invoice) {
  return [
    ...[status, overdue ? 1 : 0, issueDate, dueDate ?? NO_DUE_DATE, Date.parse(updatedAt)],
    ...[currency, total],
  ];
}

async function addCount(tx: Sql, accountId: string, { status, customerId }: Invoice): Promise<void> {
  await tx.run(
    `INSERT INTO invoice_counts (account_id, customer_id, status, n) VALUES (?, ?, ?, 1), (?, ?, ?, 1)
     ON CONFLICT (account_id, customer_id, status) DO UPDATE SET n = invoice_counts.n + 1`,
    ...[accountId, ALL_CUSTOMERS, status, accountId, customerId, status],
  );
}

/** The stored count as a subquery: all invoices, or those of a customer, of some statuses or of both. */
export function storedInvoiceCount(
  accountId: string,
  { customerId, statuses = [] }: Pick<InvoiceFilter, 'customerId' | 'statuses'>,
): SqlPart {
  const marks = statuses.map(() => '?').join(', ');
  return {
    sql: `(SELECT coalesce(sum(n), 0) FROM invoice_counts
      WHERE account_id = ? AND customer_id = ? ${statuses.length > 0 ? `AND status IN (${marks})` : ''})`,
    values: [accountId, customerId ?? ALL_CUSTOMERS, ...statuses],
  };
}
