import type { Payment } from '../../../domain/invoice/payment.ts';
import type { Sql } from '../../database.ts';

interface Row {
  id: string;
  invoice_id: string;
  amount: number;
  paid_on: string;
  method: string;
  reference: string | null;
  recorded_at: number;
}

const COLUMNS = 'id, invoice_id, amount, paid_on, method, reference, recorded_at';

export async function insertPayment(tx: Sql, accountId: string, payment: Payment): Promise<void> {
  await tx.run(
    `INSERT INTO payments (account_id, ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[accountId, payment.id, payment.invoiceId, payment.amount, payment.date, payment.method],
    ...[payment.reference, Date.parse(payment.createdAt)],
  );
}

/** Lists the payments of an invoice in the order in which they were recorded. */
export async function listPayments(sql: Sql, accountId: string, invoiceId: string): Promise<Payment[]> {
  const rows = await sql.all<Row>(
    `SELECT ${COLUMNS} FROM payments WHERE account_id = ? AND invoice_id = ? AND removed_at IS NULL ORDER BY id`,
    ...[accountId, invoiceId],
  );
  return rows.map(toPayment);
}

export async function findPayment(
  sql: Sql,
  accountId: string,
  invoiceId: string,
  id: string,
): Promise<Payment | undefined> {
  const row = await sql.get<Row>(
    `SELECT ${COLUMNS} FROM payments WHERE account_id = ? AND id = ? AND invoice_id = ? AND removed_at IS NULL`,
    ...[accountId, id, invoiceId],
  );
  return row && toPayment(row);
}

/** Marks a payment as removed. Returns whether it was there. */
export async function removePaymentRow(
  tx: Sql,
  accountId: string,
  id: string,
  now: number,
): Promise<boolean> {
  const changed = await tx.run(
    'UPDATE payments SET removed_at = ? WHERE account_id = ? AND id = ? AND removed_at IS NULL',
    ...[now, accountId, id],
  );
  return changed === 1;
}

function toPayment(row: Row): Payment {
  return {
    id: row.id,
    invoiceId: row.invoice_id,
    amount: row.amount,
    date: row.paid_on,
    method: row.method,
    reference: row.reference,
    createdAt: new Date(row.recorded_at).toISOString(),
  };
}
