import type { Invoice } from '../../../domain/invoice/invoice.ts';
import type { Payment } from '../../../domain/invoice/payment.ts';
import {
  type CountedSum,
  classifyInvoice,
  type InvoiceSum,
} from '../../../domain/quote/statistics/invoice-sums.ts';
import type { Sql } from '../../database.ts';

/** Sums can exceed a database integer: they are stored in two parts, as those of quotes are. */
const PART_SIZE = 100_000_000;

/** Subtracts the invoice as it was counted and adds it as it is now, in the transaction of the change. */
export async function updateInvoiceSums(
  tx: Sql,
  accountId: string,
  before: Invoice | undefined,
  after: Invoice | undefined,
): Promise<void> {
  const [old = [], fresh = []] = [before && classifyInvoice(before), after && classifyInvoice(after)];
  if (JSON.stringify(old) === JSON.stringify(fresh)) return;
  for (const sum of old) await addSum(tx, accountId, sum, -1);
  for (const sum of fresh) await addSum(tx, accountId, sum, 1);
}

/** Counts a payment in the month in which it was received, or takes it back. */
export function countPayment(
  tx: Sql,
  accountId: string,
  { date, amount }: Payment,
  currency: string,
  sign: 1 | -1,
): Promise<void> {
  return addSum(tx, accountId, { kind: 'paid', month: date.slice(0, 7), currency, amount }, sign);
}

async function addSum(
  tx: Sql,
  accountId: string,
  { kind, month, currency, amount }: InvoiceSum,
  sign: 1 | -1,
): Promise<void> {
  await tx.run(
    `INSERT INTO invoice_sums (account_id, kind, month, currency, n, high, low) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (account_id, kind, month, currency) DO UPDATE SET
       n = invoice_sums.n + excluded.n, high = invoice_sums.high + excluded.high, low = invoice_sums.low + excluded.low`,
    ...[accountId, kind, month, currency, sign],
    ...[sign * Math.trunc(amount / PART_SIZE), sign * (amount % PART_SIZE)],
  );
}

/** All counters from a month on, and of what is open or overdue also the earlier ones. */
export async function listInvoiceSums(sql: Sql, accountId: string, from: string): Promise<CountedSum[]> {
  const rows = await sql.all<Omit<CountedSum, 'total'> & { high: number; low: number }>(
    `SELECT kind, month, currency, n, high, low FROM invoice_sums
     WHERE account_id = ? AND (month >= ? OR kind IN ('open', 'overdue')) AND n <> 0`,
    ...[accountId, from],
  );
  return rows.map(({ high, low, ...row }) => {
    return { ...row, total: BigInt(high) * BigInt(PART_SIZE) + BigInt(low) };
  });
}
