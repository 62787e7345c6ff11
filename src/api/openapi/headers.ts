import type { Operation } from '../endpoint.ts';

const text = (description: string) => ({ description, schema: { type: 'string' } });

/** The response headers that clients can use. */
export const RESPONSE_HEADERS = {
  'X-Request-Id': text('For the log and for support'),
  RateLimit: text(
    'Remaining requests of the rate limit: `"read";r=593;t=42`, the number of requests and seconds',
  ),
  'RateLimit-Policy': text(
    'The rate limit: `"read";q=600;w=60`, requests and the length of the window in seconds',
  ),
  'Retry-After': {
    description: 'Seconds after which to try again',
    schema: { type: 'integer', minimum: 0 },
  },
  ETag: text('Version of the resource, for `If-Match` and `If-None-Match`'),
  Location: text('Path of the created resource'),
  'Idempotency-Replayed': {
    description: 'Present if this is the stored response to an earlier request',
    schema: { type: 'string', enum: ['true'] },
  },
  'WWW-Authenticate': text(
    '`Bearer`, with `resource_metadata`: the URL at which an app learns how to connect',
  ),
};
type HeaderName = keyof typeof RESPONSE_HEADERS;

/** Schemas of resources that have versions. */
const WITH_ETAG: readonly unknown[] = [
  ...['Quote', 'Customer', 'CatalogueItem', 'Template', 'Invoice', 'Account'],
  ...['Attachment', 'AttachmentList', 'WebhookEndpoint'],
];

/** Schemas of resources that can only be read in a list. */
const WITHOUT_URL: readonly unknown[] = ['Message'];

/** Headers of a successful response. */
export function successHeaders(
  status: number,
  { headers }: Pick<Operation, 'headers'>,
  schema: { title?: string } | undefined,
): Record<string, object> {
  return referTo([
    ...(status === 304 || WITH_ETAG.includes(schema?.title) ? (['ETag'] as const) : []),
    ...(status === 201 && !WITHOUT_URL.includes(schema?.title) ? (['Location'] as const) : []),
    ...(headers?.includes('Idempotency-Key') ? (['Idempotency-Replayed'] as const) : []),
  ]);
}

export function failureHeaders(status: number): Record<string, object> {
  if (status === 401) return referTo(['WWW-Authenticate']);
  return referTo(status === 429 || status === 503 ? ['Retry-After'] : []);
}

function referTo(names: HeaderName[]): Record<string, object> {
  return Object.fromEntries(
    [...ALWAYS, ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

const ALWAYS: readonly HeaderName[] = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'];
