import type { Sql } from '../../database.ts';

export interface KeyRow {
  account_id: string;
  id: string;
  name: string;
  /** Visible prefix, to distinguish keys. */
  hint: string;
  hash: string;
  scopes: 'read' | 'read,write';
  /** Whether a key that is not `write` may prepare drafts. */
  drafts: 0 | 1;
  /** Time from which the key is rejected. */
  expires_at: number | null;
  /** JSON list of the address ranges that it works from; `null` for all. */
  addresses: string | null;
  sees_costs: 0 | 1;
  created_at: number;
  last_used_at: number | null;
  revoked_at: number | null;
}

/** With the account, Citus queries one server; without it, all of them. */
export function findKeyByHash(sql: Sql, hash: string, accountId?: string): Promise<KeyRow | undefined> {
  return accountId === undefined
    ? sql.get<KeyRow>('SELECT * FROM keys WHERE hash = ? AND revoked_at IS NULL', hash)
    : sql.get<KeyRow>(
        'SELECT * FROM keys WHERE account_id = ? AND hash = ? AND revoked_at IS NULL',
        ...[accountId, hash],
      );
}

export function listKeys(sql: Sql, accountId?: string): Promise<KeyRow[]> {
  return accountId === undefined
    ? sql.all<KeyRow>('SELECT * FROM keys ORDER BY account_id, id')
    : sql.all<KeyRow>('SELECT * FROM keys WHERE account_id = ? ORDER BY id', accountId);
}

export async function insertKey(tx: Sql, key: Omit<KeyRow, 'last_used_at' | 'revoked_at'>): Promise<void> {
  await tx.run(
    `INSERT INTO keys (account_id, id, name, hint, hash, scopes, created_at, drafts, expires_at, addresses,
       sees_costs)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    key.account_id,
    key.id,
    key.name,
    key.hint,
    key.hash,
    key.scopes,
    key.created_at,
    ...[key.drafts, key.expires_at, key.addresses, key.sees_costs],
  );
}

/** Returns `false` if the key does not exist (in this account, if given) or is already revoked. */
export async function revokeKey(tx: Sql, id: string, now: number, accountId?: string): Promise<boolean> {
  const revoked = await (accountId === undefined
    ? tx.run('UPDATE keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL', now, id)
    : tx.run(
        'UPDATE keys SET revoked_at = ? WHERE account_id = ? AND id = ? AND revoked_at IS NULL',
        ...[now, accountId, id],
      ));
  return revoked > 0;
}

export async function touchKey(
  tx: Sql,
  { account_id, id }: Pick<KeyRow, 'account_id' | 'id'>,
  now: number,
): Promise<void> {
  await tx.run('UPDATE keys SET last_used_at = ? WHERE account_id = ? AND id = ?', now, account_id, id);
}
