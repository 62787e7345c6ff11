import type { Sql } from '../../database.ts';

/** Identifies a user at an identity provider: issuer and subject. */
export interface IdentityKey {
  issuer: string;
  subject: string;
}

export async function findIdentity(sql: Sql, { issuer, subject }: IdentityKey): Promise<string | undefined> {
  const row = await sql.get<{ user_id: string }>(
    'SELECT user_id FROM identities WHERE issuer = ? AND subject = ?',
    issuer,
    subject,
  );
  return row?.user_id;
}

/** An existing identity keeps its user. */
export async function insertIdentity(
  tx: Sql,
  { issuer, subject }: IdentityKey,
  userId: string,
  now: number,
): Promise<void> {
  await tx.run(
    `INSERT INTO identities (issuer, subject, user_id, created_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (issuer, subject) DO NOTHING`,
    ...[issuer, subject, userId, now],
  );
}
