import type { AttemptResult } from '../../../../adapters/webhooks/post-event.ts';
import { computeRetryDelay } from '../../../../adapters/webhooks/retry-delay.ts';
import type { Deps } from '../../../../app/deps.ts';
import { DAY_MS } from '../../../../domain/calendar.ts';
import { type Attempt, MAX_STORED_ATTEMPTS } from '../../../../domain/events/delivery.ts';
import type { Sql } from '../../../../store/database.ts';
import { type ClaimedDelivery, finishAttempt } from '../../../../store/tables/webhook/due.ts';
import {
  disableEndpoint,
  findEndpoint,
  recordDue,
  recordFailing,
} from '../../../../store/tables/webhook/endpoints.ts';
import { notifyOwner } from './notify-owner.ts';

/** Duration of failures without a success after which the next failure disables the endpoint. */
const MAX_FAILING_MS = 5 * DAY_MS;
const GONE = 410;

export interface AttemptOutcome {
  url: string;
  /** Start of the attempt. */
  at: number;
  result: AttemptResult;
}

/**
 * Records an attempt and its consequences inside a transaction. It has no effect if another process holds the lease by
 * now. Returns the time of the next attempt, if there is one.
 */
export async function recordAttempt(
  tx: Sql,
  deps: Deps,
  delivery: ClaimedDelivery,
  attempt: AttemptOutcome,
): Promise<number | undefined> {
  const written =
    (await record(tx, deps, delivery, attempt)) ||
    // A retry was requested during the attempt: this attempt counts as the first of the new ones.
    (delivery.tries > 0 && (await record(tx, deps, { ...delivery, tries: 0 }, attempt)));
  return written ? written.nextAt : undefined;
}

/** Returns `false` if the delivery is no longer in the state in which it was claimed. */
async function record(
  tx: Sql,
  deps: Deps,
  delivery: ClaimedDelivery,
  { url, at, result }: AttemptOutcome,
): Promise<false | { nextAt?: number }> {
  const { account_id, endpoint_id } = delivery;
  const now = deps.clock();
  const tries = delivery.tries + 1;
  const isGone = result.status === GONE;
  const delay = isGone ? undefined : computeRetryDelay(tries, result.retryAfterMs, Math.random());
  const isOver = result.isSuccess || delay === undefined;
  const state = result.isSuccess ? 'delivered' : isOver ? 'failed' : 'waiting';
  const due_at = now + (isOver ? 0 : delay);
  const { status, ms, reply, error } = result;
  const doc = withAttempt(delivery.doc, {
    at: new Date(at).toISOString(),
    status,
    ms,
    response: reply,
    error,
  });
  if (!(await finishAttempt(tx, delivery, { state, tries, due_at, doc }))) return false;
  if (!isOver) await recordDue(tx, account_id, endpoint_id, due_at);
  await recordFailing(tx, account_id, endpoint_id, result.isSuccess ? null : now);
  if (!result.isSuccess) await disableIfFailing(tx, deps, delivery, { url, at, result }, now);
  return isOver ? {} : { nextAt: due_at };
}

/** Ends a delivery whose event no longer exists, inside a transaction. */
export async function abandonDelivery(tx: Sql, delivery: ClaimedDelivery, now: number): Promise<void> {
  const error = 'The event is no longer kept.';
  const attempt = { at: new Date(now).toISOString(), status: null, ms: 0, response: null, error };
  const doc = withAttempt(delivery.doc, attempt);
  await finishAttempt(tx, delivery, { state: 'failed', tries: delivery.tries, due_at: now, doc });
}

async function disableIfFailing(
  tx: Sql,
  deps: Deps,
  { account_id, endpoint_id }: ClaimedDelivery,
  attempt: AttemptOutcome,
  now: number,
): Promise<void> {
  const isGone = attempt.result.status === GONE;
  const endpoint = await findEndpoint(tx, account_id, endpoint_id);
  const since = endpoint?.failing_since ?? now;
  if (!endpoint || !(isGone || since <= now - MAX_FAILING_MS)) return;
  const reason = isGone ? 'gone' : 'failing';
  // The response is from another URL if the endpoint was changed in the meantime.
  if (endpoint.url !== attempt.url) return;
  if (!(await disableEndpoint(tx, account_id, endpoint_id, reason, now))) return;
  deps.log.warn({ endpoint: endpoint_id, reason }, 'webhook endpoint disabled');
  await notifyOwner(tx, deps, account_id, { endpoint, reason, since, result: attempt.result }, now);
}

/** Adds an attempt and keeps the latest ones. */
function withAttempt(doc: string, attempt: Attempt): string {
  return JSON.stringify([...(JSON.parse(doc) as Attempt[]), attempt].slice(-MAX_STORED_ATTEMPTS));
}
