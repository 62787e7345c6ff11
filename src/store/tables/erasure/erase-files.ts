import type { Sql } from '../../database.ts';
import { deleteFile, findFile } from '../quote/attachment-files.ts';
import type { CustomerQuote } from './customer-quotes.ts';
import { addErasedDocuments, type Erasure, hashCustomerId } from './erasures.ts';
import { listOwned, type Owner } from './owned-rows.ts';

interface StoredFile {
  source_sha256: string;
  sha256: string;
  accepted_at: string | null;
}

interface RevisionKey {
  revision: number;
  edition: number;
  sha256: string;
}

/** Deletes the customer's revisions and PDFs of a quote that need not be kept. Of the PDFs, the hashes stay. */
export async function deleteRevisions(tx: Sql, found: CustomerQuote, mustKeep: boolean): Promise<void> {
  const { id, owner } = found;
  const place = [owner.accountId, id];
  const kept = mustKeep ? await findKept(tx, found) : undefined;
  const files = await listOwned<StoredFile>(tx, 'documents', 'source_sha256, sha256, accepted_at', owner, [
    id,
  ]);
  const gone = files.filter(
    ({ source_sha256: source, sha256, accepted_at }) =>
      !kept || (accepted_at === null && !kept.hashes.has(sha256) && !kept.sources.has(source)),
  );
  const hashes = gone.map(({ sha256 }) => sha256);
  if (hashes.length > 0) await addErasedDocuments(tx, describeErasure(owner), hashes);
  for (const { source_sha256: source } of gone) {
    for (const table of ['documents', 'shown_documents']) {
      await tx.run(
        `DELETE FROM ${table} WHERE account_id = ? AND source_sha256 = ?`,
        owner.accountId,
        source,
      );
    }
  }
  const columns = 'revision, edition, document_sha256 AS sha256';
  for (const row of await listOwned<RevisionKey>(tx, 'revisions', columns, owner, [id])) {
    if (kept && (kept.hashes.has(row.sha256) || kept.editions.has(row.edition))) continue;
    await tx.run(
      `DELETE FROM revisions WHERE account_id = ? AND quote_id = ? AND revision = ? AND document_sha256 = ?`,
      ...[...place, row.revision, row.sha256],
    );
  }
}

interface KeptFiles {
  /** Files that were accepted. */
  hashes: Set<string>;
  /** Contents that were accepted. */
  editions: Set<number>;
  /** Files with the same content, and those of invoices. */
  sources: Set<string>;
}

async function findKept(
  tx: Sql,
  { id, owner, invoices, decisions, quote }: CustomerQuote,
): Promise<KeptFiles> {
  const accepted = decisions.filter(({ decision }) => decision === 'ACCEPTED');
  const hashes = new Set(
    accepted
      .flatMap(({ documentSha256, offerSha256 }) => [documentSha256, offerSha256])
      .filter((hash) => typeof hash === 'string'),
  );
  const shown: { subject_id: string; edition: number; source_sha256: string; sha256: string }[] = [];
  for (const subject of [id, ...invoices.map((invoice) => invoice.id)]) {
    shown.push(
      ...(await tx.all<(typeof shown)[number]>(
        `SELECT subject_id, edition, d.source_sha256, sha256 FROM shown_documents AS s JOIN documents AS d
           ON d.account_id = s.account_id AND d.source_sha256 = s.source_sha256
         WHERE s.account_id = ? AND subject_id = ?`,
        ...[owner.accountId, subject],
      )),
    );
  }
  const editions = new Set(
    shown.filter((row) => row.subject_id === id && hashes.has(row.sha256)).map(({ edition }) => edition),
  );
  // A decision that the owner recorded for the customer names no file.
  if (hashes.size === 0 && owner.isCurrent && quote) {
    const edition = await findEdition(tx, owner.accountId, id);
    if (edition !== undefined) editions.add(edition);
  }
  const needed = shown.filter((row) => row.subject_id !== id || editions.has(row.edition));
  return { hashes, editions, sources: new Set(needed.map((row) => row.source_sha256)) };
}

async function findEdition(tx: Sql, accountId: string, quoteId: string): Promise<number | undefined> {
  const row = await tx.get<{ edition: number }>(
    'SELECT edition FROM quotes WHERE account_id = ? AND id = ?',
    ...[accountId, quoteId],
  );
  return row?.edition;
}

interface Attached {
  attachments: { sha256: string }[];
}

/** Deletes the attachments that the quote, its revisions and decisions no longer have, and nothing else. */
export async function deleteUnusedAttachments(tx: Sql, owner: Owner, quoteId: string): Promise<void> {
  const place = [owner.accountId, quoteId];
  const uses = await tx.all<{ kind: 'quote' | 'revision' | 'decision'; sha256: string }>(
    'SELECT kind, sha256 FROM attachment_uses WHERE account_id = ? AND quote_id = ?',
    ...place,
  );
  if (uses.length === 0) return;
  const list = async (table: string, key: string, find: (doc: never) => Attached) => {
    const rows = await tx.all<{ doc: string }>(
      `SELECT doc FROM ${table} WHERE account_id = ? AND ${key} = ?`,
      ...place,
    );
    const found = rows.flatMap(({ doc }) => find(JSON.parse(doc) as never).attachments);
    return new Set(found.map(({ sha256 }) => sha256));
  };
  const needed = {
    quote: await list('quotes', 'id', (quote: Attached) => quote),
    revision: await list('revisions', 'quote_id', (revision: { quote: Attached }) => revision.quote),
    decision: await list('decisions', 'quote_id', (decision: Attached) => decision),
  };
  const gone = uses.filter(({ kind, sha256 }) => !needed[kind].has(sha256));
  for (const { kind, sha256 } of gone) {
    await tx.run(
      'DELETE FROM attachment_uses WHERE account_id = ? AND quote_id = ? AND kind = ? AND sha256 = ?',
      ...[...place, kind, sha256],
    );
  }
  for (const sha256 of new Set(gone.map((use) => use.sha256))) await deleteIfUnused(tx, owner, sha256);
}

async function deleteIfUnused(tx: Sql, owner: Owner, sha256: string): Promise<void> {
  const used = await tx.get(
    'SELECT 1 AS used FROM attachment_uses WHERE account_id = ? AND sha256 = ? LIMIT 1',
    ...[owner.accountId, sha256],
  );
  const file = used ? undefined : await findFile(tx, owner.accountId, sha256);
  if (!file) return;
  await addErasedDocuments(tx, describeErasure(owner), [sha256]);
  await deleteFile(tx, file);
}

function describeErasure({ accountId, customerId }: Owner): Pick<Erasure, 'accountId' | 'customerSha256'> {
  return { accountId, customerSha256: hashCustomerId(accountId, customerId) };
}
