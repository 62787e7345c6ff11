export const DAY_MS = 86_400_000;

export function isTimeZone(name: string): boolean {
  try {
    dayFormat(name);
    return true;
  } catch {
    return false;
  }
}

/** `YYYY-MM-DD` of an instant in a time zone. */
export function calendarDate(instant: number, timeZone: string): string {
  const quarter = Math.floor(instant / QUARTER_HOUR_MS);
  if (quarter !== lastDate.quarter || timeZone !== lastDate.timeZone) {
    lastDate = { quarter, timeZone, date: dayFormat(timeZone).format(instant) };
  }
  return lastDate.date;
}

/** Days begin at a quarter of an hour everywhere, and the same date is asked for again and again. */
const QUARTER_HOUR_MS = 900_000;
let lastDate = { quarter: NaN, timeZone: '', date: '' };

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** A day that exists: 2026-02-30 does not. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text);
}

const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(?:[Zz]|[+-]\d{2}:?\d{2})$/;

/** ISO 8601 with an offset, as milliseconds; a bare date is midnight UTC. `undefined` if it is none. */
export function parseDateTime(text: string): number | undefined {
  if (isCalendarDate(text)) return Date.parse(`${text}T00:00:00Z`);
  const [, date = '', hour, minute, second] = DATE_TIME.exec(text) ?? [];
  if (!isCalendarDate(date) || Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) {
    return undefined;
  }
  const time = Date.parse(
    text
      .replace(',', '.')
      .replace(/([+-]\d{2})(\d{2})$/, '$1:$2')
      .toUpperCase(),
  );
  return Number.isFinite(time) && time >= MIN_TIME && time <= MAX_TIME ? time : undefined;
}

// Years of four digits only: their text sorts as the instants do.
const MIN_TIME = Date.parse('0001-01-01T00:00:00Z');
const MAX_TIME = Date.parse('9999-12-31T23:59:59.999Z');

const dayFormats = new Map<string, Intl.DateTimeFormat>();
/** A name may be spelt in thousands of ways, and each format takes kilobytes. */
const MAX_FORMATS = 500;

function dayFormat(timeZone: string): Intl.DateTimeFormat {
  let format = dayFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    if (dayFormats.size >= MAX_FORMATS) dayFormats.clear();
    dayFormats.set(timeZone, format);
  }
  return format;
}
