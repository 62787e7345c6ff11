import { setImmediate as nextTurn } from 'node:timers/promises';
import { DatabaseUnavailable } from '../domain/outage.ts';

interface Entry<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** Gives a result for each item, in their order, and tells when all that is left is to wait for somebody else. */
type Run<Item, Result> = (key: string, items: Item[], onHandedOver?: () => void) => Promise<Result[]>;

type Ask<Item, Result> = (key: string, item: Item) => Promise<Result>;

/** So many batches are begun together, and share what there is once for all of them: a commit. */
const ABREAST = 2;

/** So long an answer may wait until the next batch is on its way. */
const MAX_DELAY_MS = 2;

/** So long the next batch waits for those who were just answered: a quarter of the time that it took them, but not for long. */
const PATIENCE = { share: 1 / 4, maxMs: 5 };

/**
 * Does together what is asked for at the same moment: for each key one batch or two at a time, and what comes meanwhile
 * is the next one. 16 quotes that come at once take the statements of one: `npm run bench:cpu -- create create-64`.
 */
export function inBatches<Item, Result>(
  atOnce: number,
  run: Run<Item, Result>,
  now: () => number = performance.now.bind(performance),
): Ask<Item, Result> {
  return drainedBy(ABREAST * atOnce, async (key, entries) => {
    const batches: Entry<Item, Result>[][] = [];
    while (entries.length > 0 && batches.length < ABREAST) batches.push(entries.splice(0, atOnce));
    const begun = now();
    await Promise.all(
      batches.map(async (batch) => {
        const answer = await awaitBatch(run(key, itemsOf(batch)), batch, entries);
        answer();
      }),
    );
    const askers = entries.length + batches.flat().length;
    const patienceMs = Math.min((now() - begun) * PATIENCE.share, PATIENCE.maxMs);
    if (askers > 1) await untilHalfOf(askers, entries, patienceMs, now);
  });
}

/**
 * Whoever is answered often asks again at once, but not all within one turn of the event loop: the first alone would be
 * a batch of its own, with a commit that the others wait for.
 */
async function untilHalfOf(
  askers: number,
  entries: readonly unknown[],
  patienceMs: number,
  now: () => number,
): Promise<void> {
  // They are answered before it ends.
  await nextTurn();
  const until = now() + patienceMs;
  while (entries.length < askers / 2 && now() < until) await nextTurn();
}

/**
 * The same where the work is done elsewhere: whoever is answered often asks again at once, so half of them are worked
 * for while the other half is answered and heard. All at once, they and the worker would wait for each other in turns.
 * It buys rate for time of the processor; docs/performance.md ("Machinery") has what `npm run bench:cpu` shows.
 */
export function inHalfBatches<Item, Result>(atOnce: number, run: Run<Item, Result>): Ask<Item, Result> {
  return drainedBy(atOnce, async (key, entries) => {
    let sizeBefore = 0;
    let answerBefore = () => {};
    while (entries.length > 0) {
      const half = Math.ceil((entries.length + sizeBefore) / 2);
      const batch = entries.splice(0, Math.min(half, atOnce));
      sizeBefore = batch.length;
      const answer = answerBefore;
      const late = setTimeout(answer, MAX_DELAY_MS);
      const running = run(key, itemsOf(batch), () => setImmediate(answer));
      answerBefore = await awaitBatch(running, batch, entries);
      clearTimeout(late);
      answer();
    }
    answerBefore();
  });
}

/** `drain` takes entries away and sees to them, as long as there are some. */
function drainedBy<Item, Result>(
  atOnce: number,
  drain: (key: string, entries: Entry<Item, Result>[]) => Promise<void>,
): Ask<Item, Result> {
  const waiting = new Map<string, Entry<Item, Result>[]>();

  async function work(key: string, entries: Entry<Item, Result>[]): Promise<void> {
    while (entries.length > 0) {
      await gather(entries, atOnce);
      await drain(key, entries);
    }
    waiting.delete(key);
  }

  return (key, item) =>
    new Promise((resolve, reject) => {
      const entry = { item, resolve, reject };
      const others = waiting.get(key);
      if (others) {
        others.push(entry);
        return;
      }
      const entries = [entry];
      waiting.set(key, entries);
      work(key, entries);
    });
}

/**
 * One turn of the event loop gathers what arrived together, and each further one what arrived while that was read: who
 * was answered together asks again together, and would come late for a batch that had begun with the first of them.
 */
async function gather(entries: readonly unknown[], enough: number): Promise<void> {
  for (let known = 0; known < entries.length && entries.length < enough; ) {
    known = entries.length;
    await nextTurn();
  }
}

/** What tells the callers of a batch how it went. */
async function awaitBatch<Item, Result>(
  running: Promise<Result[]>,
  batch: Entry<Item, Result>[],
  later: Entry<Item, Result>[],
): Promise<() => void> {
  try {
    const results = await running;
    return () => {
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    };
  } catch (error) {
    // The others would only find out one after the other that the database is away.
    if (error instanceof DatabaseUnavailable) batch.push(...later.splice(0));
    return () => {
      for (const { reject } of batch) reject(error);
    };
  }
}

function itemsOf<Item, Result>(batch: readonly Entry<Item, Result>[]): Item[] {
  return batch.map(({ item }) => item);
}
