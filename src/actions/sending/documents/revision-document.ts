import type { Deps } from '../../../app/deps.ts';
import type { QuoteSource } from '../../../domain/document.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import type { Sql } from '../../../store/database.ts';
import { listRevisions, type StoredRevision } from '../../../store/tables/quote/revisions.ts';
import { findShownDocument } from '../../../store/tables/quote/shown-documents.ts';
import { ensureShownDocument, type HostedDocument, toHostedDocument } from './ensure-document.ts';
import { readFrozenParties } from './parties.ts';
import { buildSource } from './quote-document.ts';

/** Finds the revision that the customer of the quote got last. */
export async function findLastRevision(
  sql: Sql,
  accountId: string,
  { id, customerId }: Quote,
): Promise<StoredRevision | undefined> {
  const revisions = await listRevisions(sql, accountId, id);
  return revisions.findLast(({ quote }) => quote.customerId === customerId);
}

/** Builds the source of a revision with account and customer as they were. */
export async function buildRevisionSource(
  sql: Sql,
  accountId: string,
  { quote, partiesSha256 }: StoredRevision,
): Promise<QuoteSource> {
  return buildSource(quote, await readFrozenParties(sql, accountId, partiesSha256));
}

/** Returns the document of a revision: for a link, the file that was shown to it, otherwise one without a link to the page. */
export async function ensureRevisionDocument(
  deps: Deps,
  accountId: string,
  { edition, quote }: StoredRevision,
  source: QuoteSource,
  linkId = '',
): Promise<HostedDocument> {
  const { read } = deps.db;
  const record = { subjectId: quote.id, edition, linkId: '' };
  const own = linkId && (await findShownDocument(read, accountId, { ...record, linkId }));
  return own ? toHostedDocument(own) : ensureShownDocument(deps, accountId, record, source);
}

/** Finds the document of a revision by its index, oldest first. */
export async function findSentDocument(
  deps: Deps,
  accountId: string,
  quoteId: string,
  index: number,
): Promise<HostedDocument | undefined> {
  const sent = (await listRevisions(deps.db.read, accountId, quoteId))[index];
  if (!sent) return undefined;
  return ensureRevisionDocument(
    deps,
    accountId,
    sent,
    await buildRevisionSource(deps.db.read, accountId, sent),
  );
}
