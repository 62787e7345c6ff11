import type { ProfferError } from './errors.ts';

/** A longer wait is for the program that called to decide. */
const LONGEST_WAIT_MS = 60_000;
const FIRST_WAIT_MS = 500;
const LONGEST_BACKOFF_MS = 8_000;

export interface Tried {
  /** How often it was repeated already. */
  repeats: number;
  maxRetries: number;
  /** Whether a second request does no harm if the first was carried out. */
  isRepeatable: boolean;
}

/** How long to wait before the request is sent again; `undefined` if it is not. */
export function retryDelay(
  error: ProfferError,
  { repeats, maxRetries, isRepeatable }: Tried,
  random = Math.random,
): number | undefined {
  if (repeats >= maxRetries) return undefined;
  if (!wasRefused(error) && !(isRepeatable && isTransient(error))) return undefined;
  const asked = (error.retryAfter ?? 0) * 1000;
  if (asked > LONGEST_WAIT_MS) return undefined;
  return Math.max(asked, backoff(repeats, FIRST_WAIT_MS, LONGEST_BACKOFF_MS, random));
}

/** Doubles with every time, and differs from client to client. */
export function backoff(times: number, firstMs: number, longestMs: number, random = Math.random): number {
  return Math.min(firstMs * 2 ** Math.min(times, 20), longestMs) * (0.75 + random() / 4);
}

/** Nothing was done: it may be sent again, whatever it is. */
function wasRefused({ code, status }: ProfferError): boolean {
  return code === 'overloaded' || code === 'idempotency_in_progress' || status === 429;
}

/** Nobody said whether it was done. */
export function wasCarriedOutPerhaps(error: ProfferError): boolean {
  return isTransient(error) && !wasRefused(error);
}

/** It may work later. */
export function isTransient({ code, status }: ProfferError): boolean {
  if (code === 'connection_failed' || code === 'timed_out') return true;
  if (code === 'unexpected_response') return status === 502 || status === 503 || status === 504;
  return status === 503 || status === 429;
}

/** Ends early, with its reason, when the signal is aborted. */
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
