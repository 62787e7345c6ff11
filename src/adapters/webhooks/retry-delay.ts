const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Delays from the end of one attempt to the next. The first attempt is immediate, and none follows the last delay. */
const RETRY_DELAYS_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
const MAX_RETRY_AFTER_MS = 24 * HOUR;
/** Random share that is added to a delay, so that deliveries that failed together are not retried together. */
const JITTER = 0.2;
/** Longest time between two attempts. */
export const MAX_RETRY_DELAY_MS = MAX_RETRY_AFTER_MS * (1 + JITTER);

/**
 * Computes the delay after a failed attempt, or `undefined` after the last one. A receiver may request a longer delay,
 * up to a day, but not a shorter one. `random` is between 0 and 1.
 */
export function computeRetryDelay(
  attempts: number,
  retryAfterMs: number,
  random: number,
): number | undefined {
  const delay = RETRY_DELAYS_MS[attempts - 1];
  if (delay === undefined) return undefined;
  return Math.round(Math.max(delay, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS)) * (1 + JITTER * random));
}

/** Parses `Retry-After`, seconds or a date, to milliseconds. Anything else counts as 0. */
export function parseRetryAfter(header: string | undefined, now: number): number {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * SECOND;
  // Only the date format of HTTP: parsing others depends on the engine.
  const date = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)
    ? Date.parse(text)
    : now;
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}
