import type { Worker } from 'node:worker_threads';

/** Factor for the wall-clock limit, which ends a thread that waits without using CPU time. */
const WALL_CLOCK_FACTOR = 10;

/**
 * Calls `onExpired` when the thread has used `limitMs` of CPU time beyond `usedMs`, unless the returned function was
 * called before. CPU time is what counts, because a document may wait long for a core on a busy machine. The thread is
 * polled only when the limit may be reached, since polling wakes both threads.
 */
export function limitCpuTime(
  worker: Worker,
  usedMs: number,
  limitMs: number,
  onExpired: () => void,
): () => void {
  const begun = performance.now();
  let done = false;
  let timer = setTimeout(check, limitMs);

  async function check(): Promise<void> {
    const usage = await worker.cpuUsage().catch(() => undefined);
    if (done) return;
    const left = usage ? limitMs + usedMs - (usage.user + usage.system) / 1000 : 0;
    if (left <= 0 || performance.now() - begun > WALL_CLOCK_FACTOR * limitMs) onExpired();
    else timer = setTimeout(check, Math.max(left, 10));
  }

  return () => {
    done = true;
    clearTimeout(timer);
  };
}
