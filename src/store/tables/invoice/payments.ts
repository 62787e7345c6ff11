import { minIdAt } from '../../../domain/ids.ts';
import type { Invoice } from '../../../domain/invoice/invoice.ts';
import type { Payment } from '../../../domain/invoice/payment.ts';
import { formatPlaceholders, type Sql } from '../../database.ts';

export interface PaymentRow {
  id: string;
  invoice_id: string;
  amount: number;
  paid_on: string;
  method: string;
  reference: string | null;
  recorded_at: number;
  kind: Payment['kind'];
  provider: Payment['provider'];
  provider_id: string | null;
  original_id: string | null;
}

export const PAYMENT_COLUMNS =
  'id, invoice_id, amount, paid_on, method, reference, recorded_at, kind, provider, provider_id, original_id';

/**
 * Lists of payments are filtered by the customer and the currency of the invoice. `checkoutId` is the checkout by which
 * a provider received the money.
 */
export async function insertPayment(
  tx: Sql,
  accountId: string,
  payment: Payment,
  { customerId, currency }: Pick<Invoice, 'customerId' | 'currency'>,
  checkoutId: string | null = null,
): Promise<void> {
  await tx.run(
    `INSERT INTO payments (account_id, ${PAYMENT_COLUMNS}, checkout_id, customer_id, currency)
     VALUES ${formatPlaceholders(1, 15)}`,
    ...[accountId, payment.id, payment.invoiceId, payment.amount, payment.date, payment.method],
    ...[payment.reference, Date.parse(payment.createdAt), payment.kind, payment.provider, payment.providerId],
    ...[payment.originalPaymentId, checkoutId, customerId, currency],
  );
}

/** Lists the payments of an invoice in the order in which they were recorded. */
export async function listPayments(sql: Sql, accountId: string, invoiceId: string): Promise<Payment[]> {
  const rows = await sql.all<PaymentRow>(
    `SELECT ${PAYMENT_COLUMNS} FROM payments WHERE account_id = ? AND invoice_id = ? AND removed_at IS NULL ORDER BY id`,
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
  const row = await sql.get<PaymentRow>(
    `SELECT ${PAYMENT_COLUMNS} FROM payments WHERE account_id = ? AND id = ? AND invoice_id = ? AND removed_at IS NULL`,
    ...[accountId, id, invoiceId],
  );
  return row && toPayment(row);
}

/** Lists what a checkout has brought so far, oldest first. */
export async function listCheckoutPayments(
  sql: Sql,
  accountId: string,
  checkoutId: string,
): Promise<Payment[]> {
  const rows = await sql.all<PaymentRow>(
    `SELECT ${PAYMENT_COLUMNS} FROM payments WHERE account_id = ? AND checkout_id = ? ORDER BY id`,
    ...[accountId, checkoutId],
  );
  return rows.map(toPayment);
}

/** Whether a refund or a dispute was booked after a time. Identifiers follow real time, dates that of the account. */
export async function hasMoneyLeftSince(
  sql: Sql,
  accountId: string,
  invoiceId: string,
  since: number,
): Promise<boolean> {
  const row = await sql.get(
    `SELECT 1 FROM payments WHERE account_id = ? AND invoice_id = ? AND id > ? AND kind IN ('refund', 'dispute') LIMIT 1`,
    ...[accountId, invoiceId, minIdAt('pay', since + 1)],
  );
  return row !== undefined;
}

/** Returns the checkout of a provider's payment, which knows the connection that received it. */
export async function findPaymentCheckoutId(
  sql: Sql,
  accountId: string,
  paymentId: string,
): Promise<string | null> {
  const row = await sql.get<{ checkout_id: string | null }>(
    'SELECT checkout_id FROM payments WHERE account_id = ? AND id = ?',
    ...[accountId, paymentId],
  );
  return row?.checkout_id ?? null;
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

export function toPayment(row: PaymentRow): Payment {
  return {
    id: row.id,
    invoiceId: row.invoice_id,
    amount: row.amount,
    date: row.paid_on,
    method: row.method,
    reference: row.reference,
    createdAt: new Date(row.recorded_at).toISOString(),
    kind: row.kind,
    provider: row.provider,
    providerId: row.provider_id,
    originalPaymentId: row.original_id,
  };
}
