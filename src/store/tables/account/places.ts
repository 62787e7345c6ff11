import type { Sql } from '../../database.ts';
import { deleteSetting, findSetting, putSetting } from '../settings.ts';

/** How far an account has come: its last event, and the last number of each sequence. */
export interface Place {
  accountId: string;
  n: number;
  sequences: Record<string, number>;
}

const RESTORED = 'restored ';

export async function findPlace(sql: Sql, accountId: string): Promise<Place | undefined> {
  const [head, rows] = await Promise.all([
    sql.get<{ n: number }>('SELECT n FROM feed_heads WHERE account_id = ?', accountId),
    sql.all<{ name: string; value: number }>(
      'SELECT name, value FROM sequences WHERE account_id = ? ORDER BY name',
      accountId,
    ),
  ]);
  const sequences = Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  return head && { accountId, n: head.n, sequences };
}

/** Skips the numbers up to this place, holds what waits to be sent, and notes that the account was restored. */
export async function putBack(tx: Sql, { accountId, sequences }: Place): Promise<void> {
  for (const [name, value] of Object.entries(sequences)) {
    await tx.run(
      `INSERT INTO sequences (account_id, name, value) VALUES (?, ?, ?)
       ON CONFLICT (account_id, name) DO UPDATE SET value = excluded.value WHERE sequences.value < excluded.value`,
      ...[accountId, name, value],
    );
  }
  const now = tx.clock();
  await tx.run(
    `UPDATE outbox SET held_at = ?, next_at = ?, last_error = 'The database was restored'
     WHERE account_id = ? AND state = 'waiting' AND held_at IS NULL`,
    ...[now, now, accountId],
  );
  await putSetting(tx, RESTORED + accountId, String(now));
}

/** Whether a person has yet to look at what went out after the copy that was restored. */
export async function isRestored(sql: Sql, accountId: string): Promise<boolean> {
  return (await findSetting(sql, RESTORED + accountId)) !== undefined;
}

export async function countRestored(sql: Sql): Promise<number> {
  const row = await sql.get<{ n: number }>(
    'SELECT count(*) AS n FROM settings WHERE name >= ? AND name < ?',
    ...[RESTORED, `${RESTORED}~`],
  );
  return row?.n ?? 0;
}

export function forgetRestore(tx: Sql, accountId: string): Promise<void> {
  return deleteSetting(tx, RESTORED + accountId);
}
