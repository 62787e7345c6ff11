import type { Account } from '../../../domain/account/account.ts';
import { startOfDay } from '../../../domain/calendar.ts';
import type { Series } from '../../../domain/quote/recurring/series.ts';

/** The next invoice of a series is made at the start of its day, in the zone that the account has then. */
export function schedule(
  { nextDate }: Pick<Series, 'nextDate'>,
  { timeZone }: Pick<Account, 'timeZone'>,
): { nextDate: string | null; dueAt: number | null } {
  return { nextDate, dueAt: nextDate === null ? null : startOfDay(nextDate, timeZone) };
}
