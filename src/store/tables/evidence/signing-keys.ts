import type { Sql } from '../../database.ts';

export interface SigningKeyRow {
  kid: string;
  /** JWK */
  public_key: string;
  /** Sealed; `null` once another key has taken its place. */
  private_key: string | null;
}

/** All keys there ever were, newest first. */
export function listSigningKeys(sql: Sql): Promise<SigningKeyRow[]> {
  return sql.all('SELECT kid, public_key, private_key FROM signing_keys ORDER BY created_at DESC, kid');
}

export async function findPublicKey(sql: Sql, kid: string): Promise<string | undefined> {
  const row = await sql.get<{ public_key: string }>('SELECT public_key FROM signing_keys WHERE kid = ?', kid);
  return row?.public_key;
}

export async function insertSigningKey(tx: Sql, key: SigningKeyRow, now: number): Promise<void> {
  await tx.run(
    'INSERT INTO signing_keys (kid, created_at, public_key, private_key) VALUES (?, ?, ?, ?)',
    ...[key.kid, now, key.public_key, key.private_key],
  );
}

/** Destroys the private parts of all keys: they sign nothing any more. */
export async function retireSigningKeys(tx: Sql): Promise<void> {
  await tx.run('UPDATE signing_keys SET private_key = NULL WHERE private_key IS NOT NULL');
}
