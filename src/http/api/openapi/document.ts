import { PROBLEMS, type ProblemCode } from '../../../domain/errors.ts';
import { ProblemSchema, problemExample } from '../../../schemas/problem.ts';
import type { Endpoint, Operation } from '../endpoint.ts';
import { failureHeaders, RESPONSE_HEADERS, successHeaders } from './headers.ts';
import { namedSchemas } from './named-schemas.ts';
import { webhooksSection } from './webhooks.ts';

/** Any operation can answer these. */
const COMMON: ProblemCode[] = ['unauthorized', 'rate_limited', 'internal', 'overloaded', 'unavailable'];

const TAGS = [
  {
    name: 'Quotes',
    description: 'List, read, create, update, delete, send and convert quotes, and get their PDFs.',
  },
  {
    name: 'Customers',
    description: 'The people and companies you send quotes to. You choose their identifiers.',
  },
  { name: 'Catalogue', description: 'What you sell again and again, for the items of a quote to refer to.' },
  { name: 'Templates', description: 'Quotes prepared in advance, without a customer.' },
  {
    name: 'Invoices',
    description: 'Converted from quotes: one per quote, or one per stage of its payment schedule.',
  },
  { name: 'Account', description: 'The business that issues the quotes.' },
  {
    name: 'Webhooks',
    description:
      'Endpoints that events are sent to, signed as Standard Webhooks says. For keys, and for owners among the people.',
  },
  {
    name: 'People',
    description:
      'Who may enter the console, and the keys of programs. For the session of an owner; no key may do any of this.',
  },
];

const HEADER_PARAMETERS: Record<NonNullable<Operation['headers']>[number], object> = {
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'For 24 hours, a repeat with the same key and body returns the original response',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    description: 'Apply the request only if the resource still has this ETag; otherwise return 412',
    schema: { type: 'string' },
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'Return 304 if the resource still has this ETag',
    schema: { type: 'string' },
  },
};

/** The OpenAPI 3.1 document, made from the very table that the router is made from. */
export function openApiDocument(endpoints: readonly Endpoint[], baseUrl: string): object {
  const schemas = namedSchemas();
  schemas.refer(ProblemSchema);
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace('/api/v1', '').replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: operationObject(endpoint, schemas.refer),
    };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Proffer',
      version: '1.0.0',
      description:
        'Quotes: create, send, let the customer accept, convert to an invoice. Amounts are integers in the smallest currency unit.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      contact: { name: 'Proffer', url: `${baseUrl}/docs` },
    },
    servers: [{ url: `${baseUrl}/api/v1` }],
    tags: TAGS,
    security: [{ key: [] }, { session: [] }],
    paths,
    webhooks: webhooksSection(schemas.refer),
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'A secret API key: `prf_live_…`' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'proffer_session',
          description:
            'The cookie of the console (`__Host-proffer_session` over https), where no `Authorization` header is sent. Such a call names its account in the header `Proffer-Account` (400 without it, 404 if it is not theirs), and changes something only from a page of the service itself (403 `cross_site`).',
        },
      },
      headers: RESPONSE_HEADERS,
      schemas: schemas.all(),
    },
  };
}

type Refer = (schema: object) => object;

function operationObject(
  { operation, scope, for: whom, asksForRecentSignIn, path }: Endpoint,
  refer: Refer,
): object {
  const codes = [
    ...operation.problems,
    ...(asksForRecentSignIn ? (['sign_in_again'] as const) : []),
    ...(scope === 'write' || whom ? (['forbidden'] as const) : []),
    ...COMMON,
  ];
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description ?? `${operation.summary}.`,
    parameters: [
      ...[...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string' },
      })),
      ...Object.entries(operation.query ?? {}).map(queryParameter),
      ...(operation.headers ?? []).map((name) => HEADER_PARAMETERS[name]),
    ],
    ...(whom === 'owner' && { security: [{ session: [] }] }),
    ...(operation.body && { requestBody: requestBody(operation.body, refer) }),
    responses: { ...successes(operation, refer), ...failures(codes) },
  };
}

/** `name=a,b` for a list, `name[key]=value` for pairs. */
function queryParameter([name, schema]: [string, object & { type?: unknown }]): object {
  if (schema.type === 'array') return { name, in: 'query', style: 'form', explode: false, schema };
  if (schema.type === 'object') return { name, in: 'query', style: 'deepObject', explode: true, schema };
  return { name, in: 'query', schema };
}

const BINARY = { schema: { type: 'string', format: 'binary' } };

function requestBody(body: NonNullable<Operation['body']>, refer: Refer): object {
  if (body === 'bytes') return { required: true, content: { 'application/octet-stream': BINARY } };
  return {
    required: !body.optional,
    content: { 'application/json': { schema: refer(body.schema), example: body.example } },
  };
}

function successes(operation: Operation, refer: Refer): Record<string, object> {
  return Object.fromEntries(
    Object.entries(operation.answers).map(([status, { description, schema, example, contentType }]) => [
      status,
      {
        description,
        headers: successHeaders(Number(status), operation, schema),
        ...((schema || contentType) && {
          content: {
            ...(schema && { 'application/json': { schema: refer(schema), example } }),
            ...(contentType && { [contentType]: BINARY }),
          },
        }),
      },
    ]),
  );
}

function failures(codes: readonly ProblemCode[]): Record<string, object> {
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
              examples: Object.fromEntries(group.map((code) => [code, { value: problemExample(code) }])),
            },
          },
        },
      ]),
  );
}
