import type { Deps } from '../../deps.ts';
import { Problem } from '../../domain/errors.ts';
import type { Acceptance } from '../../domain/quote/acceptance.ts';
import { quoteNotFound } from '../../domain/quote/problems.ts';
import type { Revision } from '../../domain/quote/revision.ts';
import { findDocumentByHash } from '../../store/tables/documents.ts';
import { listEventDocs } from '../../store/tables/events.ts';
import { lastDecision } from '../../store/tables/quote/decisions.ts';
import { countRevocations } from '../../store/tables/quote/links.ts';
import { listRevisions } from '../../store/tables/quote/revisions.ts';
import { documentUrl } from '../document/document-url.ts';
import { readQuote } from './read-quote.ts';

/** Oldest first, as the JSON of the API. */
export async function listEvents(
  deps: Pick<Deps, 'db'>,
  accountId: string,
  quoteId: string,
  now: number,
): Promise<string[]> {
  const { id } = await readQuote(deps, accountId, quoteId, now);
  return listEventDocs(deps.db.read, accountId, id);
}

/** What went out, oldest first, each with the address of its document where that is kept. */
export async function listSentRevisions(
  deps: Deps,
  accountId: string,
  quoteId: string,
  now: number,
): Promise<(Revision & { documentUrl: string | null })[]> {
  const { id } = await readQuote(deps, accountId, quoteId, now);
  const { read } = deps.db;
  const sent = await listRevisions(read, accountId, id);
  const revocations = await countRevocations(read, accountId, id);
  if (revocations === undefined) throw quoteNotFound();
  return Promise.all(
    sent.map(async ({ quote, edition: _edition, partiesSha256: _parties, ...revision }) => {
      const kept = await findDocumentByHash(read, accountId, revision.documentSha256);
      const address = kept && { accountId, sourceSha256: kept.source_sha256, revocations };
      return { ...revision, documentUrl: address ? documentUrl(deps, address).url : null, quote };
    }),
  );
}

/** The record of the last answer. */
export async function readAcceptance(
  deps: Pick<Deps, 'db'>,
  accountId: string,
  quoteId: string,
  now: number,
): Promise<Acceptance> {
  const { id } = await readQuote(deps, accountId, quoteId, now);
  const answer = await lastDecision(deps.db.read, accountId, id);
  if (!answer) throw new Problem('not_found', 'Nobody has answered this quote yet.');
  return answer;
}
