import { calendarDate } from '../domain/calendar.ts';
import { formatDate } from './format.ts';
import type { Locale } from './locale.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Further away than this a date says it better. */
const NEAR_DAYS = 13;

/** When something was or will be, as people say it: “3 minutes ago”, “tomorrow”, and a date where it is far away. */
export function formatWhen(
  iso: string,
  { locale, timeZone, now }: { locale: Locale; timeZone: string; now: number },
): string {
  const away = Date.parse(iso) - now;
  const format = relativeFormat(locale.tag);
  if (Math.abs(away) < MINUTE_MS) return format.format(0, 'second');
  if (Math.abs(away) < HOUR_MS) return format.format(Math.trunc(away / MINUTE_MS), 'minute');
  const days = dayNumber(Date.parse(iso), timeZone) - dayNumber(now, timeZone);
  if (days === 0) return format.format(Math.trunc(away / HOUR_MS), 'hour');
  if (Math.abs(days) <= NEAR_DAYS) return format.format(days, 'day');
  return formatDate(iso, locale, timeZone);
}

/** Days of the calendar: what is 20 hours away is tomorrow. */
function dayNumber(instant: number, timeZone: string): number {
  return Date.parse(`${calendarDate(instant, timeZone)}T00:00:00Z`) / 86_400_000;
}

const formats = new Map<string, Intl.RelativeTimeFormat>();
const MAX_FORMATS = 200;

function relativeFormat(tag: string): Intl.RelativeTimeFormat {
  let format = formats.get(tag);
  if (!format) {
    format = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
    if (formats.size >= MAX_FORMATS) formats.clear();
    formats.set(tag, format);
  }
  return format;
}
