import type { QueuedRequest } from './admission.ts';

const TICK_MS = 10;
const REFUSED_PER_MS = 4;
const REFUSED_AT_ONCE = 500;
/** One client can send many requests before it reads a response. */
const MAX_HELD = 10_000;

export interface Refusals {
  add(request: QueuedRequest): void;
}

/**
 * Rejects a few requests immediately, and many at up to 4,000 per second. Rejecting costs half as much as responding, and
 * rejected callers try again: without a limit there would be time for nothing else. While `mustHold` returns `true`,
 * because connections wait to be accepted, nothing is rejected.
 */
export function createRefusals(mustHold: () => boolean): Refusals {
  const held: QueuedRequest[] = [];
  let budget = REFUSED_AT_ONCE;
  let countedAt = performance.now();
  let isTicking = false;

  function add(request: QueuedRequest): void {
    if (held.length < MAX_HELD) held.push(request);
    else request.refuse();
    if (!isTicking) refuseSome();
  }

  function refuseSome(): void {
    const now = performance.now();
    budget = Math.min(REFUSED_AT_ONCE, budget + (now - countedAt) * REFUSED_PER_MS);
    countedAt = now;
    if (!mustHold()) refuse(held.splice(0, budget));
    isTicking = held.length > 0;
    if (isTicking) setTimeout(refuseSome, TICK_MS);
  }

  function refuse(requests: QueuedRequest[]): void {
    budget -= requests.length;
    for (const request of requests) if (!request.isOver()) request.refuse();
  }

  return { add };
}
