import type { Sql } from '../../database.ts';

/** Returns `false` if the code was used before: only one concurrent request wins. */
export async function spendCode(tx: Sql, code: string, until: number): Promise<boolean> {
  const inserted = await tx.run(
    'INSERT INTO spent_codes (code, until) VALUES (?, ?) ON CONFLICT (code) DO NOTHING',
    code,
    until,
  );
  return inserted > 0;
}

export async function isCodeSpent(sql: Sql, code: string): Promise<boolean> {
  return (await sql.get('SELECT 1 FROM spent_codes WHERE code = ?', code)) !== undefined;
}

export function deleteSpentCodesBefore(tx: Sql, time: number): Promise<number> {
  return tx.run('DELETE FROM spent_codes WHERE until <= ?', time);
}

export async function putRecoveryCodes(tx: Sql, userId: string, hashes: readonly string[]): Promise<void> {
  await tx.run('DELETE FROM recovery_codes WHERE user_id = ?', userId);
  for (const hash of hashes) {
    await tx.run('INSERT INTO recovery_codes (user_id, hash) VALUES (?, ?)', userId, hash);
  }
}

export async function consumeRecoveryCode(tx: Sql, userId: string, hash: string): Promise<boolean> {
  return (await tx.run('DELETE FROM recovery_codes WHERE user_id = ? AND hash = ?', userId, hash)) > 0;
}

export async function countRecoveryCodes(sql: Sql, userId: string): Promise<number> {
  const row = await sql.get<{ n: number }>(
    'SELECT count(*) AS n FROM recovery_codes WHERE user_id = ?',
    userId,
  );
  return row?.n ?? 0;
}
