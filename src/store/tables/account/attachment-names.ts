import type { Sql } from '../../database.ts';

const DOCS = {
  quote: ['quotes', 'id'],
  revision: ['revisions', 'quote_id'],
  decision: ['decisions', 'quote_id'],
};

/** Finds the JSON that names an attachment: that of its first use. Empty if nothing uses it. */
export async function findAttachmentDocs(sql: Sql, accountId: string, sha256: string): Promise<string[]> {
  const use = await sql.get<{ quote_id: string; kind: keyof typeof DOCS }>(
    `SELECT quote_id, kind FROM attachment_uses WHERE sha256 = ? AND account_id = ? ORDER BY quote_id, kind LIMIT 1`,
    ...[sha256, accountId],
  );
  if (!use) return [];
  const [table, column] = DOCS[use.kind];
  const rows = await sql.all<{ doc: string }>(
    `SELECT doc FROM ${table} WHERE account_id = ? AND ${column} = ?`,
    ...[accountId, use.quote_id],
  );
  return rows.map(({ doc }) => doc);
}
