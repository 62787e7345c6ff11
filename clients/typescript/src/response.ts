/** What came with an object besides the object itself. */
export interface ResponseInfo {
  status: number;
  headers: Headers;
  /** The version of the object. */
  etag: string | undefined;
  requestId: string | undefined;
  /** Whether it is the response of an earlier request with the same idempotency key. */
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

/** Status, headers and version of an object that a call has returned; `undefined` for any other, copies included. */
export function responseOf(value: object): ResponseInfo | undefined {
  return responses.get(value);
}

/** The version of an object, or the one that is given. */
export function etagOf(version: object | string): string {
  const etag = typeof version === 'string' ? version : responseOf(version)?.etag;
  if (etag) return etag;
  throw new TypeError(
    'ifMatch and ifNoneMatch take an ETag, or an object as get, create or update has returned it: not one of a list, and not a copy.',
  );
}
