import { formatLimit, type Sql } from '../../database.ts';

/** Times of the user's wrong codes after a time, newest first. */
export async function listWrongCodes(
  sql: Sql,
  userId: string,
  after: number,
  limit: number,
): Promise<number[]> {
  const rows = await sql.all<{ at: number }>(
    `SELECT at FROM wrong_codes WHERE user_id = ? AND at > ? ORDER BY at DESC ${formatLimit(limit).sql}`,
    userId,
    after,
  );
  return rows.map(({ at }) => at);
}

export async function insertWrongCode(tx: Sql, userId: string, id: string, now: number): Promise<void> {
  await tx.run('INSERT INTO wrong_codes (user_id, id, at) VALUES (?, ?, ?)', userId, id, now);
}

export async function deleteUserWrongCodes(tx: Sql, userId: string): Promise<void> {
  await tx.run('DELETE FROM wrong_codes WHERE user_id = ?', userId);
}

export function deleteWrongCodesBefore(tx: Sql, time: number): Promise<number> {
  return tx.run('DELETE FROM wrong_codes WHERE at <= ?', time);
}
