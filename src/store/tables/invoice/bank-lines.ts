import { formatPlaceholders, padToFixedSize, type Sql } from '../../database.ts';

/** The payment that a line was recorded as. */
export interface RecordedLine {
  paymentId: string;
  invoiceId: string;
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
  ids: readonly string[],
  now: number,
): Promise<void> {
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = ids.slice(start, start + BATCH);
    await tx.run(
      `INSERT INTO bank_lines (account_id, id, seen_at) VALUES ${formatPlaceholders(batch.length, 3)}
       ON CONFLICT (account_id, id) DO NOTHING`,
      ...batch.flatMap((id) => [accountId, id, now]),
    );
  }
}

/** Finds the lines that were imported before: the payment of each, `null` if none was recorded or it was removed. */
export async function findBankLines(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, RecordedLine | null>> {
  const found = new Map<string, RecordedLine | null>();
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = padToFixedSize(ids.slice(start, start + BATCH));
    const rows = await sql.all<{ id: string; payment_id: string | null; invoice_id: string | null }>(
      `SELECT l.id, p.id AS payment_id, p.invoice_id FROM bank_lines AS l
       LEFT JOIN payments AS p ON p.account_id = l.account_id AND p.id = l.payment_id AND p.removed_at IS NULL
       WHERE l.account_id = ? AND l.id IN (${batch.map(() => '?').join(', ')})`,
      ...[accountId, ...batch],
    );
    for (const { id, payment_id: paymentId, invoice_id: invoiceId } of rows) {
      found.set(id, paymentId !== null && invoiceId !== null ? { paymentId, invoiceId } : null);
    }
  }
  return found;
}

/** Claims a line for a payment. Returns whether it was free: one whose payment was removed is. */
export async function claimBankLine(
  tx: Sql,
  accountId: string,
  id: string,
  paymentId: string,
): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE bank_lines SET payment_id = ? WHERE account_id = ? AND id = ? AND (payment_id IS NULL OR EXISTS (
       SELECT 1 FROM payments AS p
       WHERE p.account_id = ? AND p.id = bank_lines.payment_id AND p.removed_at IS NOT NULL))`,
    ...[paymentId, accountId, id, accountId],
  );
  return changed === 1;
}

export async function deletePaymentImportsBefore(tx: Sql, time: number): Promise<void> {
  await tx.run('DELETE FROM payment_imports WHERE created_at < ?', time);
}

/** Deletes the hashes of lines that were never recorded. */
export async function deleteUnmatchedLinesBefore(tx: Sql, time: number): Promise<void> {
  await tx.run('DELETE FROM bank_lines WHERE seen_at < ? AND payment_id IS NULL', time);
}
