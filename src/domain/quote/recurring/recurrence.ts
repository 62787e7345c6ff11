export const INTERVALS = ['week', 'month', 'quarter', 'year'] as const;
export type Interval = (typeof INTERVALS)[number];

export const MIN_PERIODS = 2;
export const MAX_PERIODS = 600;
/** Different pairs of interval and periods in a quote: each becomes a series of invoices. */
export const MAX_PAIRS = 6;

/** How often an item is due again, and how often in total. */
export interface Recurrence {
  interval: Interval;
  /** Includes the first period, which is due at the start; `null` until it is ended. */
  periods: number | null;
}

/** A recurrence as a caller supplies it. */
export type RecurrenceInput = Pick<Recurrence, 'interval'> & { periods?: number | null };

/** Periods of a year, which a recurrence without an end counts where a sum must be named. */
const PERIODS_PER_YEAR: Record<Interval, number> = { week: 52, month: 12, quarter: 4, year: 1 };

export function countPeriods({ interval, periods }: Recurrence): number {
  return periods ?? PERIODS_PER_YEAR[interval];
}

/** Sets the fields in a fixed order, because items are compared as JSON. */
export function composeRecurrence({ interval, periods = null }: RecurrenceInput): Recurrence {
  return { interval, periods };
}

/** The editor states `null` for a line that does not recur although its catalogue item may. */
export function isRecurring({ recurring }: { recurring?: Recurrence | null }): boolean {
  return recurring != null;
}

/** The same for items that are due together. */
export function getPairKey({ interval, periods }: RecurrenceInput): string {
  return `${interval} ${periods ?? ''}`;
}

/** Sorts by the length of the interval, then by the number of periods; those without an end come last. */
export function comparePairs(one: Recurrence, other: Recurrence): number {
  return (
    INTERVALS.indexOf(one.interval) - INTERVALS.indexOf(other.interval) ||
    (one.periods ?? MAX_PERIODS + 1) - (other.periods ?? MAX_PERIODS + 1)
  );
}
