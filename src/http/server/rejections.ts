const TICK_MS = 10;
const MAX_REJECTIONS_PER_MS = 4;
const MAX_REJECTION_BURST = 500;
/** One client can send many requests before it reads a response. */
const MAX_HELD_REQUESTS = 10_000;

export interface QueuedRequest {
  begin(): void;
  reject(): void;
  /** Whether the caller has disconnected. */
  isOver(): boolean;
}

export interface Rejections {
  add(request: QueuedRequest): void;
}

/**
 * Rejects a few requests immediately, and many at up to 4,000 per second. Rejecting costs half as much as responding, and
 * rejected callers try again: without a limit there would be time for nothing else. While `mustHold` returns `true`,
 * because connections wait to be accepted, nothing is rejected.
 */
export function createRejections(mustHold: () => boolean): Rejections {
  const held: QueuedRequest[] = [];
  let budget = MAX_REJECTION_BURST;
  let countedAt = performance.now();
  let isTicking = false;

  function add(request: QueuedRequest): void {
    if (held.length < MAX_HELD_REQUESTS) held.push(request);
    else request.reject();
    if (!isTicking) rejectSome();
  }

  function rejectSome(): void {
    const now = performance.now();
    budget = Math.min(MAX_REJECTION_BURST, budget + (now - countedAt) * MAX_REJECTIONS_PER_MS);
    countedAt = now;
    if (!mustHold()) rejectAll(held.splice(0, budget));
    isTicking = held.length > 0;
    if (isTicking) setTimeout(rejectSome, TICK_MS);
  }

  function rejectAll(requests: QueuedRequest[]): void {
    budget -= requests.length;
    for (const request of requests) if (!request.isOver()) request.reject();
  }

  return { add };
}
