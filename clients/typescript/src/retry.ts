import type { ProfferError } from './errors.ts';

/** Longer waits are left to the caller. */
const MAX_WAIT_MS = 60_000;
const FIRST_WAIT_MS = 500;
const MAX_BACKOFF_MS = 8_000;

export interface RetryState {
  /** Number of retries so far. */
  repeats: number;
  maxRetries: number;
  /** Whether repeating the request is safe if the first one succeeded. */
  isRepeatable: boolean;
}

/** Computes the delay before the next retry, or `undefined` for none. */
export function retryDelay(
  error: ProfferError,
  { repeats, maxRetries, isRepeatable }: RetryState,
  random = Math.random,
): number | undefined {
  if (repeats >= maxRetries) return undefined;
  if (!hadNoEffect(error) && !(isRepeatable && isTransient(error))) return undefined;
  const requestedMs = (error.retryAfter ?? 0) * 1000;
  if (requestedMs > MAX_WAIT_MS) return undefined;
  return Math.max(requestedMs, backoff(repeats, FIRST_WAIT_MS, MAX_BACKOFF_MS, random));
}

/** Doubles with each retry, with random jitter. */
export function backoff(times: number, firstMs: number, maxMs: number, random = Math.random): number {
  return Math.min(firstMs * 2 ** Math.min(times, 20), maxMs) * (0.75 + random() / 4);
}

/** The request had no effect, so any request may be repeated. */
function hadNoEffect({ code, status }: ProfferError): boolean {
  return code === 'overloaded' || code === 'idempotency_in_progress' || status === 429;
}

/** It is unknown whether the request had an effect. */
export function mayHaveTakenEffect(error: ProfferError): boolean {
  return isTransient(error) && !hadNoEffect(error);
}

/** The request may succeed later. */
export function isTransient({ code, status }: ProfferError): boolean {
  if (code === 'connection_failed' || code === 'timed_out') return true;
  if (code === 'unexpected_response') return status === 502 || status === 503 || status === 504;
  return status === 503 || status === 429;
}

/** Rejects with the signal's reason when aborted. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
