import type { Operation } from '../endpoint.ts';

const text = (description: string) => ({ description, schema: { type: 'string' } });

/** Every header that means something to a client. */
export const RESPONSE_HEADERS = {
  'X-Request-Id': text('For the log and for support'),
  RateLimit: text('What is left of the rate limit: `"read";r=593;t=42`, requests and seconds'),
  'RateLimit-Policy': text(
    'The rate limit itself: `"read";q=600;w=60`, requests and the seconds they are for',
  ),
  'Retry-After': {
    description: 'Seconds after which to try again',
    schema: { type: 'integer', minimum: 0 },
  },
  ETag: text('Version of the resource, for `If-Match` and `If-None-Match`'),
  Location: text('Path of what was created'),
  'Idempotency-Replayed': {
    description: 'Sent with a response that is the original one of an earlier request',
    schema: { type: 'string', enum: ['true'] },
  },
  'WWW-Authenticate': text('`Bearer`'),
};
type HeaderName = keyof typeof RESPONSE_HEADERS;

/** What has versions. */
const WITH_ETAG: readonly unknown[] = [
  ...['Quote', 'Customer', 'CatalogueItem', 'Template', 'Invoice', 'Account'],
  ...['Attachment', 'AttachmentList', 'WebhookEndpoint'],
];

/** What is read in a list only. */
const WITHOUT_URL: readonly unknown[] = ['Message'];

/** Those of a success. */
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
