import { listEvents, listSentRevisions, readDecision } from '../../actions/quotes/quote-history.ts';
import { FEED_EVENT_BY_HISTORY_TYPE } from '../../domain/events/feed-event.ts';
import { type ApiResponse, type Call, type Endpoint, json, type Operation } from '../endpoint.ts';
import { formatDocList, formatList } from '../query.ts';
import { DECISION_EXAMPLE, DecisionSchema } from '../schemas/agreement/decision.ts';
import { EVENT_EXAMPLE, EventSchema } from '../schemas/event.ts';
import { createListSchema, exampleList } from '../schemas/list.ts';
import { REVISION_EXAMPLE, type RevisionResponse, RevisionSchema } from '../schemas/quote/revision.ts';

const operations = {
  events: {
    id: 'listQuoteEvents',
    tag: 'Quotes',
    summary: 'List the history of a quote',
    description: `Oldest first: ${Object.keys(FEED_EVENT_BY_HISTORY_TYPE).join(', ')}.`,
    responses: {
      200: {
        description: 'The history',
        schema: createListSchema(EventSchema),
        example: exampleList(EVENT_EXAMPLE),
      },
    },
    problems: ['not_found'],
  },
  revisions: {
    id: 'listQuoteRevisions',
    tag: 'Quotes',
    summary: 'List the sent revisions of a quote',
    description:
      'Every revision that was sent to the customer, or that they accepted or declined on the customer page, oldest first. `documentUrl` opens the PDF without a key and lasts as long as a URL from `GET …/pdf`; `documentSha256` is the hash of that file. It has no link to the customer page, which is for the customer alone. The hash of the file that was emailed is in the event `sent`.',
    responses: {
      200: {
        description: 'The revisions that were sent',
        schema: createListSchema(RevisionSchema),
        example: exampleList(REVISION_EXAMPLE),
      },
    },
    problems: ['not_found'],
  },
  acceptance: {
    id: 'getQuoteAcceptance',
    tag: 'Quotes',
    summary: 'Get the record of the decision on a quote',
    description:
      'Who accepted or declined, when, and which revision. `documentSha256` is the hash of the PDF that was accepted or declined, and `offerSha256` that of the PDF that the page showed.',
    responses: {
      200: {
        description: 'The record',
        schema: DecisionSchema,
        example: DECISION_EXAMPLE,
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
  return json(200, formatDocList(docs));
}

async function revisions({ deps, caller, params, now }: Call): Promise<ApiResponse> {
  const data: RevisionResponse[] = await listSentRevisions(deps, caller.accountId, params.id ?? '', now);
  return json(200, formatList(data));
}

async function acceptance({ deps, caller, params, now }: Call): Promise<ApiResponse> {
  return json(200, await readDecision(deps, caller.accountId, params.id ?? '', now));
}
