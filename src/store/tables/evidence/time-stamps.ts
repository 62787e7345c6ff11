import type { Sql } from '../../database.ts';

/** A decision that waits for its time stamp. */
export interface DueStamp {
  account_id: string;
  quote_id: string;
  id: string;
  record: string;
  jws: string | null;
  stamp_due_at: number;
  stamp_until: number;
  stamp_attempts: number;
}

export function findDueStamp(sql: Sql, now: number): Promise<DueStamp | undefined> {
  return sql.get<DueStamp>(
    `SELECT account_id, quote_id, id, record, jws, stamp_due_at, stamp_until, stamp_attempts FROM decisions
     WHERE stamp_due_at <= ? ORDER BY stamp_due_at LIMIT 1`,
    now,
  );
}

/** Takes the attempt, and sets the time of the next; `null` for the last. Returns `false` if another process has it. */
export async function claimStamp(tx: Sql, due: DueStamp, nextAt: number | null): Promise<boolean> {
  const claimed = await tx.run(
    `UPDATE decisions SET stamp_due_at = ?, stamp_attempts = stamp_attempts + 1
     WHERE account_id = ? AND quote_id = ? AND id = ? AND stamp_due_at = ?`,
    nextAt,
    ...[due.account_id, due.quote_id, due.id, due.stamp_due_at],
  );
  return claimed > 0;
}

/** Keeps the first time stamp. What the bundle says about its parts is written anew. */
export async function storeTimeStamp(tx: Sql, due: DueStamp, timeStamp: Uint8Array): Promise<void> {
  await tx.run(
    `UPDATE decisions SET time_stamp = ?, stamp_due_at = NULL, readme = NULL
     WHERE account_id = ? AND quote_id = ? AND id = ? AND time_stamp IS NULL`,
    timeStamp,
    ...[due.account_id, due.quote_id, due.id],
  );
}
