import { DAY_MS, isCalendarDate, parseDateTime } from '../../domain/calendar.ts';
import type { QuoteFilter } from '../../domain/quote/list/quote-filter.ts';
import {
  needsCosts,
  needsCurrency,
  QUOTE_SORTS,
  type QuoteSort,
} from '../../domain/quote/list/quote-sorts.ts';
import { QUOTE_STATUSES, type QuoteStatus } from '../../domain/quote/quote.ts';
import { type Input, UsageError } from '../command.ts';

/** Parses the options that select quotes. */
export function parseFilter({ text }: Pick<Input, 'text'>): QuoteFilter {
  return {
    search: text('search') || undefined,
    statuses: parseStatuses(text('status')),
    customerId: text('customer'),
    reference: text('reference'),
    createdFrom: parseTime('created-from', text('created-from'), 0),
    createdTo: parseTime('created-to', text('created-to'), DAY_MS - 1),
    updatedFrom: parseTime('updated-from', text('updated-from'), 0),
  };
}

export function parseSort({ text }: Pick<Input, 'text'>): QuoteSort {
  const wanted = text('sort') ?? '-createdAt';
  // No option selects a currency.
  const sorts = QUOTE_SORTS.filter((sort) => !needsCurrency(sort) && !needsCosts(sort));
  const sort = sorts.find((each) => each === wanted);
  if (sort) return sort;
  throw new UsageError(`--sort must be one of ${sorts.join(', ')}, not "${wanted}"`);
}

function parseStatuses(text: string | undefined): QuoteStatus[] | undefined {
  if (text === undefined) return undefined;
  const words = text.toUpperCase().split(',');
  const unknown = words.find((word) => !QUOTE_STATUSES.some((status) => status === word));
  if (unknown === undefined) return QUOTE_STATUSES.filter((status) => words.includes(status));
  throw new UsageError(`--status must be one of ${QUOTE_STATUSES.join(', ')}, not "${unknown}"`);
}

/** Parses an instant. For a bare date, which is a day in UTC, `restOfDay` is added to its first millisecond. */
function parseTime(option: string, text: string | undefined, restOfDay: number): number | undefined {
  if (text === undefined) return undefined;
  const time = parseDateTime(text);
  if (time !== undefined) return isCalendarDate(text) ? time + restOfDay : time;
  throw new UsageError(`--${option} must be a date (2026-11-16) or 2026-11-16T09:00:00Z, not "${text}"`);
}
