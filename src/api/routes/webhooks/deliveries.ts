import {
  expectDelivery,
  listWebhookDeliveries,
  retryWebhookDelivery,
  testEndpoint,
} from '../../../actions/events/webhooks/deliveries.ts';
import { endpointDisabled, readWebhookEndpoint } from '../../../actions/events/webhooks/endpoints.ts';
import { replayEvents } from '../../../actions/events/webhooks/replay.ts';
import { DELIVERY_STATES, type WebhookDelivery } from '../../../domain/events/delivery.ts';
import type { WebhookEndpoint } from '../../../domain/events/endpoint.ts';
import { assertNoErrors } from '../../../domain/field-errors.ts';
import { isId } from '../../../domain/ids.ts';
import { checkBody, readBody, readOptionalBody } from '../../body.ts';
import { BODY_PROBLEMS, REPEAT_PROBLEMS } from '../../common-problems.ts';
import { type ApiResponse, type Call, type Endpoint, json, type Operation } from '../../endpoint.ts';
import { respondOnce } from '../../idempotency.ts';
import { QueryReader } from '../../query.ts';
import { checkEmptyBody } from '../../schemas/empty-body.ts';
import {
  checkReplay,
  DELIVERY_EXAMPLE,
  DeliveryPageSchema,
  DeliverySchema,
  Replay,
  ReplayStarted,
} from '../../schemas/webhook/delivery.ts';

const MAX_LIMIT = 100;
const LIMIT = 20;

const operations = {
  test: {
    id: 'testWebhookEndpoint',
    tag: 'Webhooks',
    summary: 'Send a ping to a webhook endpoint',
    description:
      'Sends an event of the type `ping`, even if it is not among the `types` of the endpoint. It is not in the list of events. The list of deliveries shows the result.',
    headers: ['Idempotency-Key'],
    responses: {
      202: {
        description: 'The pending delivery',
        schema: DeliverySchema,
        example: {
          ...DELIVERY_EXAMPLE,
          type: 'ping',
          attempts: [],
          nextAttemptAt: DELIVERY_EXAMPLE.createdAt,
        },
      },
    },
    problems: [...BODY_PROBLEMS, 'not_found', 'endpoint_disabled', ...REPEAT_PROBLEMS],
  },
  list: {
    id: 'listWebhookDeliveries',
    tag: 'Webhooks',
    summary: 'List the deliveries to a webhook endpoint',
    description:
      'Newest first, of the last 30 days, each with its latest attempts and the responses of the endpoint. Continue with `next` as `after`.',
    query: {
      after: {
        type: 'string',
        description: 'A `next`, or the id of a delivery. Default: start with the newest',
      },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: MAX_LIMIT,
        default: LIMIT,
        description: 'Deliveries per page',
      },
      status: { type: 'string', enum: DELIVERY_STATES, description: 'Only deliveries with this status' },
    },
    responses: {
      200: {
        description: 'A page of deliveries',
        schema: DeliveryPageSchema,
        example: { data: [DELIVERY_EXAMPLE], next: null, hasMore: false },
      },
    },
    problems: ['not_found', 'validation_failed'],
  },
  retry: {
    id: 'retryWebhookDelivery',
    tag: 'Webhooks',
    summary: 'Deliver an event to a webhook endpoint again',
    description:
      'Delivers the event immediately, even if it was delivered before. If that fails, it is retried as after a first attempt.',
    headers: ['Idempotency-Key'],
    responses: {
      202: {
        description: 'The pending delivery',
        schema: DeliverySchema,
        example: DELIVERY_EXAMPLE,
      },
    },
    problems: [...BODY_PROBLEMS, 'not_found', 'endpoint_disabled', 'events_gone', ...REPEAT_PROBLEMS],
  },
  replay: {
    id: 'replayWebhookEvents',
    tag: 'Webhooks',
    summary: 'Deliver past events to a webhook endpoint again',
    description:
      'Delivers all events of its types after an event or a time, as long as the events are kept: for an endpoint that was disabled, is new, or lost events. The `webhook-id` of an event is the same every time.',
    headers: ['Idempotency-Key'],
    body: { schema: Replay, example: { after: '2026-11-01T00:00:00Z' } },
    responses: {
      202: { description: 'The number of pending events', schema: ReplayStarted, example: { events: 120 } },
    },
    problems: [...BODY_PROBLEMS, 'not_found', 'endpoint_disabled', 'events_gone', ...REPEAT_PROBLEMS],
  },
} satisfies Record<string, Operation>;

const PATH = '/api/v1/webhook-endpoints/:id';
const [read, write] = [
  { scope: 'read', for: 'settings' },
  { scope: 'write', for: 'settings' },
] as const;

export const webhookDeliveryRoutes: Endpoint[] = [
  { method: 'POST', path: `${PATH}/test`, ...write, operation: operations.test, handle: test },
  { method: 'GET', path: `${PATH}/deliveries`, ...read, operation: operations.list, handle: list },
  {
    method: 'POST',
    path: `${PATH}/deliveries/:deliveryId/retry`,
    ...write,
    operation: operations.retry,
    handle: retry,
  },
  { method: 'POST', path: `${PATH}/replay`, ...write, operation: operations.replay, handle: replay },
];

async function list(call: Call): Promise<ApiResponse> {
  const { deps, caller, query } = call;
  const endpointId = await findEndpointId(call);
  const reader = new QueryReader(query);
  const after = reader.text('after');
  if (after !== undefined && !isId('whd', after))
    reader.fail('after', 'must be a "next", or the id of a delivery');
  const limit = reader.integer('limit', { min: 1, max: MAX_LIMIT, fallback: LIMIT });
  const state = reader.oneOf('status', DELIVERY_STATES);
  reader.done();
  return json(200, await listWebhookDeliveries(deps, caller.accountId, endpointId, { state, after, limit }));
}

function test(call: Call): Promise<ApiResponse> {
  const { deps, caller, now } = call;
  return respondOnce(call, createAcceptedResponse, async ({ keep }) => {
    const id = await requireEnabledEndpoint(call);
    readOptionalBody(call, checkEmptyBody);
    return testEndpoint(deps, caller.accountId, id, caller.actor, now, keep);
  });
}

function retry(call: Call): Promise<ApiResponse> {
  const { deps, caller, params, now } = call;
  return respondOnce(call, createAcceptedResponse, async ({ keep }) => {
    const which = { endpointId: await findEndpointId(call), id: params.deliveryId ?? '' };
    await expectDelivery(deps, caller.accountId, which);
    await requireEnabledEndpoint(call);
    readOptionalBody(call, checkEmptyBody);
    return retryWebhookDelivery(deps, caller.accountId, which, now, keep);
  });
}

function replay(call: Call): Promise<ApiResponse> {
  const { deps, caller, now } = call;
  const respond = (started: ReplayStarted) => json(202, started);
  return respondOnce(call, respond, async ({ keep }) => {
    const endpointId = await requireEnabledEndpoint(call);
    const body = readBody(call);
    assertNoErrors(checkBody(body, checkReplay));
    const wanted = { endpointId, after: (body.value as Replay).after };
    return replayEvents(deps, caller.accountId, wanted, now, keep);
  });
}

async function findEndpointId(call: Call): Promise<string> {
  return (await readEndpoint(call)).id;
}

/** Checks the endpoint before the body. The transaction checks again that it is still enabled. */
async function requireEnabledEndpoint(call: Call): Promise<string> {
  const { id, enabled } = await readEndpoint(call);
  if (!enabled) throw endpointDisabled();
  return id;
}

async function readEndpoint({ deps, caller, params, now }: Call): Promise<WebhookEndpoint> {
  return (await readWebhookEndpoint(deps, caller.accountId, params.id ?? '', now)).endpoint;
}

function createAcceptedResponse(delivery: WebhookDelivery): ApiResponse {
  return json(202, delivery);
}
