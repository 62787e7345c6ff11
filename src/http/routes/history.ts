import { listEvents, listSentRevisions, readAcceptance } from '../../actions/quote/quote-history.ts';
import { ACCEPTANCE_EXAMPLE, AcceptanceSchema } from '../../schemas/acceptance.ts';
import { EVENT_EXAMPLE, EventSchema } from '../../schemas/event.ts';
import { listOf } from '../../schemas/list.ts';
import { REVISION_EXAMPLE, type RevisionResponse, RevisionSchema } from '../../schemas/revision.ts';
import { type ApiResponse, type Call, type Endpoint, json, type Operation } from '../api/endpoint.ts';

const operations = {
  events: {
    id: 'listQuoteEvents',
    tag: 'Quotes',
    summary: 'List the history of a quote',
    description:
      'Oldest first: created, updated, sent, send_failed, viewed, accepted, declined, question, message_sent, renewal_requested, reminded, expired, converted.',
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
      'Every text that went out to the customer, or that they answered on the page, as it was, oldest first. `documentUrl` opens its PDF without a key, for as long as the address of `GET …/pdf` does, and `documentSha256` is the hash of that file: it has no link to the page, which is for the customer alone. The hash of the file that was mailed is in the event `sent`.',
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

async function events({ deps, caller, params, now }: Call): Promise<ApiResponse> {
  const docs = await listEvents(deps, caller.accountId, params.id ?? '', now);
  return json(200, `{"data":[${docs.join(',')}]}`);
}

async function revisions({ deps, caller, params, now }: Call): Promise<ApiResponse> {
  const data: RevisionResponse[] = await listSentRevisions(deps, caller.accountId, params.id ?? '', now);
  return json(200, { data });
}

async function acceptance({ deps, caller, params, now }: Call): Promise<ApiResponse> {
  return json(200, await readAcceptance(deps, caller.accountId, params.id ?? '', now));
}
