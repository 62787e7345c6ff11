import { setImmediate as nextTurn } from 'node:timers/promises';
import { DatabaseUnavailable } from '../domain/outage.ts';
import { limitWait, outsideRequest } from '../store/request-wait.ts';

interface Entry<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** Returns one result per item, in order. */
type Run<Item, Result> = (key: string, items: Item[]) => Promise<Result[]>;

type Submit<Item, Result> = (key: string, item: Item) => Promise<Result>;

/** Number of batches that start together and share a commit. */
const CONCURRENT_BATCHES = 2;

/**
 * Batches concurrent calls: for each key one batch or two at a time, while later calls form the next one. 16 concurrent
 * quotes need as many statements as one: `npm run bench:cpu -- create create-64`.
 */
export function createBatcher<Item, Result>(maxItems: number, run: Run<Item, Result>): Submit<Item, Result> {
  const waiting = new Map<string, Entry<Item, Result>[]>();

  async function drainAll(key: string, entries: Entry<Item, Result>[]): Promise<void> {
    while (entries.length > 0) {
      await gather(entries, CONCURRENT_BATCHES * maxItems);
      const batches: Entry<Item, Result>[][] = [];
      while (entries.length > 0 && batches.length < CONCURRENT_BATCHES)
        batches.push(entries.splice(0, maxItems));
      await Promise.all(batches.map((batch) => settle(run(key, getItems(batch)), batch, entries)));
    }
    waiting.delete(key);
  }

  function add(key: string, item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const entry = { item, resolve, reject };
      const others = waiting.get(key);
      if (others) {
        others.push(entry);
        return;
      }
      const entries = [entry];
      waiting.set(key, entries);
      outsideRequest(() => drainAll(key, entries));
    });
  }

  return (key, item) => limitWait(() => add(key, item));
}

/**
 * One turn of the event loop gathers what arrived together, and each further one what arrived while that was read:
 * clients whose requests were answered together send the next ones together.
 */
async function gather(entries: readonly unknown[], enough: number): Promise<void> {
  for (let known = 0; known < entries.length && entries.length < enough; ) {
    known = entries.length;
    await nextTurn();
  }
}

async function settle<Item, Result>(
  running: Promise<Result[]>,
  batch: Entry<Item, Result>[],
  later: Entry<Item, Result>[],
): Promise<void> {
  try {
    const results = await running;
    for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
  } catch (error) {
    // The waiting calls fail with this batch, rather than finding out batch by batch that the database is down.
    if (error instanceof DatabaseUnavailable) batch.push(...later.splice(0));
    for (const { reject } of batch) reject(error);
  }
}

function getItems<Item, Result>(batch: readonly Entry<Item, Result>[]): Item[] {
  return batch.map(({ item }) => item);
}
