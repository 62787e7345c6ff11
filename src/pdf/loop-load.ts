import { performance } from 'node:perf_hooks';

const SHORTEST_MS = 20;

/** Tells how busy the event loop of this thread has lately been, from 0 to 1. */
export function watchLoop(): () => number {
  let since = performance.eventLoopUtilization();
  let { utilization } = since;
  return () => {
    const now = performance.eventLoopUtilization();
    if (now.idle + now.active - since.idle - since.active >= SHORTEST_MS) {
      utilization = performance.eventLoopUtilization(now, since).utilization;
      since = now;
    }
    return utilization;
  };
}
