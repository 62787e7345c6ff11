import { memoize } from '../domain/bounded-cache.ts';
import { toCalendarDate } from '../domain/calendar.ts';
import { formatDate } from './format.ts';
import type { Locale } from './locale.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Beyond this distance a date is easier to read. */
const NEAR_DAYS = 13;

/** Formats a past or future time relative to now: “3 minutes ago”, “tomorrow”, or a date if it is far away. */
export function formatWhen(
  iso: string,
  { locale, timeZone, now }: { locale: Locale; timeZone: string; now: number },
): string {
  const instant = Date.parse(iso);
  const away = instant - now;
  const { tag } = locale;
  if (Math.abs(away) < MINUTE_MS) return relativeText(tag, 0, 'second');
  if (Math.abs(away) < HOUR_MS) return relativeText(tag, Math.trunc(away / MINUTE_MS), 'minute');
  const day = dayNumber(instant, timeZone);
  const days = day - dayNumber(now, timeZone);
  if (days === 0) return relativeText(tag, Math.trunc(away / HOUR_MS), 'hour');
  if (Math.abs(days) <= NEAR_DAYS) return relativeText(tag, days, 'day');
  return memoize(texts, MAX_TEXTS, `${tag} ${locale.calendar} on ${day}`, () =>
    formatDate(iso, locale, timeZone),
  );
}

/** Formats a number of days: “today”, “in 5 days”. */
export function formatDaysAway(days: number, { tag }: Pick<Locale, 'tag'>): string {
  return relativeText(tag, days, 'day');
}

/** Counts calendar days: 20 hours from now can be tomorrow. */
function dayNumber(instant: number, timeZone: string): number {
  return memoize(days, MAX_TEXTS, `${Math.floor(instant / QUARTER_HOUR_MS)} ${timeZone}`, () => {
    return Date.parse(`${toCalendarDate(instant, timeZone)}T00:00:00Z`) / 86_400_000;
  });
}

/** Time zone offsets are multiples of a quarter of an hour, so all instants of one share a day. */
const QUARTER_HOUR_MS = 900_000;

function relativeText(tag: string, n: number, unit: 'second' | 'minute' | 'hour' | 'day'): string {
  return memoize(texts, MAX_TEXTS, `${tag} ${n} ${unit}`, () => relativeFormat(tag).format(n, unit));
}

function relativeFormat(tag: string): Intl.RelativeTimeFormat {
  return memoize(formats, MAX_FORMATS, tag, () => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }));
}

/** Caches day numbers: lists repeat the same few times, and computing each took a sixth of the rendering time. */
const days = new Map<string, number>();
const texts = new Map<string, string>();
const MAX_TEXTS = 2000;
const formats = new Map<string, Intl.RelativeTimeFormat>();
const MAX_FORMATS = 500;
