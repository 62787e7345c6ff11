import type { Sql } from '../../database.ts';

export interface PasskeyRow {
  /** Credential ID in base64url. */
  id: string;
  user_id: string;
  name: string;
  public_key: Uint8Array;
  counter: number;
  /** JSON. */
  transports: string;
  created_at: number;
  used_at: number | null;
}

export function listPasskeys(sql: Sql, userId: string): Promise<PasskeyRow[]> {
  return sql.all<PasskeyRow>('SELECT * FROM passkeys WHERE user_id = ? ORDER BY created_at, id', userId);
}

export function findPasskey(sql: Sql, id: string): Promise<PasskeyRow | undefined> {
  return sql.get<PasskeyRow>('SELECT * FROM passkeys WHERE id = ?', id);
}

/** Returns `false` if the passkey is already registered. */
export async function insertPasskey(tx: Sql, passkey: Omit<PasskeyRow, 'used_at'>): Promise<boolean> {
  const { id, user_id, name, public_key, counter, transports, created_at } = passkey;
  const inserted = await tx.run(
    `INSERT INTO passkeys (id, user_id, name, public_key, counter, transports, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
    ...[id, user_id, name, public_key, counter, transports, created_at],
  );
  return inserted > 0;
}

export async function usePasskey(tx: Sql, id: string, counter: number, now: number): Promise<void> {
  await tx.run('UPDATE passkeys SET counter = ?, used_at = ? WHERE id = ?', counter, now, id);
}

export async function deletePasskey(tx: Sql, userId: string, id: string): Promise<void> {
  await tx.run('DELETE FROM passkeys WHERE user_id = ? AND id = ?', userId, id);
}
