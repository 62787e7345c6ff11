const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** From the end of one try to the next; the first is made at once, and there is none after the last. */
const DELAYS = [
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
const LONGEST_WISH = 24 * HOUR;
/** So much later at most, by chance: what failed together does not come back together. */
const JITTER = 0.2;
/** No try is due later than this after the one before. */
export const MAX_TRY_DELAY_MS = LONGEST_WISH * (1 + JITTER);

/**
 * How long after a failed try the next one is due, or `undefined` when that was the last. A receiver may wish for more
 * time, up to a day, but not for less. `chance` is between 0 and 1.
 */
export function delayAfter(tries: number, retryAfterMs: number, chance: number): number | undefined {
  const delay = DELAYS[tries - 1];
  if (delay === undefined) return undefined;
  return Math.round(Math.max(delay, Math.min(retryAfterMs, LONGEST_WISH)) * (1 + JITTER * chance));
}

/** What `Retry-After` says, in milliseconds: seconds, or a date. What says neither says nothing. */
export function readRetryAfter(header: string | undefined, now: number): number {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * SECOND;
  // Only as HTTP writes dates: the reading of others depends on the engine.
  const date = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)
    ? Date.parse(text)
    : now;
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}
