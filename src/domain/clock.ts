/** Milliseconds since 1970. Tests bring their own. */
export type Clock = () => number;

/** How far the clocks of two processes may be apart. */
export const MAX_CLOCK_SKEW_MS = 60_000;

/** The time of a change, as `updatedAt`: never before `createdAt`, even if the clock was set back in between. */
export function changedAt({ createdAt }: { createdAt: string }, now: number): string {
  return new Date(Math.max(now, Date.parse(createdAt))).toISOString();
}
