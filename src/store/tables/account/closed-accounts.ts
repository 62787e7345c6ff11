import type { Sql, WriteHint } from '../../database.ts';

/** Finds a closed account; the writes of an account run it. */
export const FIND_CLOSED = 'SELECT moved FROM closed_accounts WHERE account_id = ?';

/** What a closed account has to do with a move: nothing, closed by it, or closed by its owner before. */
type MoveState = 'none' | 'closed' | 'closed_before';
const STATES: readonly MoveState[] = ['none', 'closed', 'closed_before'];

/** The account that a write must look at; `undefined` if no closing keeps it from writing. */
export function findAccountToCheck({ account, evenIfClosed, evenIfMoved }: WriteHint): string | undefined {
  return evenIfClosed && evenIfMoved ? undefined : account;
}

/** Whether the row that `FIND_CLOSED` has found rejects a write. */
export function isRejectedBy(row: unknown, evenIfClosed: boolean | undefined): boolean {
  return row !== undefined && !(evenIfClosed && (row as { moved: number }).moved === 0);
}

/** Condition on the rows of a table: their account is not closed. */
export function isOpen(table: string): string {
  return `NOT EXISTS (SELECT 1 FROM closed_accounts AS c WHERE c.account_id = ${table}.account_id)`;
}

export async function isAccountClosed(sql: Sql, accountId: string): Promise<boolean> {
  return (await sql.get(FIND_CLOSED, accountId)) !== undefined;
}

/** Returns `undefined` if the account is open. */
export async function findMoveState(sql: Sql, accountId: string): Promise<MoveState | undefined> {
  const row = await sql.get<{ moved: number }>(FIND_CLOSED, accountId);
  return row && STATES[row.moved];
}

export async function setMoveState(tx: Sql, accountId: string, state: MoveState): Promise<void> {
  await tx.run(
    'UPDATE closed_accounts SET moved = ? WHERE account_id = ?',
    ...[STATES.indexOf(state), accountId],
  );
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
