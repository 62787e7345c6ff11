import type { Sql } from '../../database.ts';
import type { PersonalSession } from './sessions.ts';

interface SessionAccount {
  accountId: string;
  sessionId: string;
  userId: string;
}

/** A session that an owner has ended in the account stays ended. */
export async function putSessionAccount(
  tx: Sql,
  { accountId, sessionId, userId }: SessionAccount,
  now: number,
): Promise<void> {
  await tx.run(
    `INSERT INTO session_accounts (account_id, session_id, user_id, seen_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (account_id, session_id) DO UPDATE SET seen_at = excluded.seen_at`,
    ...[accountId, sessionId, userId, now],
  );
}

/** Sessions used in the account with their last use: by user, latest use first. */
export function listAccountSessions(
  sql: Sql,
  accountId: string,
): Promise<(PersonalSession & { account_seen_at: number })[]> {
  return sql.all(
    `SELECT s.*, u.name, u.email, u.locale, x.seen_at AS account_seen_at FROM session_accounts AS x
     JOIN memberships AS m ON m.account_id = x.account_id AND m.user_id = x.user_id
     JOIN sessions AS s ON s.id = x.session_id JOIN users AS u ON u.id = s.user_id
     WHERE x.account_id = ? AND x.ended = 0 ORDER BY s.user_id, x.seen_at DESC, s.id`,
    accountId,
  );
}

/** Returns `false` if there is no such session, or it was already ended there. */
export async function endAccountSession(tx: Sql, accountId: string, sessionId: string): Promise<boolean> {
  const changed = await tx.run(
    'UPDATE session_accounts SET ended = 1 WHERE account_id = ? AND session_id = ? AND ended = 0',
    accountId,
    sessionId,
  );
  return changed > 0;
}

/** Last use by user. */
export async function listLastSeen(sql: Sql, accountId: string): Promise<Map<string, number>> {
  const rows = await sql.all<{ user_id: string; seen_at: number }>(
    'SELECT user_id, max(seen_at) AS seen_at FROM session_accounts WHERE account_id = ? GROUP BY user_id',
    accountId,
  );
  return new Map(rows.map(({ user_id, seen_at }) => [user_id, seen_at]));
}

export async function deleteAccountSessions(tx: Sql, accountId: string, userId: string): Promise<void> {
  await tx.run('DELETE FROM session_accounts WHERE account_id = ? AND user_id = ?', accountId, userId);
}

export function deleteSessionAccountsBefore(tx: Sql, seen: number): Promise<number> {
  return tx.run('DELETE FROM session_accounts WHERE seen_at <= ?', seen);
}
