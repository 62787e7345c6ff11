import { continueIdsFrom, getLastIds, type LastId, RANDOM_DIGITS } from '../domain/ids.ts';
import type { WriteLock } from '../store/sqlite/write-lock.ts';

/** Memory shared by the threads: the holder of the lock, a count of releases, and the last identifiers. */
export type SharedLock = SharedArrayBuffer;

const HOLDER = 0;
const LAST_HOLDER = 1;
const RELEASES = 2;
const THREADS = 3;
const RESERVED = 4;
const WORD_COUNT = 5;
const NOBODY = 0;
/** A thread that has waited longer than this is next. */
const LONG_WAIT_MS = 20;
/** Two kinds of identifiers: those of quotes, and all others. */
const KINDS = 2;
/** The times of the last identifiers come first, because a `Float64Array` must be aligned to 8 bytes. */
const WORDS_AT = KINDS * Float64Array.BYTES_PER_ELEMENT;
const DIGITS_AT = WORDS_AT + WORD_COUNT * Int32Array.BYTES_PER_ELEMENT;

export function createSharedLock(): SharedLock {
  return new SharedArrayBuffer(DIGITS_AT + KINDS * RANDOM_DIGITS);
}

/**
 * A write lock for the threads of a process. SQLite has its own lock, but waiting for that means polling. This lock goes
 * to the first thread that is awake, so that nobody waits for a busy thread; preferably not to the last holder again; and
 * first to a thread that has waited long. Identifiers created under the lock follow all earlier ones, as in one thread.
 */
export function createWriteLock(shared: SharedLock): WriteLock {
  const words = new Int32Array(shared, WORDS_AT, WORD_COUNT);
  const rising = createLastIdView(shared, 0);
  const ofQuote = createLastIdView(shared, 1);
  const me = Atomics.add(words, THREADS, 1) + 1;

  async function waitForChange(word: number, from: number): Promise<void> {
    const { async: isPending, value } = Atomics.waitAsync(words, word, from);
    if (isPending) await value;
  }

  return {
    async acquire() {
      if (Atomics.load(words, LAST_HOLDER) === me) await new Promise((resolve) => setImmediate(resolve));
      const since = performance.now();
      for (;;) {
        const next = Atomics.load(words, RESERVED);
        if (next !== NOBODY && next !== me) {
          await waitForChange(RESERVED, next);
          continue;
        }
        const holder = Atomics.compareExchange(words, HOLDER, NOBODY, me);
        if (holder === NOBODY) break;
        const hasWaitedLong = performance.now() - since > LONG_WAIT_MS;
        if (hasWaitedLong) Atomics.compareExchange(words, RESERVED, NOBODY, me);
        await waitForChange(HOLDER, holder);
      }
      if (Atomics.compareExchange(words, RESERVED, me, NOBODY) === me) Atomics.notify(words, RESERVED);
      Atomics.store(words, LAST_HOLDER, me);
      continueIdsFrom({ rising: rising.read(), ofQuote: ofQuote.read() });
    },
    release() {
      const newest = getLastIds();
      rising.write(newest.rising);
      ofQuote.write(newest.ofQuote);
      Atomics.add(words, RELEASES, 1);
      Atomics.store(words, HOLDER, NOBODY);
      Atomics.notify(words, HOLDER);
    },
    releaseCount: () => Atomics.load(words, RELEASES),
  };
}

function createLastIdView(shared: SharedLock, kind: number): { read(): LastId; write(newest: LastId): void } {
  const time = new Float64Array(shared, 0, KINDS);
  const digits = new Uint8Array(shared, DIGITS_AT + kind * RANDOM_DIGITS, RANDOM_DIGITS);
  return {
    read: () => ({ time: time[kind] ?? 0, digits: Array.from(digits) }),
    write(newest) {
      time[kind] = newest.time;
      digits.set(newest.digits);
    },
  };
}
