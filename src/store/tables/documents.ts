import type { Sql } from '../database.ts';

export interface DocumentRow {
  source_sha256: string;
  sha256: string;
  quote_id: string;
  /** Time of the acceptance whose record is printed on it. */
  accepted_at: string | null;
  file_name: string;
  kept: 0 | 1;
  used_at: number;
}

const COLUMNS = 'source_sha256, sha256, quote_id, accepted_at, file_name, kept, used_at';

/** Finds a document by the hash of its source. */
export function findDocument(
  sql: Sql,
  accountId: string,
  sourceSha256: string,
): Promise<DocumentRow | undefined> {
  return sql.get<DocumentRow>(
    `SELECT ${COLUMNS} FROM documents WHERE account_id = ? AND source_sha256 = ?`,
    accountId,
    sourceSha256,
  );
}

export function readDocument(
  sql: Sql,
  accountId: string,
  sourceSha256: string,
): Promise<(DocumentRow & { pdf: Uint8Array }) | undefined> {
  return sql.get(
    `SELECT ${COLUMNS}, pdf FROM documents WHERE account_id = ? AND source_sha256 = ?`,
    accountId,
    sourceSha256,
  );
}

/**
 * Keeps the first of two identical documents made concurrently: a document that was shown is never replaced. Returns
 * whether this one was stored.
 */
export async function insertDocument(
  tx: Sql,
  accountId: string,
  document: DocumentRow & { pdf: Uint8Array; standard: string },
): Promise<boolean> {
  const inserted = await tx.run(
    `INSERT INTO documents (account_id, source_sha256, sha256, quote_id, accepted_at, file_name, standard,
       pdf, kept, used_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (account_id, source_sha256) DO NOTHING`,
    accountId,
    document.source_sha256,
    document.sha256,
    document.quote_id,
    document.accepted_at,
    document.file_name,
    document.standard,
    document.pdf,
    document.kept,
    document.used_at,
  );
  return inserted === 1;
}

/** Marks a document that was sent or accepted as permanent. */
export async function markDocumentPermanent(tx: Sql, accountId: string, sha256: string): Promise<void> {
  await tx.run('UPDATE documents SET kept = 1 WHERE account_id = ? AND sha256 = ?', accountId, sha256);
}

export async function touchDocument(
  tx: Sql,
  accountId: string,
  sourceSha256: string,
  now: number,
): Promise<void> {
  await tx.run(
    'UPDATE documents SET used_at = ? WHERE account_id = ? AND source_sha256 = ?',
    now,
    accountId,
    sourceSha256,
  );
}

export function deleteDocumentsUnusedSince(tx: Sql, time: number): Promise<number> {
  return tx.run('DELETE FROM documents WHERE kept = 0 AND used_at < ?', time);
}

/** Finds the PDF with the record of an acceptance; of several, the one that was shown. */
export function findConfirmation(
  sql: Sql,
  accountId: string,
  quoteId: string,
  acceptedAt: string,
): Promise<Pick<DocumentRow, 'source_sha256'> | undefined> {
  return sql.get(
    `SELECT source_sha256 FROM documents WHERE account_id = ? AND quote_id = ? AND accepted_at = ?
     ORDER BY (SELECT count(*) FROM shown_documents WHERE shown_documents.account_id = documents.account_id
       AND subject_id = quote_id AND shown_documents.source_sha256 = documents.source_sha256) DESC LIMIT 1`,
    ...[accountId, quoteId, acceptedAt],
  );
}

/** Finds a file about a quote by its hash. */
export function findQuoteFile(
  sql: Sql,
  accountId: string,
  quoteId: string,
  sha256: string,
): Promise<Pick<DocumentRow, 'source_sha256'> | undefined> {
  return sql.get(
    'SELECT source_sha256 FROM documents WHERE account_id = ? AND quote_id = ? AND sha256 = ? LIMIT 1',
    ...[accountId, quoteId, sha256],
  );
}

/** Finds the owners of a file by its hash. */
export function findDocumentsByHash(
  sql: Sql,
  sha256: string,
): Promise<{ account_id: string; quote_id: string; accepted_at: string | null }[]> {
  return sql.all('SELECT account_id, quote_id, accepted_at FROM documents WHERE sha256 = ?', sha256);
}
