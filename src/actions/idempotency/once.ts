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
