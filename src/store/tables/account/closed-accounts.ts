import type { Sql } from '../../database.ts';

/** Finds a closed account; every write of an account runs it. */
export const FIND_CLOSED = 'SELECT 1 AS closed FROM closed_accounts WHERE account_id = ?';

/** Condition on the rows of a table: their account is not closed. */
export function isOpen(table: string): string {
  return `NOT EXISTS (SELECT 1 FROM closed_accounts AS c WHERE c.account_id = ${table}.account_id)`;
}

export async function isAccountClosed(sql: Sql, accountId: string): Promise<boolean> {
  return (await sql.get(FIND_CLOSED, accountId)) !== undefined;
}

export async function insertClosedAccount(tx: Sql, accountId: string, at: number): Promise<void> {
  await tx.run('INSERT INTO closed_accounts (account_id, closed_at) VALUES (?, ?)', accountId, at);
}

/** Returns when the account was closed; `undefined` if it was not. */
export async function deleteClosedAccount(tx: Sql, accountId: string): Promise<number | undefined> {
  const row = await tx.get<{ closed_at: number }>(
    'DELETE FROM closed_accounts WHERE account_id = ? RETURNING closed_at',
    accountId,
  );
  return row?.closed_at;
}
