import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  findUrlErrors,
  listWebhookEndpoints,
  readWebhookEndpoint,
  rotateSecret,
  type VersionedEndpoint,
} from '../../../actions/events/webhooks/endpoints.ts';
import { assertCursorFound } from '../../../actions/expect-cursor.ts';
import type { EndpointInput, EndpointPatch } from '../../../domain/events/endpoint.ts';
import { assertNoErrors } from '../../../domain/field-errors.ts';
import { checkBody, omitFields, readBody, readOptionalBody } from '../../body.ts';
import { BODY_PROBLEMS, REPEAT_PROBLEMS } from '../../common-problems.ts';
import { type ApiResponse, type Call, type Endpoint, json, type Operation } from '../../endpoint.ts';
import { createIfMatchCheck, formatEtag, toNotModified } from '../../etag.ts';
import { formatPage, QueryReader, readPage } from '../../query.ts';
import type { Check } from '../../schemas/check.ts';
import { checkEmptyBody } from '../../schemas/empty-body.ts';
import { createPageSchema, examplePage, pageParameters } from '../../schemas/list.ts';
import {
  CreateEndpoint,
  checkEndpointPatch,
  checkNewEndpoint,
  ENDPOINT_EXAMPLE,
  ENDPOINT_READ_ONLY,
  EndpointSchema,
  NEW_ENDPOINT_READ_ONLY,
  PatchEndpoint,
  SECRET_EXAMPLE,
} from '../../schemas/webhook/endpoint.ts';
import { respondSecretOnce } from '../../secret-response.ts';

const endpoint = { description: 'The endpoint', schema: EndpointSchema, example: ENDPOINT_EXAMPLE };
const withSecret = { ...endpoint, example: { ...ENDPOINT_EXAMPLE, secret: SECRET_EXAMPLE } };

const operations = {
  list: {
    id: 'listWebhookEndpoints',
    tag: 'Webhooks',
    summary: 'List the webhook endpoints',
    query: pageParameters,
    responses: {
      200: {
        description: 'A page of webhook endpoints, oldest first',
        schema: createPageSchema(EndpointSchema),
        example: examplePage(ENDPOINT_EXAMPLE),
      },
    },
    problems: ['validation_failed'],
  },
  get: {
    id: 'getWebhookEndpoint',
    tag: 'Webhooks',
    summary: 'Get a webhook endpoint',
    headers: ['If-None-Match'],
    responses: { 200: endpoint, 304: { description: 'Not changed since the ETag in If-None-Match' } },
    problems: ['not_found'],
  },
  create: {
    id: 'createWebhookEndpoint',
    tag: 'Webhooks',
    summary: 'Create a webhook endpoint',
    description:
      'Events that are committed from now on are sent to `url`, signed with `secret` (Standard Webhooks), which is in this response and never shown again. An account can have 50 endpoints.',
    headers: ['Idempotency-Key'],
    body: {
      schema: CreateEndpoint,
      example: {
        url: ENDPOINT_EXAMPLE.url,
        types: ENDPOINT_EXAMPLE.types,
        description: ENDPOINT_EXAMPLE.description,
      },
    },
    responses: { 201: { ...withSecret, description: 'The new endpoint; its URL is in `Location`' } },
    problems: [...BODY_PROBLEMS, 'too_many_endpoints', ...REPEAT_PROBLEMS],
  },
  update: {
    id: 'updateWebhookEndpoint',
    tag: 'Webhooks',
    summary: 'Update a webhook endpoint',
    description:
      'Merge patch: omitted fields keep their values, and `null` for `types` restores the default. Earlier events follow the earlier settings. An endpoint that is enabled again receives the events from then on; `POST …/replay` delivers those that it missed.',
    headers: ['If-Match'],
    body: { schema: PatchEndpoint, example: { types: ['quote.accepted', 'quote.declined'] } },
    responses: { 200: endpoint },
    problems: [...BODY_PROBLEMS, 'not_found', 'precondition_failed'],
  },
  remove: {
    id: 'deleteWebhookEndpoint',
    tag: 'Webhooks',
    summary: 'Delete a webhook endpoint',
    description: 'Pending deliveries are cancelled.',
    headers: ['If-Match'],
    responses: { 204: { description: 'Deleted' } },
    problems: ['not_found', 'precondition_failed'],
  },
  rotate: {
    id: 'rotateWebhookSecret',
    tag: 'Webhooks',
    summary: 'Rotate the secret of a webhook endpoint',
    description:
      'The new `secret` is in this response and never shown again. For 24 hours both secrets sign: each request then has two signatures, and a receiver that knows either secret can verify it. A second rotation within that time ends the oldest secret immediately.',
    headers: ['Idempotency-Key'],
    responses: { 200: { ...withSecret, description: 'The endpoint with its new secret' } },
    problems: [...BODY_PROBLEMS, 'not_found', ...REPEAT_PROBLEMS],
  },
} satisfies Record<string, Operation>;

const PATH = '/api/v1/webhook-endpoints';
const [read, write] = [
  { scope: 'read', for: 'settings' },
  { scope: 'write', for: 'settings' },
] as const;

export const webhookEndpointRoutes: Endpoint[] = [
  { method: 'GET', path: PATH, ...read, operation: operations.list, handle: list },
  { method: 'GET', path: `${PATH}/:id`, ...read, operation: operations.get, handle: get },
  { method: 'POST', path: PATH, ...write, operation: operations.create, handle: create },
  { method: 'PATCH', path: `${PATH}/:id`, ...write, operation: operations.update, handle: update },
  { method: 'DELETE', path: `${PATH}/:id`, ...write, operation: operations.remove, handle: remove },
  {
    method: 'POST',
    path: `${PATH}/:id/rotate-secret`,
    ...write,
    operation: operations.rotate,
    handle: rotate,
  },
];

async function list({ deps, caller, query, now }: Call): Promise<ApiResponse> {
  const reader = new QueryReader(query);
  const page = readPage(reader);
  reader.done();
  // An account has at most 50 endpoints, so all are read and the page is cut from them.
  const all = await listWebhookEndpoints(deps, caller.accountId, now);
  const { limit, offset, after } = page;
  const start = after === undefined ? offset : all.findIndex(({ id }) => id === after) + 1;
  assertCursorFound(after === undefined || start > 0);
  const docs = all.slice(start, start + limit).map((each) => JSON.stringify(each));
  const total = { total: all.length, isExact: true, hasMore: start + limit < all.length };
  return json(200, formatPage(docs, page, total));
}

async function get(call: Call): Promise<ApiResponse> {
  const known = await readEndpoint(call);
  return toNotModified(call, formatEtag(known)) ?? shown(known);
}

async function create(call: Call): Promise<ApiResponse> {
  const { deps, caller, now } = call;
  const respond = ({ endpoint, version, secret }: VersionedEndpoint & { secret: string }) => {
    const headers = { ETag: formatEtag({ version }), Location: `${PATH}/${endpoint.id}` };
    return json(201, { ...endpoint, secret }, headers);
  };
  return respondSecretOnce(call, respond, async ({ keep }) => {
    const input = (await readValidBody(
      call,
      checkNewEndpoint,
      NEW_ENDPOINT_READ_ONLY,
    )) as unknown as EndpointInput;
    return createWebhookEndpoint(deps, caller.accountId, input, now, keep);
  });
}

async function update(call: Call): Promise<ApiResponse> {
  const { deps, caller, now } = call;
  const { endpoint, version } = await readEndpoint(call);
  const expectVersion = createIfMatchCheck(call);
  expectVersion(version);
  const patch = (await readValidBody(call, checkEndpointPatch, ENDPOINT_READ_ONLY)) as EndpointPatch;
  const change = { id: endpoint.id, patch, expectVersion };
  return shown(await changeWebhookEndpoint(deps, caller.accountId, change, now));
}

async function remove(call: Call): Promise<ApiResponse> {
  const { endpoint } = await readEndpoint(call);
  await deleteWebhookEndpoint(
    call.deps,
    call.caller.accountId,
    endpoint.id,
    createIfMatchCheck(call),
    call.now,
  );
  return { status: 204 };
}

async function rotate(call: Call): Promise<ApiResponse> {
  const { deps, caller, now } = call;
  const respond = ({ endpoint, version, secret }: VersionedEndpoint & { secret: string }) =>
    json(200, { ...endpoint, secret }, { ETag: formatEtag({ version }) });
  return respondSecretOnce(call, respond, async ({ keep }) => {
    const { endpoint } = await readEndpoint(call);
    readOptionalBody(call, checkEmptyBody);
    return rotateSecret(deps, caller.accountId, endpoint.id, now, keep);
  });
}

function readEndpoint({ deps, caller, params, now }: Call): Promise<VersionedEndpoint> {
  return readWebhookEndpoint(deps, caller.accountId, params.id ?? '', now);
}

function shown({ endpoint, version }: VersionedEndpoint): ApiResponse {
  return json(200, endpoint, { ETag: formatEtag({ version }) });
}

async function readValidBody(
  call: Call,
  check: Check,
  readOnly: readonly string[],
): Promise<Record<string, unknown>> {
  const { value, errors } = readBody(call);
  const body = { value: omitFields(value, readOnly), errors };
  const found = checkBody(body, check);
  const isUrlSound = !found.some(({ path }) => path === '/url');
  assertNoErrors([
    ...found,
    ...(isUrlSound ? await findUrlErrors(call.deps, call.caller.accountId, value.url) : []),
  ]);
  return body.value;
}
