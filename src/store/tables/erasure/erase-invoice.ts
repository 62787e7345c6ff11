import type { Invoice } from '../../../domain/invoice/invoice.ts';
import type { Sql } from '../../database.ts';
import { deleteInvoiceFacts } from '../invoice/invoice-facts.ts';
import { updateInvoiceSums } from '../invoice/invoice-sums.ts';
import { eraseCorrespondence } from './erase-mail.ts';

/** Deletes an invoice that need not be kept any longer. What was paid stays in the statistics: it names nobody. */
export async function eraseInvoice(tx: Sql, accountId: string, invoice: Invoice): Promise<void> {
  const place = [accountId, invoice.id];
  await eraseCorrespondence(tx, accountId, invoice.id);
  const payments = '(SELECT id FROM payments WHERE account_id = ? AND invoice_id = ?)';
  await tx.run(
    `DELETE FROM refunds WHERE account_id = ? AND payment_id IN ${payments}`,
    ...[accountId, ...place],
  );
  for (const table of ['checkouts', 'payments']) {
    await tx.run(`DELETE FROM ${table} WHERE account_id = ? AND invoice_id = ?`, ...place);
  }
  await tx.run('DELETE FROM events WHERE account_id = ? AND document_id = ?', ...place);
  await tx.run('DELETE FROM shown_documents WHERE account_id = ? AND subject_id = ?', ...place);
  await deleteInvoiceFacts(tx, accountId, invoice);
  await updateInvoiceSums(tx, accountId, invoice, undefined);
  await tx.run('DELETE FROM invoices WHERE account_id = ? AND id = ?', ...place);
}
