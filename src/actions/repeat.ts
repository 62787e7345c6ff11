import { Problem } from '../domain/errors.ts';
import { SHAPES, upgradeBody } from '../domain/stored-shape.ts';
import {
  ERASED_STATUS,
  type IdempotencyRecord,
  KEY_TTL_MS,
  type StoredResponse,
} from '../store/tables/idempotency.ts';

/** Identity of a request with an Idempotency-Key. */
export interface KeyedRequest {
  key: string;
  /** Hash of the whole request: the same key with another fingerprint is rejected. */
  fingerprint: string;
  now: number;
}

/** Returns the stored response, the error for the repeat, or `undefined` for a new key. */
export function findStoredResponse(
  record: IdempotencyRecord | undefined,
  { fingerprint, now }: KeyedRequest,
): StoredResponse | Problem | undefined {
  if (!record || now - record.created_at >= KEY_TTL_MS) return undefined;
  if (record.fingerprint !== fingerprint) return mismatch();
  if (record.status === null) return (record.running_until ?? 0) > now ? inProgress() : undefined;
  if (record.status === ERASED_STATUS) return erased();
  return {
    status: record.status,
    headers: JSON.parse(record.headers ?? '{}') as Record<string, string>,
    ...(record.body === null ? {} : { body: toCurrentBody(record.body, record.shape) }),
  };
}

function toCurrentBody(body: string, shape: number): string {
  return shape === SHAPES.response ? body : JSON.stringify(upgradeBody(JSON.parse(body)));
}

/** Returns the same for a repeat in the batch of the first request, whose outcome is known by then. */
export function replayFirst(
  first: KeyedRequest,
  { fingerprint }: KeyedRequest,
  outcome: StoredResponse | Problem,
): StoredResponse | Problem {
  const isSame = first.fingerprint === fingerprint;
  if (outcome instanceof Problem) return isSame ? outcome : inProgress();
  return isSame ? outcome : mismatch();
}

function mismatch(): Problem {
  return new Problem(
    'idempotency_mismatch',
    'This Idempotency-Key was used for another request. Use a new key for a new request.',
  );
}

function erased(): Problem {
  return new Problem(
    'customer_erased',
    'The customer that this request was about was erased, and the response with it. Nothing was done again.',
  );
}

export function inProgress(): Problem {
  return new Problem(
    'idempotency_in_progress',
    'The first request with this Idempotency-Key is still running. Wait a moment and repeat it.',
    { headers: { 'Retry-After': '1' } },
  );
}
