import type { Sql } from '../../database.ts';
import type { DocumentRow } from '../documents.ts';

/** Identifies the content for which a file was shown or sent: every later version of Proffer returns the same file. */
export interface DocumentRecord {
  /** Identifier of the quote or invoice. */
  subjectId: string;
  edition: number;
  /** Link printed in the document; empty if there is none. */
  linkId: string;
}

const lacksDocument = (table: string) =>
  `CASE WHEN ${table}.status <> 'DRAFT' AND NOT EXISTS (SELECT 1 FROM shown_documents AS shown
     WHERE shown.account_id = ${table}.account_id AND subject_id = ${table}.id AND shown.edition = ${table}.edition)
     THEN 1 ELSE 0 END`;

/** Whether nobody was shown the current document of a row. A draft changes and has none of record. */
export const LACKS_DOCUMENT = {
  quotes: lacksDocument('quotes'),
  invoices: lacksDocument('invoices'),
} as const;

export function findShownDocument(
  sql: Sql,
  accountId: string,
  { subjectId, edition, linkId }: DocumentRecord,
): Promise<DocumentRow | undefined> {
  return sql.get<DocumentRow>(
    `SELECT documents.source_sha256, sha256, quote_id, accepted_at, file_name, kept, used_at
     FROM shown_documents JOIN documents
       ON documents.account_id = shown_documents.account_id
       AND documents.source_sha256 = shown_documents.source_sha256
     WHERE shown_documents.account_id = ? AND subject_id = ? AND edition = ? AND link_id = ?`,
    accountId,
    subjectId,
    edition,
    linkId,
  );
}

/** The first document that was shown stays. */
export async function storeShownDocument(
  tx: Sql,
  accountId: string,
  { subjectId, edition, linkId }: DocumentRecord,
  sourceSha256: string,
): Promise<void> {
  const changed = await tx.run(
    'UPDATE documents SET kept = 1 WHERE account_id = ? AND source_sha256 = ?',
    accountId,
    sourceSha256,
  );
  if (changed === 0) return;
  await tx.run(
    `INSERT INTO shown_documents (account_id, subject_id, edition, link_id, source_sha256) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (account_id, subject_id, edition, link_id) DO NOTHING`,
    accountId,
    subjectId,
    edition,
    linkId,
    sourceSha256,
  );
}

/** Hashes of all files of the editions that a file belongs to. */
export async function listEditionHashes(
  sql: Sql,
  accountId: string,
  quoteId: string,
  sha256: string,
): Promise<string[]> {
  const rows = await sql.all<{ edition: number; sha256: string }>(
    `SELECT edition, sha256 FROM shown_documents JOIN documents
       ON documents.account_id = shown_documents.account_id
       AND documents.source_sha256 = shown_documents.source_sha256
     WHERE shown_documents.account_id = ? AND subject_id = ?`,
    accountId,
    quoteId,
  );
  const editions = new Set(rows.filter((row) => row.sha256 === sha256).map((row) => row.edition));
  return rows.filter((row) => editions.has(row.edition)).map((row) => row.sha256);
}

/** Deleted with the quote: only documents that were sent or accepted are permanent. */
export async function deleteShownDocuments(tx: Sql, accountId: string, quoteId: string): Promise<void> {
  await tx.run(
    `UPDATE documents SET kept = 0
     WHERE account_id = ? AND accepted_at IS NULL
       AND source_sha256 IN (SELECT source_sha256 FROM shown_documents
         WHERE account_id = ? AND subject_id = ? AND link_id = '')
       AND sha256 NOT IN (SELECT document_sha256 FROM revisions WHERE account_id = ? AND quote_id = ?)`,
    ...[accountId, accountId, quoteId, accountId, quoteId],
  );
  await tx.run('DELETE FROM shown_documents WHERE account_id = ? AND subject_id = ?', accountId, quoteId);
}
