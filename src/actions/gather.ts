import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseUnavailable } from '../store/database.ts';

interface Entry<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

export interface BatchSize {
  atOnce: number;
  /** Whoever has just been answered often asks again at once: so long one waits for them after a batch. */
  pauseMs: number;
}

/**
 * Does together what is asked for at the same moment: for each key one batch at a time, and what comes meanwhile is
 * the next one. `run` gives a result for each item, in their order.
 */
export function gather<Item, Result>(
  { atOnce, pauseMs }: BatchSize,
  run: (key: string, items: Item[]) => Promise<Result[]>,
): (key: string, item: Item) => Promise<Result> {
  const waiting = new Map<string, Entry<Item, Result>[]>();

  async function drain(key: string, entries: Entry<Item, Result>[]): Promise<void> {
    let isGoingOn = false;
    // One turn of the event loop gathers what arrived together.
    await new Promise((resolve) => setImmediate(resolve));
    while (entries.length > 0) {
      if (isGoingOn && pauseMs > 0 && entries.length < atOnce) await delay(pauseMs);
      isGoingOn = true;
      const batch = entries.splice(0, atOnce);
      try {
        const items = batch.map(({ item }) => item);
        const results = await run(key, items);
        for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
      } catch (error) {
        // They would only find out one after the other that the database is away.
        if (error instanceof DatabaseUnavailable) batch.push(...entries.splice(0));
        for (const { reject } of batch) reject(error);
      }
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
      drain(key, entries);
    });
}
