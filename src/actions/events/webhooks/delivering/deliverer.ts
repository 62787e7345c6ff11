import { setTimeout as delay } from 'node:timers/promises';
import type { WebhookOptions } from '../../../../adapters/webhooks/post-event.ts';
import type { Deps } from '../../../../app/deps.ts';
import { safeError } from '../../../../app/telemetry/safe-error.ts';
import { type EndpointKey, expireLeases, findDueEndpoints } from '../../../../store/tables/webhook/due.ts';
import { createPace } from './pace.ts';
import { LEASE_MS, type Retry, type Slots, type VisitContext, visitEndpoint } from './visit-endpoint.ts';

/** Concurrent attempts in this process, and how many of them may be for endpoints that are slow or failing. */
const MAX_ATTEMPTS = 512;
const MAX_DOUBTFUL_ATTEMPTS = 256;
/** Concurrent visits that are not slow yet: more of them would only share the same CPU time. */
const MAX_NEW_VISITS = 32;
const MAX_NEW_FAILING_VISITS = 8;
/** Concurrent visits per endpoint, and the age from which a visit counts as slow: only then another one may start. */
const MAX_VISITS_PER_ENDPOINT = 3;
const SLOW_MS = 1_000;
/**
 * The visit of a slow receiver takes longer than the first retry delays. Retries that are due soon are therefore kept in
 * memory and run concurrently with the visit. Both numbers are limited.
 */
const RETRY_SOON_MS = 10 * 60_000;
const MAX_RETRIES_REMEMBERED = 4_096;
const MAX_RETRIES_AT_ONCE = 16;
/** Endpoints per query: more than can be in progress, so that the result has others too. */
const ENDPOINTS_PER_QUERY = 1_000;
/** Pause between two queries while more is due. */
const PAUSE_MS = 20;
/** Time for attempts in progress when the service stops. */
const STOP_TIMEOUT_MS = 2_000;

export interface Deliverer {
  /** Starts due deliveries as far as there are free slots, and continues by itself while more are due. */
  begin(): Promise<void>;
  /** Yields to requests. Returns `false` when the service stops. */
  mayContinue(): Promise<boolean>;
  stop(): Promise<void>;
}

/**
 * Delivers the webhooks that this process claims from the database. An endpoint that hangs occupies a few slots at most,
 * and all such endpoints together half of them, so that the others are not delayed. Waiting deliveries stay in the
 * database.
 */
export function createDeliverer(deps: Deps, route: WebhookOptions = {}): Deliverer {
  const visits = createVisits();
  const retryVisits = createVisits();
  const retries = new Set<Retry>();
  const underWay = new Set<Promise<void>>();
  const ending = new AbortController();
  const { slotsFor } = createSlots();
  const pace = createPace(deps.metrics.responded);
  let isStopping = false;
  let isMoreDue = false;
  let looking: Promise<void> | undefined;
  let soon: NodeJS.Timeout | undefined;
  const means: VisitContext = {
    deps,
    route,
    signal: ending.signal,
    isStopping: () => isStopping,
    awaitTurn: pace.turn,
    addRetry(retry) {
      const isSoon = retry.dueAt - deps.clock() <= RETRY_SOON_MS;
      if (isSoon && retries.size < MAX_RETRIES_REMEMBERED) retries.add(retry);
    },
  };

  async function look(): Promise<void> {
    isMoreDue = false;
    beginRetries();
    for (const isFailing of [false, true]) {
      const due = await findDueEndpoints(deps.db.read, deps.clock(), {
        isFailing,
        limit: ENDPOINTS_PER_QUERY,
      });
      // Failing endpoints have slots of their own, as they may have recovered.
      let room = isFailing ? MAX_NEW_FAILING_VISITS : MAX_NEW_VISITS - visits.countYoung();
      for (const key of due) {
        if (room <= 0) isMoreDue = true;
        if (room <= 0 || isStopping) break;
        if (admit(key, isFailing)) room--;
      }
    }
  }

  /** Starts due retries of endpoints with a visit in progress; for the others a new visit includes them. */
  function beginRetries(): void {
    const now = deps.clock();
    for (const retry of retries) {
      if (retry.dueAt > now) continue;
      retries.delete(retry);
      const { endpoint, deliveryId } = retry;
      const isVisited = visits.count(endpoint.id) > 0 && !isStopping;
      if (isVisited && retryVisits.count(endpoint.id) < MAX_RETRIES_AT_ONCE) {
        beginVisit(endpoint, slotsFor(true), retryVisits, deliveryId);
      }
    }
  }

  function admit(key: EndpointKey, isFailing: boolean): boolean {
    const others = visits.count(key.id);
    if (others >= (isFailing ? 1 : MAX_VISITS_PER_ENDPOINT) || visits.hasYoung(key.id)) return false;
    return beginVisit(key, slotsFor(isFailing || others > 0), visits);
  }

  /** Returns `false` if there is no free slot. */
  function beginVisit(key: EndpointKey, slots: Slots, among: typeof visits, only?: string): boolean {
    if (!slots.take()) {
      isMoreDue = true;
      return false;
    }
    const endVisit = among.begin(key.id);
    const done = visit(key, slots, only).finally(() => {
      slots.leave();
      endVisit();
      underWay.delete(done);
      if (isMoreDue) lookSoon();
    });
    underWay.add(done);
    return true;
  }

  async function visit(key: EndpointKey, slots: Slots, only?: string): Promise<void> {
    try {
      if (await visitEndpoint(means, key, slots, only)) isMoreDue = true;
    } catch (error) {
      deps.log.error({ err: safeError(error) }, 'visit to a webhook endpoint failed');
    }
  }

  function lookSoon(): void {
    if (isStopping) return;
    soon ??= setTimeout(() => {
      soon = undefined;
      // The job tries again when the database is back.
      begin().catch(() => {});
    }, PAUSE_MS);
  }

  function begin(): Promise<void> {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  return {
    begin,
    async mayContinue() {
      await pace.rest();
      return !isStopping;
    },
    async stop() {
      isStopping = true;
      clearTimeout(soon);
      await looking?.catch(() => {});
      const late = delay(STOP_TIMEOUT_MS, undefined, { signal: ending.signal }).then(() => ending.abort());
      late.catch(() => {});
      await Promise.all(underWay);
      ending.abort();
    },
  };
}

/** Releases the deliveries that the last process had claimed when it died. Requires that no other process uses the database. */
export async function recoverDeliveries({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.write((tx) => expireLeases(tx, clock(), LEASE_MS));
}

/** Tracks the visits in progress and their start times by endpoint. */
function createVisits() {
  const begun = new Map<string, number[]>();
  const of = (id: string) => begun.get(id) ?? [];
  const isYoung = (since: number) => performance.now() - since < SLOW_MS;
  return {
    count: (id: string) => of(id).length,
    hasYoung: (id: string) => of(id).some(isYoung),
    countYoung: () => begun.values().reduce((sum, times) => sum + times.filter(isYoung).length, 0),
    /** Returns the function that ends the visit. */
    begin(id: string): () => void {
      const now = performance.now();
      begun.set(id, [...of(id), now]);
      return () => {
        const left = of(id).filter((since) => since !== now);
        if (left.length > 0) begun.set(id, left);
        else begun.delete(id);
      };
    },
  };
}

function createSlots(): { slotsFor(isDoubtful: boolean): Slots } {
  let [all, doubtful] = [0, 0];
  return {
    slotsFor: (isDoubtful) => ({
      take() {
        if (all >= MAX_ATTEMPTS || (isDoubtful && doubtful >= MAX_DOUBTFUL_ATTEMPTS)) return false;
        all++;
        if (isDoubtful) doubtful++;
        return true;
      },
      leave() {
        all--;
        if (isDoubtful) doubtful--;
      },
    }),
  };
}
