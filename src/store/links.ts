import type { Sql } from './database.ts';

export interface Link {
  account_id: string;
  quote_id: string;
  id: string;
  recipient: string;
  created_at: number;
  revoked_at: number | null;
}

export async function insertLink(
  tx: Sql,
  link: Omit<Link, 'revoked_at'> & { token_hash: string },
): Promise<void> {
  await tx.run(
    `INSERT INTO links (account_id, quote_id, id, token_hash, recipient, created_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (account_id, quote_id, id) DO NOTHING`,
    link.account_id,
    link.quote_id,
    link.id,
    link.token_hash,
    link.recipient,
    link.created_at,
  );
}

export function findLink(sql: Sql, tokenHash: string): Promise<Link | undefined> {
  return sql.get<Link>('SELECT * FROM links WHERE token_hash = ? AND revoked_at IS NULL', tokenHash);
}

/** A link that reached nobody. */
export async function deleteLink(tx: Sql, accountId: string, quoteId: string, id: string): Promise<void> {
  await tx.run('DELETE FROM links WHERE account_id = ? AND quote_id = ? AND id = ?', accountId, quoteId, id);
}

export function revokeLinks(tx: Sql, accountId: string, quoteId: string, now: number): Promise<number> {
  return tx.run(
    'UPDATE links SET revoked_at = ? WHERE account_id = ? AND quote_id = ? AND revoked_at IS NULL',
    now,
    accountId,
    quoteId,
  );
}
