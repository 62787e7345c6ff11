/** The metadata of the response that an object came with. */
export interface ResponseInfo {
  status: number;
  headers: Headers;
  /** The version of the object. */
  etag: string | undefined;
  requestId: string | undefined;
  /** Whether this is the response of an earlier request with the same idempotency key. */
  isReplayed: boolean;
}

const responses = new WeakMap<object, ResponseInfo>();

export function rememberResponse(value: unknown, { status, headers }: Response): void {
  if (value === null || typeof value !== 'object') return;
  responses.set(value, {
    status,
    headers,
    etag: headers.get('ETag') ?? undefined,
    requestId: headers.get('X-Request-Id') ?? undefined,
    isReplayed: headers.get('Idempotency-Replayed') === 'true',
  });
}

/**
 * Returns the status, headers and version of an object that a call returned, or `undefined` for any other object,
 * including copies.
 */
export function responseOf(value: object): ResponseInfo | undefined {
  return responses.get(value);
}

/** Returns the version of an object, or the given ETag. */
export function getEtag(version: object | string): string {
  const etag = typeof version === 'string' ? version : responseOf(version)?.etag;
  if (etag) return etag;
  throw new TypeError(
    'ifMatch and ifNoneMatch take an ETag, or an object as get, create or update has returned it: not one of a list, and not a copy.',
  );
}
