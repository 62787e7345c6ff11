import { memoize } from './bounded-cache.ts';

export const DAY_MS = 86_400_000;

export function isTimeZone(name: string): boolean {
  try {
    getDayFormat(name);
    return true;
  } catch {
    return false;
  }
}

/** Returns the date of an instant in a time zone as `YYYY-MM-DD`. */
export function toCalendarDate(instant: number, timeZone: string): string {
  const quarter = Math.floor(instant / QUARTER_HOUR_MS);
  if (quarter !== lastDate.quarter || timeZone !== lastDate.timeZone) {
    lastDate = { quarter, timeZone, date: getDayFormat(timeZone).format(instant) };
  }
  return lastDate.date;
}

/** In every time zone a day begins on a quarter of an hour, so the date within one can be reused. */
const QUARTER_HOUR_MS = 900_000;
let lastDate = { quarter: NaN, timeZone: '', date: '' };

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the days from one date to another. */
export function countDays(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/** Returns the first millisecond of a day in a time zone. */
export function startOfDay(date: string, timeZone: string): number {
  return endOfDay(addDays(date, -1), timeZone) + 1;
}

/** Returns the last millisecond of a day in a time zone. */
export function endOfDay(date: string, timeZone: string): number {
  return findInstant(Date.parse(`${addDays(date, 1)}T00:00:00Z`) - 1, timeZone);
}

/** Returns the last millisecond of the day of an instant in a time zone. */
export function findDayEnd(instant: number, timeZone: string): string {
  return new Date(endOfDay(toCalendarDate(instant, timeZone), timeZone)).toISOString();
}

/** Returns when the clocks of a time zone show a full hour of a day. */
export function atHour(date: string, hour: number, timeZone: string): number {
  return findInstant(Date.parse(`${date}T00:00:00Z`) + hour * 3_600_000, timeZone);
}

/** Finds the instant of a local time that is encoded as if it were UTC. */
function findInstant(target: number, timeZone: string): number {
  // A second correction is needed if the offset changes between the first guess and the result.
  let instant = target;
  for (let guess = 0; guess < 2; guess++) instant += target - toWallClock(instant, timeZone);
  return instant;
}

/** Returns the local time at an instant, such as `2026-11-30T17:04:05.000`. */
export function toLocalTime(instant: number, timeZone: string): string {
  return new Date(toWallClock(instant, timeZone)).toISOString().slice(0, -1);
}

/** Returns the local time at an instant, encoded as if it were UTC. */
function toWallClock(instant: number, timeZone: string): number {
  const [date = '', time = ''] = getClockFormat(timeZone).format(instant).split(', ');
  return Date.parse(`${date}T${time.replace(',', '.')}Z`);
}

/** Whether the text is a date that exists: 2026-02-30 does not. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text);
}

const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(?:[Zz]|[+-]\d{2}:?\d{2})$/;

/** Parses an ISO 8601 date-time with an offset into milliseconds. A bare date is midnight UTC. */
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

// Only years of four digits are accepted, because their texts sort like the instants.
const MIN_TIME = Date.parse('0001-01-01T00:00:00Z');
const MAX_TIME = Date.parse('9999-12-31T23:59:59.999Z');

type Formats = Map<string, Intl.DateTimeFormat>;
const dayFormats: Formats = new Map();
const clockFormats: Formats = new Map();
/** A time zone name can be spelt in thousands of ways, and each format takes kilobytes. */
const MAX_FORMATS = 500;
const DAY: Intl.DateTimeFormatOptions = { year: 'numeric', month: '2-digit', day: '2-digit' };
const CLOCK: Intl.DateTimeFormatOptions = {
  ...DAY,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
};

function getDayFormat(timeZone: string): Intl.DateTimeFormat {
  return getCachedFormat(dayFormats, timeZone, DAY);
}

function getClockFormat(timeZone: string): Intl.DateTimeFormat {
  return getCachedFormat(clockFormats, timeZone, CLOCK);
}

function getCachedFormat(
  formats: Formats,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  return memoize(
    formats,
    MAX_FORMATS,
    timeZone,
    () => new Intl.DateTimeFormat('en-CA', { timeZone, ...options }),
  );
}

/** An ISO 8601 duration, such as P3D, P1Y2M or PT36H. */
const DURATION =
  /^P(?:(\d{1,6})Y)?(?:(\d{1,6})M)?(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:\.\d{1,3})?)S)?)?$/;

/** Adds an ISO 8601 duration by the UTC calendar. Returns `undefined` if the text is not a duration. */
export function addDuration(instant: number, text: string): number | undefined {
  const match = DURATION.exec(text);
  if (!match || /[PT]$/.test(text)) return undefined;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  const later = addMonths(instant, years * 12 + months);
  return later + Math.round((((weeks * 7 + days) * 24 + hours) * 3600 + minutes * 60 + seconds) * 1000);
}

/** If the month is too short for the day, the result is its last day. */
function addMonths(instant: number, months: number): number {
  const date = new Date(instant);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.setUTCDate(Math.min(day, last));
}

export function isDuration(text: string): boolean {
  return addDuration(0, text) !== undefined;
}
