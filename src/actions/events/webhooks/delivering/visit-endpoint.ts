import {
  type AttemptResult,
  createRoute,
  type Route,
  type WebhookOptions,
} from '../../../../adapters/webhooks/post-event.ts';
import type { Deps } from '../../../../app/deps.ts';
import { safeError } from '../../../../app/telemetry/safe-error.ts';
import {
  type AttemptData,
  type ClaimedBatch,
  type ClaimedDelivery,
  claimDueDeliveries,
  type EndpointKey,
  readAttemptData,
  releaseDeliveries,
} from '../../../../store/tables/webhook/due.ts';
import { retryWrite } from '../../../retry-write.ts';
import { deliveryTurn } from '../delivery-turn.ts';
import { getSigningSecrets, SecretUnreadable } from '../secrets.ts';
import { abandonDelivery, recordAttempt } from './record-attempt.ts';

/** Lease of a claimed delivery: longer than a visit and its last attempt can take. */
export const LEASE_MS = 30_000;
/** Time after which a visit starts no more attempts, so that other endpoints get their turn. */
const VISIT_MS = 5_000;
/** Deliveries that are claimed per transaction; few, because those that are not attempted in time are released. */
const MAX_CLAIMED = 16;
/** Concurrent attempts per visit, and the successes before another one is added: a connection costs more than an attempt. */
const MAX_LANES = 4;
const SUCCESSES_BETWEEN = 8;

export interface VisitContext {
  deps: Deps;
  route: WebhookOptions;
  /** Aborts the attempts in progress. */
  signal: AbortSignal;
  /** Whether no more attempts may start. */
  isStopping(): boolean;
  /** Resolves when the next attempt may start, so that requests are served in between. */
  awaitTurn(): Promise<void>;
  /** Reports a failed attempt and the time of the next one. */
  addRetry(retry: Retry): void;
}

/** A delivery that will be retried. */
export interface Retry {
  endpoint: EndpointKey;
  deliveryId: string;
  dueAt: number;
}

/** Slots for concurrent attempts, shared by all visits. */
export interface Slots {
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
  context: VisitContext,
  key: EndpointKey,
  slots: Slots,
  only?: string,
): Promise<boolean> {
  const { db, clock } = context.deps;
  const begun = performance.now();
  const turn = deliveryTurn(key.account_id);
  const rest: ClaimedDelivery[] = [];
  let isMoreDue = true;
  async function claimMore(): Promise<ClaimedBatch | undefined> {
    const now = clock();
    const lease = { now, leaseUntil: now + LEASE_MS, limit: MAX_CLAIMED, ...(only && { only }) };
    const batch = await db.write((tx) => claimDueDeliveries(tx, key, lease), turn);
    rest.unshift(...(batch?.deliveries ?? []).toReversed());
    isMoreDue = batch?.deliveries.length === MAX_CLAIMED;
    return batch;
  }
  let claiming: Promise<unknown> | undefined;
  async function next(isGoingWell: boolean): Promise<ClaimedDelivery | undefined> {
    if (context.isStopping() || performance.now() - begun > VISIT_MS) return undefined;
    if (rest.length === 0 && isMoreDue && isGoingWell) {
      claiming ??= claimMore().finally(() => {
        claiming = undefined;
      });
      await claiming;
    }
    return rest.pop();
  }
  const first = await claimMore();
  if (first) await attemptAll(context, first, slots, { next, untried: (delivery) => rest.push(delivery) });
  if (rest.length > 0) await retryWrite(() => db.write((tx) => releaseDeliveries(tx, rest, clock()), turn));
  return isMoreDue;
}

interface Queue {
  next(isGoingWell: boolean): Promise<ClaimedDelivery | undefined>;
  untried(delivery: ClaimedDelivery): void;
}

/** Never throws: an attempt that cannot be recorded is due again when its lease expires. */
async function attemptAll(
  context: VisitContext,
  { endpoint: { url }, kind }: ClaimedBatch,
  slots: Slots,
  { next, untried }: Queue,
): Promise<void> {
  const isPrivateAllowed = context.deps.config.webhooksPrivate && kind === 'test';
  const route = createRoute(url, { ...context.route, isPrivateAllowed, connections: MAX_LANES });
  let [lanes, successes, isGoingWell] = [0, 0, true];
  async function runLane(): Promise<void> {
    lanes++;
    const others: Promise<void>[] = [];
    try {
      for (let delivery = await next(true); delivery; delivery = await next(isGoingWell)) {
        const outcome = await attemptDelivery(context, delivery, url, route);
        if (outcome === 'untried') {
          untried(delivery);
          break;
        }
        if (outcome === 'received') successes++;
        else isGoingWell = false;
        if (lanes < Math.min(MAX_LANES, successes / SUCCESSES_BETWEEN) && slots.take()) {
          others.push(runLane().finally(slots.leave));
        }
      }
    } catch (error) {
      context.deps.log.error({ err: safeError(error) }, 'webhook delivery failed');
    }
    lanes--;
    await Promise.all(others);
  }
  await runLane();
  route.close();
}

/** Returns `untried` if the endpoint has changed or the service stops. */
async function attemptDelivery(
  { deps, signal, awaitTurn, addRetry }: VisitContext,
  delivery: ClaimedDelivery,
  url: string,
  route: Route,
): Promise<'received' | 'failed' | 'untried'> {
  await awaitTurn();
  const at = deps.clock();
  // Read again: since the claim, the secret may have been rotated or the endpoint disabled.
  const now = await readAttemptData(deps.db.read, delivery);
  if (!now || now.url !== url) return 'untried';
  const body = delivery.body ?? now.doc;
  const turn = deliveryTurn(delivery.account_id);
  if (body === null) {
    await retryWrite(() => deps.db.write((tx) => abandonDelivery(tx, delivery, at), turn));
    return 'failed';
  }
  const result = await post(
    deps,
    route,
    { id: delivery.event_id, body, at },
    { ...now, account_id: delivery.account_id },
    signal,
  );
  if (result === undefined) return 'untried';
  const outcome = result.isSuccess ? 'received' : 'failed';
  deps.metrics.webhooks.inc({ outcome });
  const dueAt = await retryWrite(() =>
    deps.db.write((tx) => recordAttempt(tx, deps, delivery, { url, at, result }), turn),
  );
  const endpoint = { account_id: delivery.account_id, id: delivery.endpoint_id };
  if (dueAt !== undefined) addRetry({ endpoint, deliveryId: delivery.id, dueAt });
  return outcome;
}

/** Returns `undefined` if the attempt was aborted. */
async function post(
  deps: Deps,
  route: Route,
  event: { id: string; body: string; at: number },
  endpoint: AttemptData & Pick<ClaimedDelivery, 'account_id'>,
  signal: AbortSignal,
): Promise<AttemptResult | undefined> {
  try {
    const secrets = getSigningSecrets(deps, endpoint, event.at);
    return await route.post({ ...event, secrets }, signal);
  } catch (error) {
    if (error instanceof SecretUnreadable) return UNSIGNED;
    return undefined;
  }
}

const UNSIGNED: AttemptResult = {
  isSuccess: false,
  status: null,
  ms: 0,
  reply: null,
  error:
    'The secret of this endpoint cannot be read: PROFFER_SECRET was changed, or the database was restored without its file proffer.secret. Rotate the secret.',
  retryAfterMs: 0,
};
