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

/** Failures for so long, with no success between them, and the next one disables the endpoint. */
const FAILING_MS = 5 * DAY_MS;
const GONE = 410;

export interface Tried {
  url: string;
  /** When it began. */
  at: number;
  result: TryResult;
}

/**
 * In a transaction, and what follows from it. Without effect when the lease has passed to somebody else. Returns when the
 * next try is due, if there is one.
 */
export async function writeDownTry(
  tx: Sql,
  deps: Deps,
  taken: TakenDelivery,
  tried: Tried,
): Promise<number | undefined> {
  const written =
    (await writeDown(tx, deps, taken, tried)) ||
    // Asked for again while it was tried: this was the first of the tries that were asked for.
    (taken.tries > 0 && (await writeDown(tx, deps, { ...taken, tries: 0 }, tried)));
  return written ? written.nextAt : undefined;
}

/** `false` when it is no longer what was taken. */
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

/** In a transaction: there is nothing to send any more. */
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
  // What this was an answer of was another place, if somebody has moved the endpoint meanwhile.
  if (endpoint.url !== tried.url) return;
  if (!(await disableEndpoint(tx, account_id, endpoint_id, reason, now))) return;
  deps.log.warn({ endpoint: endpoint_id, reason }, 'webhook endpoint disabled');
  await tellOwner(tx, deps, account_id, { endpoint, reason, since, result: tried.result }, now);
}

/** The latest ones. */
function withAttempt(doc: string, attempt: Attempt): string {
  return JSON.stringify([...(JSON.parse(doc) as Attempt[]), attempt].slice(-MAX_ATTEMPTS_KEPT));
}
