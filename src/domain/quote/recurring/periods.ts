import { addDays, countDays } from '../../calendar.ts';
import type { Interval, Recurrence } from './recurrence.ts';

/** The days of a period, both included, as `YYYY-MM-DD`. */
export interface Period {
  from: string;
  to: string;
}

export const MIN_RECURRING_FROM = '1970-01-01';
export const MAX_RECURRING_FROM = '2200-12-31';

const MONTHS: Record<Exclude<Interval, 'week'>, number> = { month: 1, quarter: 3, year: 12 };

/**
 * Returns the days of a period, counted from 1. Each is counted from the first day: after 31 January come 28 February
 * and 31 March.
 */
export function computePeriod(first: string, interval: Interval, n: number): Period {
  const from = addIntervals(first, interval, n - 1);
  return { from, to: addDays(addIntervals(first, interval, n), -1) };
}

/** Returns the last period that begins before a day; 0 if none does. */
export function findLastPeriodBefore(first: string, interval: Interval, day: string): number {
  if (day <= first) return 0;
  // Never too small: no interval is shorter on average than this.
  let n = Math.ceil(countDays(first, day) / SHORTEST_DAYS[interval]) + 1;
  while (addIntervals(first, interval, n - 1) >= day) n--;
  return n;
}

/** More invoices than these are not made at once without being asked: a year may be mistyped. */
export const MAX_LATER_AT_ONCE = 3;

/** Counts the invoices of later periods that have begun already: they are made as soon as their series begin. */
export function countLaterAtOnce(pairs: readonly Recurrence[], first: string, today: string): number {
  const tomorrow = addDays(today, 1);
  const counts = pairs.map(({ interval, periods }) => {
    const begun = findLastPeriodBefore(first, interval, tomorrow);
    return Math.max(0, Math.min(begun, periods ?? begun) - 1);
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

const SHORTEST_DAYS: Record<Interval, number> = { week: 7, month: 28, quarter: 89, year: 365 };

function addIntervals(first: string, interval: Interval, n: number): string {
  if (interval === 'week') return addDays(first, 7 * n);
  const [year = 0, month = 1, day = 1] = first.split('-').map(Number);
  const months = year * 12 + month - 1 + MONTHS[interval] * n;
  const last = new Date(Date.UTC(Math.floor(months / 12), (months % 12) + 1, 0));
  last.setUTCDate(Math.min(day, last.getUTCDate()));
  return last.toISOString().slice(0, 10);
}
