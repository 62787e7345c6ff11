import type { Deps } from '../app/deps.ts';
import { Problem } from '../domain/errors.ts';
import type { Sql } from '../store/database.ts';
import {
  claimKey,
  completeKey,
  findIdempotencyRecord,
  KEY_TTL_MS,
  type StoredResponse,
} from '../store/tables/idempotency.ts';
import { findStoredResponse, inProgress, type KeyedRequest } from './repeat.ts';

/** A request with an Idempotency-Key: its first response is stored and returned to every repeat. */
export interface IdempotentRequest<Response extends StoredResponse> extends KeyedRequest {
  accountId: string;
  /** Converts the stored response to the response to a repeat. */
  again(stored: StoredResponse): Response;
}

/** Converts a result to a response that can be stored and returned again. */
export interface ResponseOptions<Result, Response extends StoredResponse> {
  repeatable: IdempotentRequest<Response> | undefined;
  respond: (result: Result) => Response;
  now: number;
}

/** Returns the response of an earlier request with the key, if any. Throws if that request was a different one. */
async function findEarlierResponse<Response extends StoredResponse>(
  sql: Sql,
  request: IdempotentRequest<Response>,
): Promise<Response | undefined> {
  const record = await findIdempotencyRecord(sql, request.accountId, request.key);
  const stored = findStoredResponse(record, request);
  if (stored instanceof Problem) throw stored;
  return stored && request.again(stored);
}

/**
 * Returns the response of an earlier request, or runs the work. If the work is rejected, the cause may be the effect of
 * the first request with the same key, which has just completed: the earlier response is then looked up again.
 */
export function replayOr<Response extends StoredResponse>(
  deps: Pick<Deps, 'db'>,
  request: IdempotentRequest<Response> | undefined,
  work: () => Promise<Response>,
): Promise<Response> {
  return request ? replayOrRun(deps, request, work) : work();
}

async function replayOrRun<Response extends StoredResponse>(
  { db }: Pick<Deps, 'db'>,
  request: IdempotentRequest<Response>,
  work: () => Promise<Response>,
): Promise<Response> {
  const earlier = await findEarlierResponse(db.read, request);
  if (earlier) return earlier;
  try {
    return await work();
  } catch (error) {
    const isRefusal = error instanceof Problem && error.status < 500;
    const late = isRefusal && (await findLateResponse(db.read, request));
    if (late) return late;
    throw error;
  }
}

/** The first request may also have changed something already and still be running, like a send that issues a draft. */
async function findLateResponse<Response extends StoredResponse>(
  sql: Sql,
  request: IdempotentRequest<Response>,
): Promise<Response | undefined> {
  try {
    return await findEarlierResponse(sql, request);
  } catch (error) {
    if (error instanceof Problem && error.code === 'idempotency_in_progress') throw error;
    return undefined;
  }
}

/** Whether the same request has begun before and may be repeated, because it ended without a response. */
export async function hasBegun(
  { db }: Pick<Deps, 'db'>,
  request: IdempotentRequest<StoredResponse> | undefined,
): Promise<boolean> {
  const record = request && (await findIdempotencyRecord(db.read, request.accountId, request.key));
  return record !== undefined && record.fingerprint === request?.fingerprint;
}

/**
 * Runs the work once per key. The record is written in the same transaction as the effect, so that neither exists without
 * the other.
 */
export async function once<Response extends StoredResponse>(
  tx: Sql,
  request: IdempotentRequest<Response> | undefined,
  work: () => Promise<Response>,
): Promise<Response> {
  if (!request) return work();
  const earlier = await claim(tx, request, request.now);
  if (earlier) return earlier;
  const response = await work();
  await completeKey(tx, request.accountId, request.key, response);
  return response;
}

/** Stores the response to a request that may run twice without harm, or returns the one that was stored first. */
export function storeResponse<Response extends StoredResponse>(
  { db }: Pick<Deps, 'db'>,
  request: IdempotentRequest<Response> | undefined,
  response: Response,
): Promise<Response> {
  if (!request) return Promise.resolve(response);
  return db.write((tx) => once(tx, request, async () => response), { account: request.accountId });
}

/** Claims the key until `runningUntil`, or returns the response of an earlier request. */
export async function claim<Response extends StoredResponse>(
  tx: Sql,
  request: IdempotentRequest<Response>,
  runningUntil: number,
): Promise<Response | undefined> {
  const earlier = await findEarlierResponse(tx, request);
  if (earlier) return earlier;
  const { accountId, key, fingerprint, now } = request;
  const wanted = { key, fingerprint, now, staleBefore: now - KEY_TTL_MS, runningUntil };
  if (await claimKey(tx, accountId, wanted)) return undefined;
  // Another request was faster, and may or may not have completed.
  const first = await findEarlierResponse(tx, request);
  if (!first) throw inProgress();
  return first;
}
