import { formatMarks, type LineMarks, parseMarks } from '../../../domain/invoice/statement/line-marks.ts';
import type { LinePayment } from '../../../domain/invoice/statement/payment-import.ts';
import { formatPlaceholders, padToFixedSize, type Sql } from '../../database.ts';

/** A line that was recorded, with its payments. */
export interface RecordedLine {
  id: string;
  marks: LineMarks;
  payments: LinePayment[];
}

const BATCH = 64;

export async function insertPaymentImport(
  tx: Sql,
  accountId: string,
  { id, createdAt, doc }: { id: string; createdAt: number; doc: string },
): Promise<void> {
  await tx.run(
    'INSERT INTO payment_imports (account_id, id, created_at, doc) VALUES (?, ?, ?, ?)',
    ...[accountId, id, createdAt, doc],
  );
}

export async function findPaymentImport(
  sql: Sql,
  accountId: string,
  id: string,
): Promise<string | undefined> {
  const row = await sql.get<{ doc: string }>(
    'SELECT doc FROM payment_imports WHERE account_id = ? AND id = ?',
    ...[accountId, id],
  );
  return row?.doc;
}

/** Stores the lines that are new. */
export async function insertBankLines(
  tx: Sql,
  accountId: string,
  lines: readonly { id: string; marks: LineMarks }[],
  now: number,
): Promise<void> {
  for (let start = 0; start < lines.length; start += BATCH) {
    const batch = lines.slice(start, start + BATCH);
    await tx.run(
      `INSERT INTO bank_lines (account_id, id, seen_at, money_mark, marks) VALUES ${formatPlaceholders(batch.length, 5)}
       ON CONFLICT (account_id, id) DO NOTHING`,
      ...batch.flatMap(({ id, marks }) => [accountId, id, now, marks.money, formatMarks(marks)]),
    );
  }
}

const LINE_PAYMENTS = `LEFT JOIN bank_line_payments AS b ON b.account_id = l.account_id AND b.line_id = l.id
  LEFT JOIN payments AS p ON p.account_id = b.account_id AND p.id = b.payment_id AND p.removed_at IS NULL`;

interface LinePaymentRow {
  id: string;
  payment_id: string | null;
  invoice_id: string | null;
  amount: number | null;
}

/** Finds the lines that were imported before, with their payments except those that were removed. */
export async function findBankLines(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, LinePayment[]>> {
  const found = new Map<string, LinePayment[]>();
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = padToFixedSize(ids.slice(start, start + BATCH));
    const rows = await sql.all<LinePaymentRow>(
      `SELECT l.id, p.id AS payment_id, p.invoice_id, p.amount FROM bank_lines AS l ${LINE_PAYMENTS}
       WHERE l.account_id = ? AND l.id IN (${batch.map(() => '?').join(', ')}) ORDER BY p.id`,
      ...[accountId, ...batch],
    );
    for (const row of rows) found.set(row.id, [...(found.get(row.id) ?? []), ...readPayment(row)]);
  }
  return found;
}

function readPayment({
  payment_id: paymentId,
  invoice_id: invoiceId,
  amount,
}: LinePaymentRow): LinePayment[] {
  return paymentId === null || invoiceId === null || amount === null
    ? []
    : [{ paymentId, invoiceId, amount }];
}

/** Most recorded lines of the same days and amounts that are compared. */
const MAX_SIMILAR = 5_000;

/** Finds the lines of the same days and amounts that have a payment. */
export async function findRecordedLines(
  sql: Sql,
  accountId: string,
  moneyMarks: readonly string[],
): Promise<RecordedLine[]> {
  const found = new Map<string, RecordedLine>();
  for (let start = 0; start < moneyMarks.length; start += BATCH) {
    const batch = padToFixedSize(moneyMarks.slice(start, start + BATCH));
    const rows = await sql.all<LinePaymentRow & { money_mark: string; marks: string }>(
      `SELECT l.id, l.money_mark, l.marks, p.id AS payment_id, p.invoice_id, p.amount FROM bank_lines AS l ${LINE_PAYMENTS}
       WHERE l.account_id = ? AND l.payment_id IS NOT NULL AND l.money_mark IN (${batch.map(() => '?').join(', ')})
       ORDER BY l.id, p.id LIMIT ${MAX_SIMILAR}`,
      ...[accountId, ...batch],
    );
    for (const row of rows) {
      const payments = readPayment(row);
      const line = found.get(row.id);
      if (line) line.payments.push(...payments);
      else if (payments.length > 0) {
        found.set(row.id, { id: row.id, marks: parseMarks(row.money_mark, row.marks), payments });
      }
    }
  }
  return [...found.values()];
}

/** Locks lines until the end of the transaction, always in the same order. */
export async function lockBankLines(tx: Sql, accountId: string, ids: readonly string[]): Promise<void> {
  for (const id of [...new Set(ids)].sort()) {
    await tx.get(`SELECT id FROM bank_lines WHERE account_id = ? AND id = ? ${tx.forUpdate}`, accountId, id);
  }
}

/** Adds a payment to a locked line. */
export async function addLinePayment(
  tx: Sql,
  accountId: string,
  lineId: string,
  paymentId: string,
): Promise<void> {
  await tx.run(
    'UPDATE bank_lines SET payment_id = COALESCE(payment_id, ?) WHERE account_id = ? AND id = ?',
    ...[paymentId, accountId, lineId],
  );
  await tx.run(
    'INSERT INTO bank_line_payments (account_id, payment_id, line_id) VALUES (?, ?, ?)',
    ...[accountId, paymentId, lineId],
  );
}

export async function deletePaymentImportsBefore(tx: Sql, time: number): Promise<void> {
  await tx.run('DELETE FROM payment_imports WHERE created_at < ?', time);
}

/** Deletes the hashes of lines that were never recorded. */
export async function deleteUnmatchedLinesBefore(tx: Sql, time: number): Promise<void> {
  await tx.run('DELETE FROM bank_lines WHERE seen_at < ? AND payment_id IS NULL', time);
}
