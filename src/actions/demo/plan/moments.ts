import { DAY_MS } from '../../../domain/calendar.ts';
import type { Random } from './random.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** In hours of UTC, which are hours of the same day in all countries of the demo. */
const OFFICE_HOURS = [7, 14] as const;
const WAKING_HOURS = [6, 18] as const;

/** Returns a moment at which a business works, some days after another one. */
export function officeMoment(random: Random, after: number, days: number): number {
  return toOfficeDay(moment(random, after, days, OFFICE_HOURS));
}

/** Returns a moment at which a customer is awake, some days after another one. */
export function customerMoment(random: Random, after: number, days: number): number {
  return moment(random, after, days, WAKING_HOURS);
}

function moment(
  random: Random,
  after: number,
  days: number,
  [first, last]: readonly [number, number],
): number {
  const day = startOfDay(after + days * DAY_MS);
  const at = day + random.whole(first, last) * HOUR_MS + random.whole(0, 3599) * 1000;
  return at > after ? at : after + random.whole(20, 90) * MINUTE_MS;
}

/** Moves Saturdays and Sundays to the next Monday. */
function toOfficeDay(at: number): number {
  const weekday = new Date(at).getUTCDay();
  if (weekday === 6) return at + 2 * DAY_MS;
  return weekday === 0 ? at + DAY_MS : at;
}

export function startOfDay(at: number): number {
  return Math.floor(at / DAY_MS) * DAY_MS;
}
