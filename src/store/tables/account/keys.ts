import type { Sql } from '../../database.ts';

export interface KeyRow {
  account_id: string;
  id: string;
  name: string;
  /** The visible beginning, to tell keys apart. */
  hint: string;
  hash: string;
  scopes: 'read' | 'read,write';
  created_at: number;
  last_used_at: number | null;
  revoked_at: number | null;
}

export function findKeyByHash(sql: Sql, hash: string): Promise<KeyRow | undefined> {
  return sql.get<KeyRow>('SELECT * FROM keys WHERE hash = ? AND revoked_at IS NULL', hash);
}

export function listKeys(sql: Sql, accountId?: string): Promise<KeyRow[]> {
  return accountId === undefined
    ? sql.all<KeyRow>('SELECT * FROM keys ORDER BY account_id, id')
    : sql.all<KeyRow>('SELECT * FROM keys WHERE account_id = ? ORDER BY id', accountId);
}

export async function insertKey(tx: Sql, key: Omit<KeyRow, 'last_used_at' | 'revoked_at'>): Promise<void> {
  await tx.run(
    'INSERT INTO keys (account_id, id, name, hint, hash, scopes, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
    key.account_id,
    key.id,
    key.name,
    key.hint,
    key.hash,
    key.scopes,
    key.created_at,
  );
}

/** `false` when there is no such key or it is revoked already. */
export async function revokeKey(tx: Sql, id: string, now: number): Promise<boolean> {
  return (await tx.run('UPDATE keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL', now, id)) > 0;
}

export async function touchKeys(tx: Sql, used: ReadonlyMap<string, number>): Promise<void> {
  for (const [id, at] of used) await tx.run('UPDATE keys SET last_used_at = ? WHERE id = ?', at, id);
}
