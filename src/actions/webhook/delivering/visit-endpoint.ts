import type { Deps } from '../../../deps.ts';
import {
  type BeforeTry,
  type EndpointKey,
  findBeforeTry,
  giveBack,
  type TakenBatch,
  type TakenDelivery,
  takeDueDeliveries,
} from '../../../store/tables/webhook/due.ts';
import { safeError } from '../../../telemetry/safe-error.ts';
import { type Route, routeTo, type TryResult, type WebhookOptions } from '../../../webhooks/post-event.ts';
import { untilWritten } from '../../until-written.ts';
import { deliveryTurn } from '../delivery-turn.ts';
import { SecretUnreadable, signingSecrets } from '../secrets.ts';
import { giveUp, writeDownTry } from './write-down-try.ts';

/** Lease of a claimed delivery: longer than a visit and its last attempt can take. */
export const LEASE_MS = 30_000;
/** Time after which a visit starts no more attempts, so that other endpoints get their turn. */
const VISIT_MS = 5_000;
/** Deliveries that are claimed per transaction; few, because those that are not attempted in time are released. */
const BATCH = 16;
/** Concurrent attempts per visit, and the successes before another one is added: a connection costs more than an attempt. */
const AT_ONCE = 4;
const SUCCESSES_BETWEEN = 8;

export interface Means {
  deps: Deps;
  route: WebhookOptions;
  /** Aborts the attempts in progress. */
  signal: AbortSignal;
  /** Whether no more attempts may start. */
  isStopping(): boolean;
  /** Resolves when the next attempt may start, so that requests are served in between. */
  awaitTurn(): Promise<void>;
  /** Reports a failed attempt and the time of the next one. */
  noteRetry(retry: Retry): void;
}

/** A delivery that will be retried. */
export interface Retry {
  endpoint: EndpointKey;
  deliveryId: string;
  dueAt: number;
}

/** Slots for concurrent attempts, shared by all visits. */
export interface Places {
  /** Returns `false` if there is no free slot. */
  take(): boolean;
  leave(): void;
}

/**
 * Attempts the due deliveries of an endpoint: one at first, and a few concurrently while they succeed, over connections
 * that are reused. The caller holds the first slot. `only` is the id of a single delivery to attempt. Returns `true` if
 * more may be due.
 */
export async function visitEndpoint(
  means: Means,
  key: EndpointKey,
  places: Places,
  only?: string,
): Promise<boolean> {
  const { db, clock } = means.deps;
  const begun = performance.now();
  const turn = deliveryTurn(key.account_id);
  const rest: TakenDelivery[] = [];
  let isMoreDue = true;
  async function takeMore(): Promise<TakenBatch | undefined> {
    const now = clock();
    const lease = { now, leaseUntil: now + LEASE_MS, limit: BATCH, ...(only && { only }) };
    const batch = await db.write((tx) => takeDueDeliveries(tx, key, lease), turn);
    rest.unshift(...(batch?.deliveries ?? []).toReversed());
    isMoreDue = batch?.deliveries.length === BATCH;
    return batch;
  }
  let taking: Promise<unknown> | undefined;
  async function next(isGoingWell: boolean): Promise<TakenDelivery | undefined> {
    if (means.isStopping() || performance.now() - begun > VISIT_MS) return undefined;
    if (rest.length === 0 && isMoreDue && isGoingWell) {
      taking ??= takeMore().finally(() => {
        taking = undefined;
      });
      await taking;
    }
    return rest.pop();
  }
  const first = await takeMore();
  if (first) await tryAll(means, first, places, { next, untried: (taken) => rest.push(taken) });
  if (rest.length > 0) await untilWritten(() => db.write((tx) => giveBack(tx, rest, clock()), turn));
  return isMoreDue;
}

interface Queue {
  next(isGoingWell: boolean): Promise<TakenDelivery | undefined>;
  untried(taken: TakenDelivery): void;
}

/** Never throws: an attempt that cannot be recorded is due again when its lease expires. */
async function tryAll(
  means: Means,
  { endpoint: { url }, kind }: TakenBatch,
  places: Places,
  { next, untried }: Queue,
): Promise<void> {
  const isPrivateAllowed = means.deps.config.webhooksPrivate && kind === 'test';
  const route = routeTo(url, { ...means.route, isPrivateAllowed, connections: AT_ONCE });
  let [lanes, successes, isGoingWell] = [0, 0, true];
  async function runLane(): Promise<void> {
    lanes++;
    const others: Promise<void>[] = [];
    try {
      for (let taken = await next(true); taken; taken = await next(isGoingWell)) {
        const outcome = await tryDelivery(means, taken, url, route);
        if (outcome === 'untried') {
          untried(taken);
          break;
        }
        if (outcome === 'received') successes++;
        else isGoingWell = false;
        if (lanes < Math.min(AT_ONCE, successes / SUCCESSES_BETWEEN) && places.take()) {
          others.push(runLane().finally(places.leave));
        }
      }
    } catch (error) {
      means.deps.log.error({ err: safeError(error) }, 'webhook delivery failed');
    }
    lanes--;
    await Promise.all(others);
  }
  await runLane();
  route.close();
}

/** Returns `untried` if the endpoint has changed or the service stops. */
async function tryDelivery(
  { deps, signal, awaitTurn, noteRetry }: Means,
  taken: TakenDelivery,
  url: string,
  route: Route,
): Promise<'received' | 'failed' | 'untried'> {
  await awaitTurn();
  const at = deps.clock();
  // Read again: since the claim, the secret may have been rotated or the endpoint disabled.
  const now = await findBeforeTry(deps.db.read, taken);
  if (!now || now.url !== url) return 'untried';
  const body = taken.body ?? now.doc;
  const turn = deliveryTurn(taken.account_id);
  if (body === null) {
    await untilWritten(() => deps.db.write((tx) => giveUp(tx, taken, at), turn));
    return 'failed';
  }
  const result = await post(deps, route, { id: taken.event_id, body, at }, now, signal);
  if (result === undefined) return 'untried';
  const outcome = result.isSuccess ? 'received' : 'failed';
  deps.metrics.webhooks.inc({ outcome });
  const dueAt = await untilWritten(() =>
    deps.db.write((tx) => writeDownTry(tx, deps, taken, { url, at, result }), turn),
  );
  const endpoint = { account_id: taken.account_id, id: taken.endpoint_id };
  if (dueAt !== undefined) noteRetry({ endpoint, deliveryId: taken.id, dueAt });
  return outcome;
}

/** Returns `undefined` if the attempt was aborted. */
async function post(
  deps: Deps,
  route: Route,
  event: { id: string; body: string; at: number },
  endpoint: BeforeTry,
  signal: AbortSignal,
): Promise<TryResult | undefined> {
  try {
    const secrets = signingSecrets(deps, endpoint, event.at);
    return await route.post({ ...event, secrets }, signal);
  } catch (error) {
    if (error instanceof SecretUnreadable) return UNSIGNED;
    return undefined;
  }
}

const UNSIGNED: TryResult = {
  isSuccess: false,
  status: null,
  ms: 0,
  reply: null,
  error: 'The secret of this endpoint cannot be read, because PROFFER_SECRET has changed. Rotate it.',
  retryAfterMs: 0,
};
