import type { Deps } from '../../deps.ts';
import type { QuoteSource } from '../../domain/document.ts';
import type { Sql } from '../../store/database.ts';
import { findDocumentByHash } from '../../store/tables/documents.ts';
import { listRevisions, type StoredRevision } from '../../store/tables/quote/revisions.ts';
import { findShownDocument } from '../../store/tables/quote/shown-documents.ts';
import { ensureShownDocument, type HostedDocument, hosted } from './ensure-document.ts';
import { frozenParties } from './parties.ts';
import { openSource } from './quote-document.ts';

/** What went out, with seller and customer as they were. */
export async function revisionSource(
  sql: Sql,
  accountId: string,
  { quote, partiesSha256 }: StoredRevision,
): Promise<QuoteSource> {
  return openSource(quote, await frozenParties(sql, accountId, partiesSha256, quote.customerId));
}

/**
 * The document of a text that went out: for a link the file that it was shown, else one that leads nobody to the page.
 * An earlier version made no other. `undefined` when that one is gone.
 */
export async function ensureRevisionDocument(
  deps: Deps,
  accountId: string,
  { edition, quote, documentSha256 }: StoredRevision,
  source: QuoteSource,
  linkId = '',
): Promise<HostedDocument | undefined> {
  const { read } = deps.db;
  if (edition === null) {
    const sent = await findDocumentByHash(read, accountId, documentSha256);
    return sent && hosted(sent);
  }
  const record = { subjectId: quote.id, edition, linkId: '' };
  const own = linkId && (await findShownDocument(read, accountId, { ...record, linkId }));
  return own ? hosted(own) : ensureShownDocument(deps, accountId, record, source);
}

/** By its place among the texts that went out, oldest first. */
export async function findSentDocument(
  deps: Deps,
  accountId: string,
  quoteId: string,
  index: number,
): Promise<HostedDocument | undefined> {
  const sent = (await listRevisions(deps.db.read, accountId, quoteId))[index];
  if (!sent) return undefined;
  return ensureRevisionDocument(deps, accountId, sent, await revisionSource(deps.db.read, accountId, sent));
}
