import { formatLimit, type Sql } from '../../database.ts';

/**
 * Finds open quotes of the next accounts whose validity ends within the account's notice period and was not announced.
 * Also returns the last of these accounts, or `undefined` if there are no more.
 */
export async function findUnannounced(
  sql: Sql,
  afterAccount: string,
  now: number,
  limits: { accounts: number; quotes: number },
): Promise<{ unannounced: { account_id: string; id: string }[]; lastAccount: string | undefined }> {
  const accounts = await sql.all<{ id: string }>(
    `SELECT id FROM accounts WHERE id > ? ORDER BY id ${formatLimit(limits.accounts).sql}`,
    afterAccount,
  );
  const last = accounts.at(-1)?.id;
  if (last === undefined) return { unannounced: [], lastAccount: undefined };
  const unannounced = await sql.all<{ account_id: string; id: string }>(
    `SELECT q.account_id, q.id
     FROM accounts AS a LEFT JOIN test_clocks AS c ON c.account_id = a.id CROSS JOIN quotes AS q
     WHERE a.id > ? AND a.id <= ? AND c.target IS NULL
       AND q.account_id = a.id AND q.status = 'SENT' AND q.told_until IS NULL
       AND q.valid_until > ? + coalesce(c.ahead, 0)
       AND q.valid_until <= ? + coalesce(c.ahead, 0) + a.expiring_days * 86400000
     ${formatLimit(limits.quotes).sql}`,
    ...[afterAccount, last, now, now],
  );
  return { unannounced, lastAccount: accounts.length < limits.accounts ? undefined : last };
}

export async function isUnannounced(tx: Sql, accountId: string, id: string): Promise<boolean> {
  const row = await tx.get(
    'SELECT 1 AS unannounced FROM quotes WHERE account_id = ? AND id = ? AND told_until IS NULL',
    ...[accountId, id],
  );
  return row !== undefined;
}

/** Marks this validity only: a new validity is announced again. */
export async function markAnnounced(tx: Sql, accountId: string, id: string): Promise<void> {
  await tx.run(
    'UPDATE quotes SET told_until = valid_until WHERE account_id = ? AND id = ?',
    ...[accountId, id],
  );
}
