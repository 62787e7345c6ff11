import { setTimeout as delay } from 'node:timers/promises';

/** Below the time limit of a test, so that a failure names the condition. */
const MAX_WAIT_MS = 50_000;
const POLL_MS = 20;

type Truthy<T> = T extends undefined | null | false | 0 | '' ? never : T;

/** Calls `look` until its result is truthy, and returns that; throws if it takes too long. */
export async function until<T>(
  look: () => T | Promise<T>,
  { maxMs = MAX_WAIT_MS, pollMs = POLL_MS }: { maxMs?: number; pollMs?: number } = {},
): Promise<Truthy<T>> {
  const deadline = performance.now() + maxMs;
  for (;;) {
    const found = await look();
    if (found) return found as Truthy<T>;
    if (performance.now() > deadline) throw new Error(`not so after ${maxMs} ms: ${look}`);
    await delay(pollMs);
  }
}
