import type { Deps } from '../../deps.ts';
import { Problem } from '../../domain/errors.ts';
import type { Sql } from '../../store/database.ts';
import {
  claimKey,
  completeKey,
  findIdempotencyRecord,
  KEY_KEPT_MS,
  type KeptResponse,
} from '../../store/tables/idempotency.ts';
import { inProgress, keptFor, type Repeat } from './repeat.ts';

/** A request with an Idempotency-Key: its first response is stored and returned to every repeat. */
export interface RepeatableRequest<Response extends KeptResponse> extends Repeat {
  accountId: string;
  /** Converts the stored response to the response to a repeat. */
  again(kept: KeptResponse): Response;
}

/** Converts a result to a response that can be stored and returned again. */
export interface Responding<Result, Response extends KeptResponse> {
  repeatable: RepeatableRequest<Response> | undefined;
  respond: (result: Result) => Response;
  now: number;
}

/** Returns the response of an earlier request with the key, if any. Throws if that request was a different one. */
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
 * Returns the response of an earlier request, or runs the work. If the work is rejected, the cause may be the effect of
 * the first request with the same key, which has just completed: the earlier response is then looked up again.
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
 * Runs the work once per key. The record is written in the same transaction as the effect, so that neither exists without
 * the other.
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

/** Claims the key until `runningUntil`, or returns the response of an earlier request. */
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
  // Another request was faster, and may or may not have completed.
  const first = await earlierResponse(tx, request);
  if (!first) throw inProgress();
  return first;
}
