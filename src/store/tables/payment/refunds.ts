import type { Sql } from '../../database.ts';

/** A refund that the provider is asked for; the row goes when the outcome is known. */
export interface RefundRow {
  account_id: string;
  id: string;
  payment_id: string;
  amount: number;
  created_at: number;
  /** The process that asks the provider has given up by then. */
  running_until: number;
}

/** Returns the refund of a payment whose outcome is not known. */
export function findRefund(sql: Sql, accountId: string, paymentId: string): Promise<RefundRow | undefined> {
  return sql.get<RefundRow>(
    `SELECT account_id, id, payment_id, amount, created_at, running_until FROM refunds
     WHERE account_id = ? AND payment_id = ?`,
    ...[accountId, paymentId],
  );
}

export async function insertRefund(tx: Sql, row: RefundRow): Promise<void> {
  await tx.run(
    `INSERT INTO refunds (account_id, id, payment_id, amount, created_at, running_until) VALUES (?, ?, ?, ?, ?, ?)`,
    ...[row.account_id, row.id, row.payment_id, row.amount, row.created_at, row.running_until],
  );
}

export async function extendRefund(
  tx: Sql,
  { account_id, id }: Pick<RefundRow, 'account_id' | 'id'>,
  runningUntil: number,
): Promise<void> {
  await tx.run(
    'UPDATE refunds SET running_until = ? WHERE account_id = ? AND id = ?',
    runningUntil,
    account_id,
    id,
  );
}

export async function deleteRefund(
  tx: Sql,
  { account_id, id }: Pick<RefundRow, 'account_id' | 'id'>,
): Promise<void> {
  await tx.run('DELETE FROM refunds WHERE account_id = ? AND id = ?', account_id, id);
}
