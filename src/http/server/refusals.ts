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
 * Refuses at once as long as they are few; of many, 4,000 a second. To refuse costs half as much as to respond, and
 * whoever is refused comes again: without a bound there would be time for nothing else. Held back altogether while others
 * have not been heard at all.
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
