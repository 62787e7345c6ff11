import { continueFrom, DIGITS, type Newest, newestIds } from '../domain/ids.ts';
import type { WriteTurns } from '../store/sqlite/turns.ts';

/** What the threads have in common: whether it is somebody's turn, how many there were, and the newest identifiers. */
export type SharedTurns = SharedArrayBuffer;

const HOLDER = 0;
const LAST_HOLDER = 1;
const PASSED = 2;
const THREADS = 3;
const RESERVED = 4;
const WORDS = 5;
const NOBODY = 0;
/** Who has waited so long is the next. */
const LONG_WAIT_MS = 20;
/** Of identifiers: those that rise, and those of quotes. */
const KINDS = 2;
/** Behind the times of the newest identifiers, which have to come first: their place must be a multiple of their size. */
const WORDS_AT = KINDS * Float64Array.BYTES_PER_ELEMENT;
const DIGITS_AT = WORDS_AT + WORDS * Int32Array.BYTES_PER_ELEMENT;

export function newSharedTurns(): SharedTurns {
  return new SharedArrayBuffer(DIGITS_AT + KINDS * DIGITS);
}

/**
 * SQLite has a lock of its own, but who waits for it can only ask again and again. This one goes to whoever is awake
 * first, so that nobody waits for a thread that is busy, by preference not to the same one again, and to one that has
 * waited long before all others. Identifiers that are made in a turn follow those of all turns before, as if there were
 * one thread.
 */
export function writeTurnsOf(shared: SharedTurns): WriteTurns {
  const words = new Int32Array(shared, WORDS_AT, WORDS);
  const rising = newestIn(shared, 0);
  const ofQuote = newestIn(shared, 1);
  const me = Atomics.add(words, THREADS, 1) + 1;

  async function changed(word: number, from: number): Promise<void> {
    const { async: isToCome, value } = Atomics.waitAsync(words, word, from);
    if (isToCome) await value;
  }

  return {
    async take() {
      if (Atomics.load(words, LAST_HOLDER) === me) await new Promise((resolve) => setImmediate(resolve));
      const since = performance.now();
      for (;;) {
        const next = Atomics.load(words, RESERVED);
        if (next !== NOBODY && next !== me) {
          await changed(RESERVED, next);
          continue;
        }
        const holder = Atomics.compareExchange(words, HOLDER, NOBODY, me);
        if (holder === NOBODY) break;
        const isLong = performance.now() - since > LONG_WAIT_MS;
        if (isLong) Atomics.compareExchange(words, RESERVED, NOBODY, me);
        await changed(HOLDER, holder);
      }
      if (Atomics.compareExchange(words, RESERVED, me, NOBODY) === me) Atomics.notify(words, RESERVED);
      Atomics.store(words, LAST_HOLDER, me);
      continueFrom({ rising: rising.read(), ofQuote: ofQuote.read() });
    },
    pass() {
      const newest = newestIds();
      rising.write(newest.rising);
      ofQuote.write(newest.ofQuote);
      Atomics.add(words, PASSED, 1);
      Atomics.store(words, HOLDER, NOBODY);
      Atomics.notify(words, HOLDER);
    },
    passed: () => Atomics.load(words, PASSED),
  };
}

function newestIn(shared: SharedTurns, kind: number): { read(): Newest; write(newest: Newest): void } {
  const time = new Float64Array(shared, 0, KINDS);
  const digits = new Uint8Array(shared, DIGITS_AT + kind * DIGITS, DIGITS);
  return {
    read: () => ({ time: time[kind] ?? 0, digits: Array.from(digits) }),
    write(newest) {
      time[kind] = newest.time;
      digits.set(newest.digits);
    },
  };
}
