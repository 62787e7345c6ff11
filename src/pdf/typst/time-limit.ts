import type { Worker } from 'node:worker_threads';

/** The clock may run so many times as long: a thread that waits and never works must end too. */
const PATIENCE = 10;

/**
 * Calls `expired` when the thread has worked for `limitMs` more than the `usedMs` of before, unless the function that is
 * returned was called before. The processor's time counts: on a busy machine a document may wait long for its turn, and
 * that is no fault of its own. A thread is asked for its time only when it may be over: that wakes both of us.
 */
export function limitTime(worker: Worker, usedMs: number, limitMs: number, expired: () => void): () => void {
  const begun = performance.now();
  let done = false;
  let timer = setTimeout(check, limitMs);

  async function check(): Promise<void> {
    const usage = await worker.cpuUsage().catch(() => undefined);
    if (done) return;
    const left = usage ? limitMs + usedMs - (usage.user + usage.system) / 1000 : 0;
    if (left <= 0 || performance.now() - begun > PATIENCE * limitMs) expired();
    else timer = setTimeout(check, Math.max(left, 10));
  }

  return () => {
    done = true;
    clearTimeout(timer);
  };
}
