import { readVersion } from '../../app/telemetry/manifest.ts';
import { PROBLEMS, type ProblemCode } from '../../domain/errors.ts';
import type { Endpoint, Operation } from '../endpoint.ts';
import { createProblemExample, ProblemSchema } from '../schemas/problem.ts';
import { failureHeaders, RESPONSE_HEADERS, successHeaders } from './headers.ts';
import { collectSchemas } from './named-schemas.ts';
import { listParameters } from './parameters.ts';
import { describeWebhooks } from './webhooks.ts';

/** Any operation can return these. */
const COMMON_PROBLEMS: ProblemCode[] = [
  // Of a query parameter that it does not know.
  'validation_failed',
  'unauthorized',
  'forbidden',
  'two_step_required',
  'rate_limited',
  'internal',
  'stored_data_damaged',
  'overloaded',
  'unavailable',
];

const TAGS = [
  {
    name: 'Quotes',
    description: 'List, read, create, update, delete, send and convert quotes, and get their PDFs.',
  },
  {
    name: 'Customers',
    description: 'The people and companies you send quotes to, under identifiers of the service or your own.',
  },
  { name: 'Catalogue', description: 'Products and services that the items of a quote can refer to.' },
  { name: 'Templates', description: 'Quotes prepared in advance, without a customer.' },
  {
    name: 'Invoices',
    description: 'Converted from quotes: one per quote, or one per stage of its payment schedule.',
  },
  { name: 'Account', description: 'The business that issues the quotes.' },
  {
    name: 'Webhooks',
    description:
      'Endpoints that events are sent to, signed as defined by Standard Webhooks. For keys, and for users who are owners.',
  },
  {
    name: 'People',
    description:
      'The users of the console, and the API keys. These endpoints need the session of an owner and reject every key.',
  },
];

/** Generates the OpenAPI 3.1 document from the same list of endpoints that the router uses. */
export function openApiDocument(endpoints: readonly Endpoint[], baseUrl: string): object {
  const schemas = collectSchemas();
  schemas.refer(ProblemSchema);
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace('/api/v1', '').replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: describeOperation(endpoint, schemas.refer),
    };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Proffer',
      version: readVersion(),
      description:
        'Quotes: create, send, let the customer accept, convert to an invoice. Amounts are integers in the smallest currency unit.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      contact: { name: 'Proffer', url: `${baseUrl}/docs` },
    },
    servers: [{ url: `${baseUrl}/api/v1` }],
    tags: TAGS,
    security: [{ key: [] }, { session: [] }],
    paths,
    webhooks: describeWebhooks(schemas.refer),
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A secret API key: `prf_live_…`, or `prf_test_…` of a test account; or the access token of a connected app, `prf_app_…`',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'proffer_session',
          description:
            'The cookie of the console (`__Host-proffer_session` over https), used if no `Authorization` header is sent. Such a request names its account in the header `Proffer-Account` (400 without it, 404 if the user does not belong to it; `/accounts` needs none), may name its user in `Proffer-User` (401 if another user is signed in), and may change something only from a page of the service itself (403 `cross_site`).',
        },
      },
      headers: RESPONSE_HEADERS,
      examples: createProblemExamples(baseUrl),
      schemas: schemas.all(),
    },
  };
}

type Refer = (schema: object) => object;

function describeOperation(
  { operation, for: whom, needsRecentSignIn, method, path }: Endpoint,
  refer: Refer,
): object {
  const codes = [
    ...operation.problems,
    ...(needsRecentSignIn ? (['sign_in_again'] as const) : []),
    ...(method === 'GET' ? [] : (['cross_site'] as const)),
    ...(method === 'GET' || whom === 'person' ? [] : (['account_closed'] as const)),
    ...COMMON_PROBLEMS,
  ];
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description ?? `${operation.summary}.`,
    parameters: listParameters(path, operation),
    ...(whom !== undefined && whom !== 'settings' && { security: [{ session: [] }] }),
    ...(operation.body && { requestBody: describeRequestBody(operation.body, method, refer) }),
    responses: { ...describeSuccesses(operation, refer), ...describeProblems(codes) },
  };
}

const BINARY = { schema: { type: 'string', format: 'binary' } };
/** Not binary: generated clients would treat every response of an operation as bytes if one of its types were. */
const TEXT = { schema: { type: 'string' } };

function describeRequestBody(
  body: NonNullable<Operation['body']>,
  method: Endpoint['method'],
  refer: Refer,
): object {
  if (body === 'bytes') return { required: true, content: { 'application/octet-stream': BINARY } };
  const media = { schema: refer(body.schema), example: body.example };
  return {
    required: !body.optional,
    content: {
      'application/json': media,
      ...(method === 'PATCH' && { 'application/merge-patch+json': media }),
    },
  };
}

function describeSuccesses(operation: Operation, refer: Refer): Record<string, object> {
  return Object.fromEntries(
    Object.entries(operation.responses).map(([status, { description, schema, example, contentType }]) => [
      status,
      {
        description,
        headers: successHeaders(Number(status), operation, schema),
        ...((schema || contentType) && {
          content: {
            ...(schema && { 'application/json': { schema: refer(schema), example } }),
            ...(contentType && { [contentType]: contentType.startsWith('text/') ? TEXT : BINARY }),
          },
        }),
      },
    ]),
  );
}

function describeProblems(codes: readonly ProblemCode[]): Record<string, object> {
  const byStatus = Map.groupBy([...new Set(codes)], (code) => PROBLEMS[code].status);
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, group]) => [
        String(status),
        {
          description: group.map((code) => `\`${code}\`: ${PROBLEMS[code].title}`).join('; '),
          headers: failureHeaders(status),
          content: {
            'application/problem+json': {
              schema: { $ref: '#/components/schemas/Problem' },
              examples: Object.fromEntries(
                group.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
              ),
            },
          },
        },
      ]),
  );
}

/** Problems of no operation: of a wrong method, and of the link that a customer's program uses. */
const ELSEWHERE: readonly ProblemCode[] = ['method_not_allowed', 'person_needed', 'offer_changed'];

/** Creates the examples by code, so that each is in the document once. */
function createProblemExamples(baseUrl: string): Record<string, object> {
  const codes = (Object.keys(PROBLEMS) as ProblemCode[]).filter((code) => !ELSEWHERE.includes(code));
  return Object.fromEntries(
    codes.map((code) => [
      code,
      { summary: PROBLEMS[code].title, value: createProblemExample(code, baseUrl) },
    ]),
  );
}
