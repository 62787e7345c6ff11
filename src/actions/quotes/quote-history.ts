import type { Deps } from '../../app/deps.ts';
import { Problem } from '../../domain/errors.ts';
import type { DecisionRecord } from '../../domain/quote/decision.ts';
import { quoteNotFound } from '../../domain/quote/problems.ts';
import type { Revision } from '../../domain/quote/revision.ts';
import { listEventDocs } from '../../store/tables/events/events.ts';
import { countRevocations } from '../../store/tables/links.ts';
import { findLastDecision } from '../../store/tables/quote/decisions.ts';
import { listRevisions } from '../../store/tables/quote/revisions.ts';
import { createDocumentUrl } from '../sending/documents/document-url.ts';
import { buildRevisionSource, ensureRevisionDocument } from '../sending/documents/revision-document.ts';
import { readQuote } from './read-quote.ts';

/** Returns the events as JSON of the API, oldest first. */
export async function listEvents(
  deps: Pick<Deps, 'db'>,
  accountId: string,
  id: string,
  now: number,
): Promise<string[]> {
  await readQuote(deps, accountId, id, now);
  return listEventDocs(deps.db.read, accountId, id);
}

/**
 * Lists the revisions, oldest first, each with its document. The document does not contain the link, which is only for
 * the customer.
 */
export async function listSentRevisions(
  deps: Deps,
  accountId: string,
  id: string,
  now: number,
): Promise<(Revision & { documentUrl: string | null })[]> {
  await readQuote(deps, accountId, id, now);
  const { read } = deps.db;
  const sent = await listRevisions(read, accountId, id);
  const revocations = await countRevocations(read, accountId, id);
  if (revocations === undefined) throw quoteNotFound();
  const described: (Revision & { documentUrl: string | null })[] = [];
  // One after the other: some may have to be rendered, and many at a time would delay the documents of others.
  for (const stored of sent) {
    const { quote, edition: _edition, partiesSha256: _parties, ...revision } = stored;
    const source = await buildRevisionSource(read, accountId, stored);
    const document = await ensureRevisionDocument(deps, accountId, stored, source);
    const { sourceSha256, sha256: documentSha256 = revision.documentSha256 } = document ?? {};
    const parts = { accountId, documentId: id, revocations };
    const url = sourceSha256 ? createDocumentUrl(deps, { ...parts, sourceSha256 }).url : null;
    described.push({ ...revision, documentSha256, documentUrl: url, quote });
  }
  return described;
}

/** Returns the record of the last decision. */
export async function readDecision(
  deps: Pick<Deps, 'db'>,
  accountId: string,
  id: string,
  now: number,
): Promise<DecisionRecord> {
  await readQuote(deps, accountId, id, now);
  const decision = await findLastDecision(deps.db.read, accountId, id);
  if (!decision) throw new Problem('not_found', 'The customer has not decided on this quote yet.');
  return decision;
}
