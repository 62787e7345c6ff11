import type { Sql } from '../../database.ts';

/** `false` when it was spent before: of two who show the same one, one gets `true`. */
export async function spendCode(tx: Sql, code: string, until: number): Promise<boolean> {
  const inserted = await tx.run(
    'INSERT INTO spent_codes (code, until) VALUES (?, ?) ON CONFLICT (code) DO NOTHING',
    code,
    until,
  );
  return inserted > 0;
}

export function deleteSpentBefore(tx: Sql, time: number): Promise<number> {
  return tx.run('DELETE FROM spent_codes WHERE until <= ?', time);
}

export async function putRecoveryCodes(tx: Sql, userId: string, hashes: readonly string[]): Promise<void> {
  await tx.run('DELETE FROM recovery_codes WHERE user_id = ?', userId);
  for (const hash of hashes) {
    await tx.run('INSERT INTO recovery_codes (user_id, hash) VALUES (?, ?)', userId, hash);
  }
}

export async function takeRecoveryCode(tx: Sql, userId: string, hash: string): Promise<boolean> {
  return (await tx.run('DELETE FROM recovery_codes WHERE user_id = ? AND hash = ?', userId, hash)) > 0;
}

export async function countRecoveryCodes(sql: Sql, userId: string): Promise<number> {
  const row = await sql.get<{ n: number }>(
    'SELECT count(*) AS n FROM recovery_codes WHERE user_id = ?',
    userId,
  );
  return row?.n ?? 0;
}

export async function putResetCode(
  tx: Sql,
  userId: string,
  { hash, expiresAt }: { hash: string; expiresAt: number },
): Promise<void> {
  await tx.run(
    `INSERT INTO reset_codes (user_id, hash, tries, expires_at) VALUES (?, ?, 0, ?)
     ON CONFLICT (user_id) DO UPDATE SET hash = excluded.hash, tries = 0, expires_at = excluded.expires_at`,
    ...[userId, hash, expiresAt],
  );
}

/** Counts a try; what it must be compared with, while there are tries and time left. */
export async function tryResetCode(
  tx: Sql,
  userId: string,
  maxTries: number,
  now: number,
): Promise<string | undefined> {
  const row = await tx.get<{ hash: string }>(
    `UPDATE reset_codes SET tries = tries + 1 WHERE user_id = ? AND tries < ? AND expires_at > ? RETURNING hash`,
    ...[userId, maxTries, now],
  );
  return row?.hash;
}

export async function deleteResetCode(tx: Sql, userId: string): Promise<void> {
  await tx.run('DELETE FROM reset_codes WHERE user_id = ?', userId);
}

export function deleteResetCodesBefore(tx: Sql, time: number): Promise<number> {
  return tx.run('DELETE FROM reset_codes WHERE expires_at <= ?', time);
}

export async function resetCodeUntil(sql: Sql, userId: string): Promise<number | undefined> {
  const row = await sql.get<{ expires_at: number }>(
    'SELECT expires_at FROM reset_codes WHERE user_id = ?',
    userId,
  );
  return row?.expires_at;
}
