import { computePeriod, findLastPeriodBefore } from './periods.ts';
import type { Recurrence } from './recurrence.ts';

/** The invoices of one pair of interval and periods, as the quote shows them. */
export interface Series extends Recurrence {
  id: string;
  /** Periods that are invoiced, the first one included. */
  invoiced: number;
  /** First day of the next period that will be invoiced; `null` once there is none. */
  nextDate: string | null;
  /** Last day of the last period that is or will be invoiced; `null` without an end. */
  endsOn: string | null;
  state: 'active' | 'ended';
}

/** What decides about the state of a series. */
export interface SeriesTerms extends Recurrence {
  id: string;
  /** First day of the first period. */
  first: string;
  invoiced: number;
  /** No period that begins on that day or later is invoiced. */
  endOn: string | null;
}

export function composeSeries({ id, interval, periods, first, invoiced, endOn }: SeriesTerms): Series {
  const last = findLastPeriod({ interval, periods, first, invoiced, endOn });
  const isActive = last === null || last > invoiced;
  return {
    ...{ id, interval, periods, invoiced },
    nextDate: isActive ? computePeriod(first, interval, invoiced + 1).from : null,
    endsOn: last === null ? null : computePeriod(first, interval, last).to,
    state: isActive ? 'active' : 'ended',
  };
}

/** The last period that is or will be invoiced. What is invoiced stays, whenever the series is ended. */
function findLastPeriod(terms: Omit<SeriesTerms, 'id'>): number | null {
  const { interval, periods, first, invoiced, endOn } = terms;
  if (endOn === null) return periods;
  const before = Math.max(invoiced, findLastPeriodBefore(first, interval, endOn));
  return periods === null ? before : Math.min(before, periods);
}

export function isActive({ state }: Pick<Series, 'state'>): boolean {
  return state === 'active';
}
