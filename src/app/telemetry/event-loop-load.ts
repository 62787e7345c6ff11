import type { performance } from 'node:perf_hooks';

const MIN_INTERVAL_MS = 20;

/** The `performance` of a thread. */
type EventLoop = Pick<typeof performance, 'eventLoopUtilization'>;

/** Returns a function that measures the recent utilization of an event loop, from 0 to 1. */
export function createLoadMeter(loop: EventLoop): () => number {
  let since = loop.eventLoopUtilization();
  let { utilization } = since;
  return () => {
    const now = loop.eventLoopUtilization();
    if (now.idle + now.active - since.idle - since.active >= MIN_INTERVAL_MS) {
      utilization = loop.eventLoopUtilization(now, since).utilization;
      since = now;
    }
    return utilization;
  };
}
