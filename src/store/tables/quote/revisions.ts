import type { Revision } from '../../../domain/quote/revision.ts';
import type { Sql } from '../../database.ts';

export async function addRevision(
  tx: Sql,
  accountId: string,
  quoteId: string,
  revision: Revision,
): Promise<void> {
  await tx.run(
    `INSERT INTO revisions (account_id, quote_id, revision, document_sha256, doc) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (account_id, quote_id, revision, document_sha256) DO NOTHING`,
    accountId,
    quoteId,
    revision.revision,
    revision.documentSha256,
    JSON.stringify(revision),
  );
}

/** Oldest first. */
export async function listRevisions(sql: Sql, accountId: string, quoteId: string): Promise<Revision[]> {
  const rows = await sql.all<{ doc: string }>(
    'SELECT doc FROM revisions WHERE account_id = ? AND quote_id = ?',
    accountId,
    quoteId,
  );
  return rows
    .map((row) => JSON.parse(row.doc) as Revision)
    .sort((a, b) => Date.parse(a.sentAt) - Date.parse(b.sentAt) || a.revision - b.revision);
}
