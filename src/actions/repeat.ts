import { Problem } from '../domain/errors.ts';
import { SHAPES, upgradeBody } from '../domain/stored-shape.ts';
import type { Sql } from '../store/database.ts';
import {
  claimKey,
  completeKey,
  ERASED_STATUS,
  findIdempotencyRecord,
  type IdempotencyRecord,
  insertResponses,
  KEY_TTL_MS,
  releaseKey,
  type StoredResponse,
} from '../store/tables/idempotency.ts';

/** A request with an Idempotency-Key: its first response is stored and returned to every repeat. */
export interface IdempotentRequest {
  accountId: string;
  key: string;
  /** Hash of the whole request: the same key with another fingerprint is rejected. */
  fingerprint: string;
  now: number;
  /** Converts a response to what is stored of it. Default: all of it. */
  toStored?(response: StoredResponse): StoredResponse;
  /** Converts a stored response to the response to a repeat. Default: the same. */
  again?(stored: StoredResponse): StoredResponse;
}

/** A request with an Idempotency-Key, and the response to its result. */
export interface KeyedRequest<Result> extends IdempotentRequest {
  respond(result: Result): StoredResponse;
}

/**
 * Stores the response to a result in the transaction of the effect, so that neither exists without the other, and returns
 * the result. It is the last step of the transaction. Without an Idempotency-Key it stores nothing.
 */
export type Keep<Result> = <Kept extends Result>(tx: Sql, result: Kept) => Promise<Kept>;

export const keepNothing: Keep<unknown> = async (_tx, result) => result;

/** What an action needs to run once per Idempotency-Key. Most take only `keep`. */
export interface Repeat<Result> {
  /** `undefined` without a key. */
  request: KeyedRequest<Result> | undefined;
  keep: Keep<Result>;
  /** Holds the key for work that no transaction may wait for. `heldUntil`: the end of the claim that it has already. */
  claim(tx: Sql, until: number, heldUntil?: number): Promise<void>;
  /** Like `keep`, for a key that was claimed. */
  complete: Keep<Result>;
  /** Gives the claim up: the same request may be repeated immediately. */
  release(tx: Sql, until: number): Promise<void>;
}

/** A request without an Idempotency-Key. */
export const NOT_REPEATED: Repeat<unknown> = {
  request: undefined,
  keep: keepNothing,
  claim: async () => {},
  complete: keepNothing,
  release: async () => {},
};

/** Another request with the same key was faster. The transaction is rolled back. */
export class KeyTaken extends Error {}

export function createRepeat<Result>(request: KeyedRequest<Result>): Repeat<Result> {
  const { accountId, key, fingerprint, now } = request;
  return {
    request,
    async keep(tx, result) {
      if (!(await insertResponses(tx, accountId, [toRecord(request, result)]))) throw new KeyTaken();
      return result;
    },
    async claim(tx, until, heldUntil) {
      if (heldUntil !== undefined) await releaseKey(tx, accountId, key, heldUntil);
      if (findOutcome(await findIdempotencyRecord(tx, accountId, key), request)) throw new KeyTaken();
      const wanted = { key, fingerprint, now, staleBefore: now - KEY_TTL_MS, runningUntil: until };
      if (!(await claimKey(tx, accountId, wanted))) throw new KeyTaken();
    },
    async complete(tx, result) {
      await completeKey(tx, accountId, key, toRecord(request, result).response);
      return result;
    },
    release: (tx, until) => releaseKey(tx, accountId, key, until),
  };
}

/** Returns what is stored for a request with that result. */
export function toRecord<Result>(
  { key, fingerprint, now, respond, toStored = (response) => response }: KeyedRequest<Result>,
  result: Result,
): Parameters<typeof insertResponses>[2][number] {
  return { key, fingerprint, now, response: toStored(respond(result)) };
}

/** Returns the stored response, the error for the repeat, or `undefined` for a new key. */
export function findOutcome(
  record: IdempotencyRecord | undefined,
  { fingerprint, now }: Pick<IdempotentRequest, 'fingerprint' | 'now'>,
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

/** Texts that are no JSON, such as encrypted ones, stay as they are. */
function toCurrentBody(body: string, shape: number): string {
  if (shape === SHAPES.response) return body;
  try {
    return JSON.stringify(upgradeBody(JSON.parse(body)));
  } catch {
    return body;
  }
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
