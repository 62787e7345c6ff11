import { setTimeout as delay } from 'node:timers/promises';
import type { Deps } from '../../../deps.ts';
import { type EndpointKey, endLeases, findDueEndpoints } from '../../../store/tables/webhook/due.ts';
import { safeError } from '../../../telemetry/safe-error.ts';
import type { WebhookOptions } from '../../../webhooks/post-event.ts';
import { createPace } from './pace.ts';
import { LEASE_MS, type Means, type Places, type Retry, visitEndpoint } from './visit-endpoint.ts';

/** Tries at once in this process, and how many of them may be of endpoints that are slow or fail. */
const MOST_TRIES = 512;
const MOST_DOUBTFUL = 256;
/** Visits at once that are not slow yet: more of them would only share the same time. */
const MOST_YOUNG = 32;
const MOST_YOUNG_FAILING = 8;
/** Visits of an endpoint at once, and how old all others must be for a new one: it is slow then. */
const MOST_VISITS = 3;
const SLOW_MS = 1_000;
/**
 * A slow receiver keeps the visit of its endpoint for longer than the first delays between tries. Retries that come so
 * soon are remembered, up to a number, and made beside that visit, up to some for each endpoint.
 */
const RETRY_SOON_MS = 10 * 60_000;
const MAX_RETRIES_REMEMBERED = 4_096;
const MAX_RETRIES_AT_ONCE = 16;
/** Endpoints in one look: more than can be under way, so that there are others among them. */
const LOOKED_AT = 1_000;
/** Between two looks while there is more to do. */
const PAUSE_MS = 20;
/** For what is under way when the service stops. */
const PATIENCE_MS = 2_000;

export interface Deliverer {
  /** Begins with what is due, as far as there are places, and goes on by itself while there is more. */
  begin(): Promise<void>;
  /** Gives way to requests. `false` when the service stops. */
  mayGoOn(): Promise<boolean>;
  stop(): Promise<void>;
}

/**
 * Each process tries what it takes from the database. An endpoint that hangs has a few of the places and no more, and all
 * of those together half of them: the others go on. What waits is in the database, not in memory.
 */
export function createDeliverer(deps: Deps, route: WebhookOptions = {}): Deliverer {
  const visits = createVisits();
  const retryVisits = createVisits();
  const retries = new Set<Retry>();
  const underWay = new Set<Promise<void>>();
  const ending = new AbortController();
  const { placesFor } = createPlaces();
  const pace = createPace(deps.metrics.responded);
  let isStopping = false;
  let isMoreDue = false;
  let looking: Promise<void> | undefined;
  let soon: NodeJS.Timeout | undefined;
  const means: Means = {
    deps,
    route,
    signal: ending.signal,
    isStopping: () => isStopping,
    awaitTurn: pace.turn,
    noteRetry(retry) {
      const isSoon = retry.dueAt - deps.clock() <= RETRY_SOON_MS;
      if (isSoon && retries.size < MAX_RETRIES_REMEMBERED) retries.add(retry);
    },
  };

  async function look(): Promise<void> {
    isMoreDue = false;
    beginRetries();
    for (const isFailing of [false, true]) {
      const due = await findDueEndpoints(deps.db.read, deps.clock(), { isFailing, limit: LOOKED_AT });
      // Those that fail have some room of their own: it may be that they do no longer.
      let room = isFailing ? MOST_YOUNG_FAILING : MOST_YOUNG - visits.countYoung();
      for (const key of due) {
        if (room <= 0) isMoreDue = true;
        if (room <= 0 || isStopping) break;
        if (admit(key, isFailing)) room--;
      }
    }
  }

  /** Of endpoints that are being visited: the others are visited for it. */
  function beginRetries(): void {
    const now = deps.clock();
    for (const retry of retries) {
      if (retry.dueAt > now) continue;
      retries.delete(retry);
      const { endpoint, deliveryId } = retry;
      const isVisited = visits.count(endpoint.id) > 0 && !isStopping;
      if (isVisited && retryVisits.count(endpoint.id) < MAX_RETRIES_AT_ONCE) {
        beginVisit(endpoint, placesFor(true), retryVisits, deliveryId);
      }
    }
  }

  function admit(key: EndpointKey, isFailing: boolean): boolean {
    const others = visits.count(key.id);
    if (others >= (isFailing ? 1 : MOST_VISITS) || visits.hasYoung(key.id)) return false;
    return beginVisit(key, placesFor(isFailing || others > 0), visits);
  }

  /** `false` when there is no place. */
  function beginVisit(key: EndpointKey, places: Places, among: typeof visits, only?: string): boolean {
    if (!places.take()) {
      isMoreDue = true;
      return false;
    }
    const endVisit = among.begin(key.id);
    const done = visit(key, places, only).finally(() => {
      places.leave();
      endVisit();
      underWay.delete(done);
      if (isMoreDue) lookSoon();
    });
    underWay.add(done);
    return true;
  }

  async function visit(key: EndpointKey, places: Places, only?: string): Promise<void> {
    try {
      if (await visitEndpoint(means, key, places, only)) isMoreDue = true;
    } catch (error) {
      deps.log.error({ err: safeError(error) }, 'a visit to a webhook endpoint failed');
    }
  }

  function lookSoon(): void {
    if (isStopping) return;
    soon ??= setTimeout(() => {
      soon = undefined;
      // The job looks again when the database is back.
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
    async mayGoOn() {
      await pace.rest();
      return !isStopping;
    },
    async stop() {
      isStopping = true;
      clearTimeout(soon);
      await looking?.catch(() => {});
      const late = delay(PATIENCE_MS, undefined, { signal: ending.signal }).then(() => ending.abort());
      late.catch(() => {});
      await Promise.all(underWay);
      ending.abort();
    },
  };
}

/** What the last process had taken when it died. For whoever has the database alone. */
export async function takeUpDeliveries({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.write((tx) => endLeases(tx, clock(), LEASE_MS));
}

/** Which endpoints are visited at the moment, and since when. */
function createVisits() {
  const begun = new Map<string, number[]>();
  const of = (id: string) => begun.get(id) ?? [];
  const isYoung = (since: number) => performance.now() - since < SLOW_MS;
  return {
    count: (id: string) => of(id).length,
    hasYoung: (id: string) => of(id).some(isYoung),
    countYoung: () => begun.values().reduce((sum, times) => sum + times.filter(isYoung).length, 0),
    /** Gives what ends it. */
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

function createPlaces(): { placesFor(isDoubtful: boolean): Places } {
  let [all, doubtful] = [0, 0];
  return {
    placesFor: (isDoubtful) => ({
      take() {
        if (all >= MOST_TRIES || (isDoubtful && doubtful >= MOST_DOUBTFUL)) return false;
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
