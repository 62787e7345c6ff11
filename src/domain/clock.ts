/** Returns milliseconds since 1970. Tests supply their own clock. */
export type Clock = () => number;

/** Largest difference between the clocks of two processes that is tolerated. */
export const MAX_CLOCK_SKEW_MS = 60_000;

/** Returns the `updatedAt` of a change. It is never before `createdAt`, even if the clock was set back in between. */
export function computeUpdatedAt({ createdAt }: { createdAt: string }, now: number): string {
  return new Date(Math.max(now, Date.parse(createdAt))).toISOString();
}

/** Returns a formatter of times that remembers the last one. */
export function createIsoFormatter(): (time: number) => string {
  let last = { time: NaN, text: '' };
  return (time) => {
    if (time !== last.time) last = { time, text: new Date(time).toISOString() };
    return last.text;
  };
}
