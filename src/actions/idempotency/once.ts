import type { Deps } from '../../deps.ts';
import { Problem } from '../../domain/errors.ts';
import type { Sql } from '../../store/database.ts';
import {
  type Answer,
  claimKey,
  completeKey,
  findIdempotencyRecord,
  type IdempotencyRecord,
  KEY_KEPT_MS,
} from '../../store/tables/idempotency.ts';

/** What is kept of a response. */
export type KeptResponse = Answer;

/** What a request that may come again is known by. */
export interface Repeat {
  key: string;
  /** Of all that the request says: the same key with another one is refused. */
  fingerprint: string;
  now: number;
}

/** A request that may come again: under its key the first response is kept, and given again. */
export interface RepeatableRequest<Response extends KeptResponse> extends Repeat {
  accountId: string;
  /** The response to a repeat. */
  again(kept: KeptResponse): Response;
}

/** How a result becomes a response that can be given again. */
export interface Responding<Result, Response extends KeptResponse> {
  repeatable: RepeatableRequest<Response> | undefined;
  respond: (result: Result) => Response;
  now: number;
}

/** The response that was given before, if there is one. Throws when the key stands for something else. */
async function earlierResponse<Response extends KeptResponse>(
  sql: Sql,
  request: RepeatableRequest<Response>,
): Promise<Response | undefined> {
  const record = await findIdempotencyRecord(sql, request.accountId, request.key);
  const kept = keptFor(record, request);
  if (kept instanceof Problem) throw kept;
  return kept && request.again(kept);
}

/**
 * The response that was given before, or what the work gives. What the work is refused for may be the doing of the first
 * request with the same key, which ended a moment ago.
 */
export function earlierOr<Response extends KeptResponse>(
  deps: Pick<Deps, 'db'>,
  request: RepeatableRequest<Response> | undefined,
  work: () => Promise<Response>,
): Promise<Response> {
  return request ? earlierElse(deps, request, work) : work();
}

async function earlierElse<Response extends KeptResponse>(
  { db }: Pick<Deps, 'db'>,
  request: RepeatableRequest<Response>,
  work: () => Promise<Response>,
): Promise<Response> {
  const earlier = await earlierResponse(db.read, request);
  if (earlier) return earlier;
  try {
    return await work();
  } catch (error) {
    const isRefusal = error instanceof Problem && error.status < 500;
    const late = isRefusal && (await earlierResponse(db.read, request).catch(() => undefined));
    if (late) return late;
    throw error;
  }
}

/**
 * Runs the work once for a key: the record is written in the transaction of the effect, so that there is never
 * one without the other.
 */
export async function once<Response extends KeptResponse>(
  tx: Sql,
  request: RepeatableRequest<Response> | undefined,
  work: () => Promise<Response>,
): Promise<Response> {
  if (!request) return work();
  const earlier = await claim(tx, request, request.now);
  if (earlier) return earlier;
  const response = await work();
  await completeKey(tx, request.accountId, request.key, response);
  return response;
}

/** Holds the key until that time; gives the response of the request that was first. */
export async function claim<Response extends KeptResponse>(
  tx: Sql,
  request: RepeatableRequest<Response>,
  runningUntil: number,
): Promise<Response | undefined> {
  const earlier = await earlierResponse(tx, request);
  if (earlier) return earlier;
  const { accountId, key, fingerprint, now } = request;
  const wanted = { key, fingerprint, now, staleBefore: now - KEY_KEPT_MS, runningUntil };
  if (await claimKey(tx, accountId, wanted)) return undefined;
  // Another request was quicker, and has ended by now or not.
  const first = await earlierResponse(tx, request);
  if (!first) throw inProgress();
  return first;
}

/** What is known under the key of a request: its response, why it is refused, or nothing yet. */
export function keptFor(
  record: IdempotencyRecord | undefined,
  { fingerprint, now }: Repeat,
): KeptResponse | Problem | undefined {
  if (!record || now - record.created_at >= KEY_KEPT_MS) return undefined;
  if (record.fingerprint !== fingerprint) return mismatch();
  if (record.status === null) return (record.running_until ?? 0) > now ? inProgress() : undefined;
  return {
    status: record.status,
    headers: JSON.parse(record.headers ?? '{}') as Record<string, string>,
    ...(record.body === null ? {} : { body: record.body }),
  };
}

export function mismatch(): Problem {
  return new Problem(
    'idempotency_mismatch',
    'This Idempotency-Key was used for another request. Use a new key for a new request.',
  );
}

export function inProgress(): Problem {
  return new Problem(
    'idempotency_in_progress',
    'The first request with this Idempotency-Key is still running. Wait a moment and repeat it.',
    { headers: { 'Retry-After': '1' } },
  );
}
