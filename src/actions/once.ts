import type { Deps } from '../app/deps.ts';
import { Problem } from '../domain/errors.ts';
import type { Sql } from '../store/database.ts';
import { findIdempotencyRecord, type StoredResponse } from '../store/tables/idempotency.ts';
import {
  createRepeat,
  findOutcome,
  type IdempotentRequest,
  inProgress,
  KeyTaken,
  NOT_REPEATED,
  type Repeat,
} from './repeat.ts';

/** The outcome of the other request is nearly always known at the second attempt. */
const MAX_ATTEMPTS = 3;

/**
 * Returns the response of an earlier request with the key, or runs the work. If the work is rejected, the cause may be the
 * effect of the first request with the same key, which has just completed: the earlier response is then looked up again.
 */
export async function runOnce<Result>(
  { db }: Pick<Deps, 'db'>,
  request: IdempotentRequest | undefined,
  respond: (result: Result) => StoredResponse,
  work: (repeat: Repeat<Result>) => Promise<Result>,
): Promise<StoredResponse> {
  if (!request) return respond(await work(NOT_REPEATED));
  const keyed = { ...request, respond: rememberLast(respond) };
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const earlier = await findEarlierResponse(db.read, request);
    if (earlier) return earlier;
    try {
      return keyed.respond(await work(createRepeat(keyed)));
    } catch (error) {
      if (error instanceof KeyTaken) continue;
      const isRefusal = error instanceof Problem && error.status < 500;
      const late = isRefusal && (await findLateResponse(db.read, request));
      if (late) return late;
      throw error;
    }
  }
  throw inProgress();
}

/** A result is converted once, to be stored and to be sent. */
function rememberLast<Result>(respond: (result: Result) => StoredResponse) {
  let last: { result: Result; response: StoredResponse } | undefined;
  return (result: Result) => {
    if (!last || last.result !== result) last = { result, response: respond(result) };
    return last.response;
  };
}

/** Returns the response of an earlier request with the key, if any. Throws if that request was a different one. */
async function findEarlierResponse(
  sql: Sql,
  request: IdempotentRequest,
): Promise<StoredResponse | undefined> {
  const { accountId, key, again = (stored) => stored } = request;
  const stored = findOutcome(await findIdempotencyRecord(sql, accountId, key), request);
  if (stored instanceof Problem) throw stored;
  return stored && again(stored);
}

/** The first request may also have changed something already and still be running, like a send that issues a draft. */
async function findLateResponse(sql: Sql, request: IdempotentRequest): Promise<StoredResponse | undefined> {
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
  request: IdempotentRequest | undefined,
): Promise<boolean> {
  const record = request && (await findIdempotencyRecord(db.read, request.accountId, request.key));
  return record !== undefined && record.fingerprint === request?.fingerprint;
}
