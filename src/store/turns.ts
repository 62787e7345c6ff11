import { continueAfter, newestTime } from '../domain/ids.ts';

/** Who may write to the file now, where several threads do: in the order in which they asked. */
export interface Turns {
  take(): Promise<void>;
  pass(): void;
}

/** What the threads have in common: which numbers are drawn, whose turn it is, and the time of the newest identifier. */
export type SharedTurns = SharedArrayBuffer;

const DRAWN = 0;
const CURRENT = 1;
const COUNTERS_BYTES = 2 * Int32Array.BYTES_PER_ELEMENT;

export function newSharedTurns(): SharedTurns {
  return new SharedArrayBuffer(COUNTERS_BYTES + Float64Array.BYTES_PER_ELEMENT);
}

/**
 * SQLite has a lock of its own, but who waits for it can only ask again and again, and is not sure to get it. Identifiers
 * that are made in a turn are larger than those of all turns before, as if there were one thread.
 */
export function turnsOf(shared: SharedTurns): Turns {
  const counters = new Int32Array(shared, 0, 2);
  const newest = new Float64Array(shared, COUNTERS_BYTES);
  let newestOfMine = 0;
  return {
    async take() {
      const mine = Atomics.add(counters, DRAWN, 1);
      for (;;) {
        const current = Atomics.load(counters, CURRENT);
        if (current === mine) break;
        const { async: isToCome, value } = Atomics.waitAsync(counters, CURRENT, current);
        if (isToCome) await value;
      }
      const [newestOfAll = 0] = newest;
      if (newestOfAll !== newestOfMine) continueAfter(newestOfAll);
    },
    pass() {
      newestOfMine = newestTime();
      newest[0] = newestOfMine;
      Atomics.add(counters, CURRENT, 1);
      Atomics.notify(counters, CURRENT);
    },
  };
}

/** For a thread that is the only one. */
export const ALWAYS_MY_TURN: Turns = { take: async () => {}, pass() {} };
