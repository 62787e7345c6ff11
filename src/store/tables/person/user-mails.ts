import { formatLimit, type Sql } from '../../database.ts';

export interface UserMailRow {
  id: string;
  /** Sealed. */
  doc: string;
  attempts: number;
  expires_at: number;
}

export async function enqueueUserMail(
  tx: Sql,
  mail: { id: string; doc: string; expiresAt: number },
  now: number,
): Promise<void> {
  await tx.run(
    'INSERT INTO user_mails (id, doc, attempts, next_at, expires_at) VALUES (?, ?, 0, ?, ?)',
    ...[mail.id, mail.doc, now, mail.expiresAt],
  );
}

export async function isUserMailDue(sql: Sql, now: number): Promise<boolean> {
  return (await sql.get('SELECT 1 FROM user_mails WHERE next_at <= ? LIMIT 1', now)) !== undefined;
}

/** Claims emails until the lease ends. The condition is repeated because another process may have been first. */
export function claimUserMails(
  tx: Sql,
  now: number,
  leaseUntil: number,
  limit: number,
): Promise<UserMailRow[]> {
  return tx.all<UserMailRow>(
    `UPDATE user_mails SET next_at = ?, attempts = attempts + 1
     WHERE next_at <= ? AND id IN
       (SELECT id FROM user_mails WHERE next_at <= ? ORDER BY next_at ${formatLimit(limit).sql})
     RETURNING id, doc, attempts, expires_at`,
    ...[leaseUntil, now, now],
  );
}

export async function deleteUserMail(tx: Sql, id: string): Promise<void> {
  await tx.run('DELETE FROM user_mails WHERE id = ?', id);
}

export async function postponeUserMail(tx: Sql, id: string, nextAt: number): Promise<void> {
  await tx.run('UPDATE user_mails SET next_at = ? WHERE id = ?', nextAt, id);
}

export function deleteUserMailsBefore(tx: Sql, time: number): Promise<number> {
  return tx.run('DELETE FROM user_mails WHERE expires_at <= ?', time);
}
