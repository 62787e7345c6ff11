import { DatabaseUnavailable } from '../domain/outage.ts';

interface Entry<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

export interface BatchSize {
  atOnce: number;
  /** Whether somebody else does the work, so that there is time to answer and to listen meanwhile. */
  isElsewhere: boolean;
}

/** Does the items of one batch, and tells when all that is left is to wait for somebody else. */
type Run<Item, Result> = (key: string, items: Item[], onHandedOver: () => void) => Promise<Result[]>;

/** So long an answer may wait until the next batch is on its way. */
const MAX_DELAY_MS = 2;

/**
 * Does together what is asked for at the same moment: for each key one batch at a time, and what comes meanwhile is
 * the next one. `run` gives a result for each item, in their order.
 *
 * Whoever is answered often asks again at once. Where the work is done elsewhere, half of them are therefore worked
 * for while the other half is answered and heard: all at once, they and the worker would wait for each other in turns.
 */
export function inBatches<Item, Result>(
  { atOnce, isElsewhere }: BatchSize,
  run: Run<Item, Result>,
): (key: string, item: Item) => Promise<Result> {
  const waiting = new Map<string, Entry<Item, Result>[]>();

  async function drain(key: string, entries: Entry<Item, Result>[]): Promise<void> {
    let sizeBefore = 0;
    let answerBefore: (() => void) | undefined;
    // One turn of the event loop gathers what arrived together.
    await new Promise((resolve) => setImmediate(resolve));
    while (entries.length > 0) {
      const half = Math.ceil((entries.length + sizeBefore) / 2);
      const batch = entries.splice(0, isElsewhere ? Math.min(half, atOnce) : atOnce);
      sizeBefore = batch.length;
      // In the same breath as the next run: the embedded database takes that before it listens to anybody again.
      if (!isElsewhere) answerBefore?.();
      const answer = isElsewhere ? answerBefore : undefined;
      const late = answer && setTimeout(answer, MAX_DELAY_MS);
      try {
        const items = batch.map(({ item }) => item);
        const results = await run(key, items, () => answer && setImmediate(answer));
        answerBefore = () => {
          for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
        };
      } catch (error) {
        // The others would only find out one after the other that the database is away.
        if (error instanceof DatabaseUnavailable) batch.push(...entries.splice(0));
        answerBefore = () => {
          for (const { reject } of batch) reject(error);
        };
      } finally {
        clearTimeout(late);
        answer?.();
      }
    }
    waiting.delete(key);
    answerBefore?.();
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
