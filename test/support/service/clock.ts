/** A clock that only a test moves. */
export interface TestClock {
  (): number;
  set(ms: number): void;
  advance(ms: number): void;
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const FIRST_INSTANT = Date.parse('2026-03-10T10:00:00.000Z');

// Identifiers rise within a process, so a service must not start before the end of another.
let latest = FIRST_INSTANT;

/** Starts at ten in the morning of a tenth that no other clock of this process has passed, unless a time is given. */
export function createClock(now = findNextTenth()): TestClock {
  const set = (ms: number) => {
    now = ms;
    latest = Math.max(latest, ms);
  };
  set(now);
  return Object.assign(() => now, { set, advance: (ms: number) => set(now + ms) });
}

/** Whichever files share a process, no test starts at the end of a month or of February. */
function findNextTenth(): number {
  const day = new Date(FIRST_INSTANT);
  while (day.getTime() < latest) day.setUTCMonth(day.getUTCMonth() + 1);
  return day.getTime();
}
