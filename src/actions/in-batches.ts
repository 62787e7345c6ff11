import { setImmediate as nextTurn } from 'node:timers/promises';
import { DatabaseUnavailable } from '../domain/outage.ts';

interface Entry<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** Returns one result per item, in order. Calls `onHandedOver` when all that is left is to wait for another thread. */
type Run<Item, Result> = (key: string, items: Item[], onHandedOver?: () => void) => Promise<Result[]>;

type Ask<Item, Result> = (key: string, item: Item) => Promise<Result>;

/** Number of batches that start together and share a commit. */
const ABREAST = 2;

/** Longest a result waits for the next batch to start. */
const MAX_DELAY_MS = 2;

/** Longest wait for the callers of the last batch to return, as a share of the time that the batch took, and in total. */
const PATIENCE = { share: 1 / 4, maxMs: 5 };

/**
 * Batches concurrent calls: for each key one batch or two at a time, while later calls form the next one. 16 concurrent
 * quotes need as many statements as one: `npm run bench:cpu -- create create-64`.
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
 * Callers often return immediately after a result, but not all within one turn of the event loop: the first would form a
 * batch of its own, with a commit that the others wait for.
 */
async function untilHalfOf(
  askers: number,
  entries: readonly unknown[],
  patienceMs: number,
  now: () => number,
): Promise<void> {
  // The callers get their results within this turn.
  await nextTurn();
  const until = now() + patienceMs;
  while (entries.length < askers / 2 && now() < until) await nextTurn();
}

/**
 * Batches work that another thread does: one half of the calls is processed while the other half gets its results and
 * returns. As a single batch, the callers and the worker would wait for each other in turns. This trades CPU time for
 * throughput; docs/performance.md ("Machinery") has the measurements of `npm run bench:cpu`.
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

/** Queues calls per key. `drain` removes entries from the queue and settles them, and is called until the queue is empty. */
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
 * Waits while each turn of the event loop brings more entries: callers that got their results together return together,
 * and would miss a batch that started with the first of them.
 */
async function gather(entries: readonly unknown[], enough: number): Promise<void> {
  for (let known = 0; known < entries.length && entries.length < enough; ) {
    known = entries.length;
    await nextTurn();
  }
}

/** Returns the function that settles a batch. */
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
    // The waiting calls fail with this batch, rather than finding out batch by batch that the database is down.
    if (error instanceof DatabaseUnavailable) batch.push(...later.splice(0));
    return () => {
      for (const { reject } of batch) reject(error);
    };
  }
}

function itemsOf<Item, Result>(batch: readonly Entry<Item, Result>[]): Item[] {
  return batch.map(({ item }) => item);
}
