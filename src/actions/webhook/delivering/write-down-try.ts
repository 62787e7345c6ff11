import type { Deps } from '../../../deps.ts';
import { DAY_MS } from '../../../domain/calendar.ts';
import { type Attempt, MAX_ATTEMPTS_KEPT } from '../../../domain/webhook/delivery.ts';
import type { Sql } from '../../../store/database.ts';
import { finishTry, type TakenDelivery } from '../../../store/tables/webhook/due.ts';
import {
  disableEndpoint,
  findEndpoint,
  noteDue,
  noteFailing,
} from '../../../store/tables/webhook/endpoints.ts';
import type { TryResult } from '../../../webhooks/post-event.ts';
import { delayAfter } from '../../../webhooks/try-delay.ts';
import { tellOwner } from './tell-owner.ts';

/** Duration of failures without a success after which the next failure disables the endpoint. */
const FAILING_MS = 5 * DAY_MS;
const GONE = 410;

export interface Tried {
  url: string;
  /** Start of the attempt. */
  at: number;
  result: TryResult;
}

/**
 * Records an attempt and its consequences inside a transaction. It has no effect if another process holds the lease by
 * now. Returns the time of the next attempt, if there is one.
 */
export async function writeDownTry(
  tx: Sql,
  deps: Deps,
  taken: TakenDelivery,
  tried: Tried,
): Promise<number | undefined> {
  const written =
    (await writeDown(tx, deps, taken, tried)) ||
    // A retry was requested during the attempt: this attempt counts as the first of the new ones.
    (taken.tries > 0 && (await writeDown(tx, deps, { ...taken, tries: 0 }, tried)));
  return written ? written.nextAt : undefined;
}

/** Returns `false` if the delivery is no longer in the state in which it was claimed. */
async function writeDown(
  tx: Sql,
  deps: Deps,
  taken: TakenDelivery,
  { url, at, result }: Tried,
): Promise<false | { nextAt?: number }> {
  const { account_id, endpoint_id } = taken;
  const now = deps.clock();
  const tries = taken.tries + 1;
  const isGone = result.status === GONE;
  const delay = isGone ? undefined : delayAfter(tries, result.retryAfterMs, Math.random());
  const isOver = result.isSuccess || delay === undefined;
  const state = result.isSuccess ? 'delivered' : isOver ? 'failed' : 'waiting';
  const due_at = now + (isOver ? 0 : delay);
  const { status, ms, reply, error } = result;
  const doc = withAttempt(taken.doc, { at: new Date(at).toISOString(), status, ms, response: reply, error });
  if (!(await finishTry(tx, taken, { state, tries, due_at, doc }))) return false;
  if (!isOver) await noteDue(tx, account_id, endpoint_id, due_at);
  await noteFailing(tx, account_id, endpoint_id, result.isSuccess ? null : now);
  if (!result.isSuccess) await disableIfHopeless(tx, deps, taken, { url, at, result }, now);
  return isOver ? {} : { nextAt: due_at };
}

/** Ends a delivery whose event no longer exists, inside a transaction. */
export async function giveUp(tx: Sql, taken: TakenDelivery, now: number): Promise<void> {
  const error = 'The event is no longer kept.';
  const attempt = { at: new Date(now).toISOString(), status: null, ms: 0, response: null, error };
  const doc = withAttempt(taken.doc, attempt);
  await finishTry(tx, taken, { state: 'failed', tries: taken.tries, due_at: now, doc });
}

async function disableIfHopeless(
  tx: Sql,
  deps: Deps,
  { account_id, endpoint_id }: TakenDelivery,
  tried: Tried,
  now: number,
): Promise<void> {
  const isGone = tried.result.status === GONE;
  const endpoint = await findEndpoint(tx, account_id, endpoint_id);
  const since = endpoint?.failing_since ?? now;
  if (!endpoint || !(isGone || since <= now - FAILING_MS)) return;
  const reason = isGone ? 'gone' : 'failing';
  // The response is from another URL if the endpoint was changed in the meantime.
  if (endpoint.url !== tried.url) return;
  if (!(await disableEndpoint(tx, account_id, endpoint_id, reason, now))) return;
  deps.log.warn({ endpoint: endpoint_id, reason }, 'webhook endpoint disabled');
  await tellOwner(tx, deps, account_id, { endpoint, reason, since, result: tried.result }, now);
}

/** Adds an attempt and keeps the latest ones. */
function withAttempt(doc: string, attempt: Attempt): string {
  return JSON.stringify([...(JSON.parse(doc) as Attempt[]), attempt].slice(-MAX_ATTEMPTS_KEPT));
}
