import { documentUrl } from '../../actions/document/document-url.ts';
import { Problem } from '../../domain/errors.ts';
import { quoteNotFound } from '../../domain/quote/problems.ts';
import { QUOTE_EXAMPLE } from '../../schemas/examples.ts';
import { eventList } from '../../schemas/list.ts';
import { AcceptanceSchema, QuoteSchema } from '../../schemas/schemas.ts';
import { lastAnswer } from '../../store/tables/answers.ts';
import { findDocumentByHash } from '../../store/tables/documents.ts';
import { listEventDocs } from '../../store/tables/events.ts';
import { countRevocations } from '../../store/tables/links.ts';
import { listRevisions } from '../../store/tables/revisions.ts';
import { type Answer, type Call, type Endpoint, json, type Operation } from '../api/endpoint.ts';
import { findSettledRow } from '../api/load-quote.ts';

const SHA256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

const operations = {
  events: {
    id: 'listQuoteEvents',
    tag: 'Quotes',
    summary: 'List the history of a quote',
    description:
      'Oldest first: created, updated, sent, send_failed, viewed, accepted, declined, question, renewal_requested, reminded, expired, converted.',
    answers: { 200: { description: 'The history', ...eventList } },
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
        schema: {
          type: 'object',
          required: ['data'],
          additionalProperties: false,
          properties: {
            data: {
              type: 'array',
              items: {
                type: 'object',
                required: ['revision', 'sentAt', 'sentTo', 'documentSha256', 'documentUrl', 'quote'],
                additionalProperties: false,
                properties: {
                  revision: { type: 'integer' },
                  sentAt: { type: 'string', format: 'date-time' },
                  sentTo: { type: 'string' },
                  documentSha256: { type: 'string' },
                  documentUrl: { type: ['string', 'null'] },
                  quote: QuoteSchema,
                },
              },
            },
          },
        },
        example: {
          data: [
            {
              revision: 1,
              sentAt: '2026-11-01T09:31:00.000Z',
              sentTo: 'buyer@northwind.example',
              documentSha256: SHA256,
              documentUrl: 'http://127.0.0.1:3000/pdf/3q2-7wAAAbEiAw',
              quote: QUOTE_EXAMPLE,
            },
          ],
        },
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
        example: {
          quoteId: QUOTE_EXAMPLE.id,
          decision: 'ACCEPTED',
          by: 'customer',
          name: 'Ada Lovelace',
          at: '2026-11-02T14:05:00.000Z',
          revision: 1,
          documentSha256: SHA256,
          signature: null,
          reason: null,
          ip: '203.0.113.7',
          userAgent: 'Mozilla/5.0',
        },
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
  const data = sent.map(async ({ quote, ...revision }) => {
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
