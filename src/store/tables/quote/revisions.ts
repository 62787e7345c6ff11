import type { Revision } from '../../../domain/quote/revision.ts';
import { upgradeWithin } from '../../../domain/stored-shape.ts';
import { formatPlaceholders, padToFixedSize, type Sql } from '../../database.ts';
import { addFileUses } from './attachment-files.ts';

/** A revision with the fields that identify its document and its parties. */
export interface StoredRevision extends Revision {
  edition: number;
  partiesSha256: string;
}

/** Stores each content once, however often and to whomever it is sent. */
export async function addRevision(
  tx: Sql,
  accountId: string,
  quoteId: string,
  { edition, partiesSha256, ...revision }: StoredRevision,
): Promise<void> {
  const known = await tx.get(
    'SELECT 1 FROM revisions WHERE account_id = ? AND quote_id = ? AND edition = ? LIMIT 1',
    accountId,
    quoteId,
    edition,
  );
  if (known) return;
  await tx.run(
    `INSERT INTO revisions (account_id, quote_id, revision, document_sha256, doc, edition, parties_sha256)
     VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (account_id, quote_id, revision, document_sha256) DO NOTHING`,
    accountId,
    quoteId,
    revision.revision,
    revision.documentSha256,
    JSON.stringify(revision),
    edition,
    partiesSha256,
  );
  await addFileUses(tx, accountId, quoteId, 'revision', revision.quote.attachments);
}

/** Oldest first. */
export async function listRevisions(sql: Sql, accountId: string, quoteId: string): Promise<StoredRevision[]> {
  const rows = await sql.all<{ doc: string; edition: number; parties_sha256: string }>(
    'SELECT doc, edition, parties_sha256 FROM revisions WHERE account_id = ? AND quote_id = ?',
    accountId,
    quoteId,
  );
  return rows
    .map(({ doc, edition, parties_sha256: partiesSha256 }) => ({
      ...upgradeWithin(JSON.parse(doc) as Revision),
      edition,
      partiesSha256,
    }))
    .sort((a, b) => Date.parse(a.sentAt) - Date.parse(b.sentAt) || a.revision - b.revision);
}

/** The last revision of each quote that was sent, by the id of the quote. */
export async function findLastSentRevisions(
  sql: Sql,
  accountId: string,
  quoteIds: readonly string[],
): Promise<Map<string, number>> {
  if (quoteIds.length === 0) return new Map();
  const named = padToFixedSize(quoteIds);
  const rows = await sql.all<{ id: string; revision: number }>(
    `SELECT quote_id AS id, max(revision) AS revision FROM revisions
     WHERE account_id = ? AND quote_id IN ${formatPlaceholders(1, named.length)} GROUP BY quote_id`,
    ...[accountId, ...named],
  );
  return new Map(rows.map(({ id, revision }) => [id, Number(revision)]));
}

export async function listRevisionParties(sql: Sql, accountId: string, quoteId: string): Promise<string[]> {
  const rows = await sql.all<{ parties_sha256: string }>(
    'SELECT DISTINCT parties_sha256 FROM revisions WHERE account_id = ? AND quote_id = ?',
    accountId,
    quoteId,
  );
  return rows.map((row) => row.parties_sha256);
}
