import { documentUrl } from '../../actions/document/document-url.ts';
import { Problem } from '../../domain/errors.ts';
import { quoteNotFound } from '../../domain/quote/problems.ts';
import { ACCEPTANCE_EXAMPLE, AcceptanceSchema } from '../../schemas/acceptance.ts';
import { EVENT_EXAMPLE, EventSchema } from '../../schemas/event.ts';
import { listOf } from '../../schemas/list.ts';
import { REVISION_EXAMPLE, type RevisionResponse, RevisionSchema } from '../../schemas/revision.ts';
import { lastAnswer } from '../../store/tables/answers.ts';
import { findDocumentByHash } from '../../store/tables/documents.ts';
import { listEventDocs } from '../../store/tables/events.ts';
import { countRevocations } from '../../store/tables/links.ts';
import { listRevisions } from '../../store/tables/revisions.ts';
import { type Answer, type Call, type Endpoint, json, type Operation } from '../api/endpoint.ts';
import { findSettledRow } from '../api/load-quote.ts';

const operations = {
  events: {
    id: 'listQuoteEvents',
    tag: 'Quotes',
    summary: 'List the history of a quote',
    description:
      'Oldest first: created, updated, sent, send_failed, viewed, accepted, declined, question, renewal_requested, reminded, expired, converted.',
    answers: {
      200: { description: 'The history', schema: listOf(EventSchema), example: { data: [EVENT_EXAMPLE] } },
    },
    problems: ['not_found'],
  },
  revisions: {
    id: 'listQuoteRevisions',
    tag: 'Quotes',
    summary: 'List what was sent of a quote',
    description:
      'Every text that went out to the customer, or that they answered on the page, as it was, oldest first. `documentUrl` opens its PDF without a key, for as long as the address of `GET …/pdf` does.',
    answers: {
      200: {
        description: 'The revisions that were sent',
        schema: listOf(RevisionSchema),
        example: { data: [REVISION_EXAMPLE] },
      },
    },
    problems: ['not_found'],
  },
  acceptance: {
    id: 'getQuoteAcceptance',
    tag: 'Quotes',
    summary: 'Get the record of the answer to a quote',
    description:
      'Who answered, when, and to which text. `documentSha256` is the hash of the very PDF that was shown.',
    answers: {
      200: {
        description: 'The record',
        schema: AcceptanceSchema,
        example: ACCEPTANCE_EXAMPLE,
      },
    },
    problems: ['not_found'],
  },
} satisfies Record<string, Operation>;

export const historyRoutes: Endpoint[] = [
  {
    method: 'GET',
    path: '/api/v1/quotes/:id/events',
    scope: 'read',
    operation: operations.events,
    handle: events,
  },
  {
    method: 'GET',
    path: '/api/v1/quotes/:id/revisions',
    scope: 'read',
    operation: operations.revisions,
    handle: revisions,
  },
  {
    method: 'GET',
    path: '/api/v1/quotes/:id/acceptance',
    scope: 'read',
    operation: operations.acceptance,
    handle: acceptance,
  },
];

async function events(call: Call): Promise<Answer> {
  const row = await findSettledRow(call);
  const docs = await listEventDocs(call.deps.db.read, call.caller.accountId, row.id);
  return json(200, `{"data":[${docs.join(',')}]}`);
}

async function revisions(call: Call): Promise<Answer> {
  const { deps } = call;
  const { accountId } = call.caller;
  const row = await findSettledRow(call);
  const sent = await listRevisions(deps.db.read, accountId, row.id);
  const revocations = await countRevocations(deps.db.read, accountId, row.id);
  if (revocations === undefined) throw quoteNotFound();
  const data = sent.map(async ({ quote, ...revision }): Promise<RevisionResponse> => {
    const kept = await findDocumentByHash(deps.db.read, accountId, revision.documentSha256);
    const url = kept && documentUrl(deps, { accountId, sourceSha256: kept.source_sha256, revocations }).url;
    return { ...revision, documentUrl: url ?? null, quote };
  });
  return json(200, { data: await Promise.all(data) });
}

async function acceptance(call: Call): Promise<Answer> {
  const row = await findSettledRow(call);
  const answer = await lastAnswer(call.deps.db.read, call.caller.accountId, row.id);
  if (!answer) throw new Problem('not_found', 'Nobody has answered this quote yet.');
  return json(200, answer);
}
