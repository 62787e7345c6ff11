import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { createLoadMeter } from '../../../../app/telemetry/event-loop-load.ts';

/** Utilization of the event loop and requests per second from which webhooks yield. */
const BUSY = 0.8;
const MANY_REQUESTS = 100;
const SAMPLE_MS = 200;
/** Attempts that start in one turn of the event loop, and the time between two of them under load. */
const ATTEMPTS_PER_TURN = 4;
const ATTEMPT_INTERVAL_MS = 10;
/** Pause under load after some deliveries were queued. */
const PAUSE_MS = 300;

/** Lets background work yield to requests: under full load it gets about a tenth of the CPU time. */
export interface Pace {
  /** Resolves when the next attempt may start. */
  turn(): Promise<void>;
  rest(): Promise<void>;
}

/** `responded` returns the number of responses of this process. */
export function createPace(responded: () => number): Pace {
  const isBusy = watchRequests(responded);
  const waiting: (() => void)[] = [];
  let isReleasing = false;

  async function releaseWaiting(): Promise<void> {
    isReleasing = true;
    while (waiting.length > 0) {
      const isSlow = isBusy();
      await (isSlow ? delay(ATTEMPT_INTERVAL_MS) : nextTurn());
      for (const begin of waiting.splice(0, isSlow ? 1 : ATTEMPTS_PER_TURN)) begin();
    }
    isReleasing = false;
  }

  return {
    turn: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        if (!isReleasing) void releaseWaiting();
      }),
    async rest() {
      await (isBusy() ? delay(PAUSE_MS) : nextTurn());
    },
  };
}

function watchRequests(responded: () => number): () => boolean {
  const load = createLoadMeter(performance);
  let last = { at: performance.now(), count: responded() };
  let areMany = false;
  return () => {
    const now = { at: performance.now(), count: responded() };
    const ms = now.at - last.at;
    if (ms >= SAMPLE_MS) {
      areMany = ((now.count - last.count) / ms) * 1000 > MANY_REQUESTS;
      last = now;
    }
    return areMany && load() > BUSY;
  };
}
