import type { Sql } from '../../database.ts';

export interface Link {
  account_id: string;
  quote_id: string;
  id: string;
  recipient: string;
  created_at: number;
  revoked_at: number | null;
  /** The content that its page showed last, and the one before. */
  shown: string | null;
  shown_before: string | null;
}

export async function insertLink(
  tx: Sql,
  link: Omit<Link, 'revoked_at' | 'shown' | 'shown_before'> & { token_hash: string },
): Promise<void> {
  await tx.run(
    `INSERT INTO links (account_id, quote_id, id, token_hash, recipient, created_at) VALUES (?, ?, ?, ?, ?, ?)`,
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

/** Deletes a link whose email was not delivered. */
export async function deleteLink(tx: Sql, accountId: string, quoteId: string, id: string): Promise<void> {
  await tx.run('DELETE FROM links WHERE account_id = ? AND quote_id = ? AND id = ?', accountId, quoteId, id);
}

/** Revokes all links of the quote and its PDF URLs. */
export async function revokeQuoteLinks(
  tx: Sql,
  accountId: string,
  quoteId: string,
  now: number,
): Promise<void> {
  await tx.run(
    'UPDATE quotes SET link_id = NULL, revocations = revocations + 1 WHERE account_id = ? AND id = ?',
    accountId,
    quoteId,
  );
  await tx.run(
    'UPDATE links SET revoked_at = ? WHERE account_id = ? AND quote_id = ? AND revoked_at IS NULL',
    now,
    accountId,
    quoteId,
  );
}

/** Number of revocations; `undefined` if the quote no longer exists. */
export async function countRevocations(
  sql: Sql,
  accountId: string,
  quoteId: string,
): Promise<number | undefined> {
  const row = await sql.get<{ revocations: number }>(
    'SELECT revocations FROM quotes WHERE account_id = ? AND id = ?',
    accountId,
    quoteId,
  );
  return row?.revocations;
}

export async function findLinkRecipient(
  sql: Sql,
  accountId: string,
  quoteId: string,
  id: string,
): Promise<string | undefined> {
  const row = await sql.get<{ recipient: string }>(
    `SELECT recipient FROM links WHERE account_id = ? AND quote_id = ? AND id = ? AND revoked_at IS NULL`,
    accountId,
    quoteId,
    id,
  );
  return row?.recipient;
}

export async function isLinkOpen(sql: Sql, accountId: string, quoteId: string, id: string): Promise<boolean> {
  return (await findLinkRecipient(sql, accountId, quoteId, id)) !== undefined;
}

/** Whether such a link ever existed. */
export async function hasLink(sql: Sql, accountId: string, quoteId: string, id: string): Promise<boolean> {
  const row = await sql.get(
    'SELECT 1 FROM links WHERE account_id = ? AND quote_id = ? AND id = ?',
    accountId,
    quoteId,
    id,
  );
  return row !== undefined;
}

/** Records the shown content; the previous one is kept for comparison. */
export async function storeShownContent(
  tx: Sql,
  { account_id: accountId, quote_id: quoteId, id }: Link,
  shown: string,
): Promise<void> {
  await tx.run(
    'UPDATE links SET shown_before = shown, shown = ? WHERE account_id = ? AND quote_id = ? AND id = ?',
    shown,
    accountId,
    quoteId,
    id,
  );
}
