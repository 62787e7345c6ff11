import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  addDays,
  addDuration,
  endOfDay,
  isCalendarDate,
  isDuration,
  isTimeZone,
  parseDateTime,
  toCalendarDate,
} from './calendar.ts';

test('a date-time is parsed exactly with any offset', () => {
  for (const [text, iso] of Object.entries({
    '2026-01-31T12:00:00Z': '2026-01-31T12:00:00.000Z',
    '2026-01-31t12:00:00z': '2026-01-31T12:00:00.000Z',
    '2026-01-31T12:00Z': '2026-01-31T12:00:00.000Z',
    '2026-01-31T12:00:00.5Z': '2026-01-31T12:00:00.500Z',
    '2026-01-31T12:00:00,25Z': '2026-01-31T12:00:00.250Z',
    '2026-01-31T12:00:00.123456789Z': '2026-01-31T12:00:00.123Z',
    '2026-01-31T12:00:00+05:30': '2026-01-31T06:30:00.000Z',
    '2026-01-31T12:00:00-0800': '2026-01-31T20:00:00.000Z',
    '2024-02-29T00:00:00Z': '2024-02-29T00:00:00.000Z',
    '0001-01-01T00:00:00Z': '0001-01-01T00:00:00.000Z',
    '9999-12-31T23:59:59.999Z': '9999-12-31T23:59:59.999Z',
  })) {
    const time = parseDateTime(text);
    assert.ok(time !== undefined, text);
    assert.equal(new Date(time).toISOString(), iso, text);
  }
});

test('an invalid date-time is rejected', () => {
  for (const text of [
    ...[
      '',
      'x',
      '2026-01-31T12:00:00',
      '2026-01-31 12:00:00Z',
      '2026-1-31T12:00:00Z',
      '2026-02-30T12:00:00Z',
    ],
    ...['2026-13-01T00:00:00Z', '2026-01-00T00:00:00Z', '2026-01-31T24:00:00Z', '2026-01-31T12:60:00Z'],
    ...[
      '2026-01-31T12:00:60Z',
      '2025-02-29T00:00:00Z',
      '+02026-01-31T12:00:00Z',
      '2026-01-31T12:00:00+25:00',
    ],
    ...['2026-01-31T12:00:00Z ', '2026-01-31T12:00:00.Z', '9999-12-31T23:59:59-01:00', '1800000000000'],
  ]) {
    assert.equal(parseDateTime(text), undefined, text);
  }
});

test('every instant of four-digit years round-trips', () => {
  const instant = fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  });
  fc.assert(fc.property(instant, (date) => parseDateTime(date.toISOString()) === date.getTime()));
});

test('a date is valid only if it exists', () => {
  for (const day of ['2024-02-29', '2000-02-29', '2026-12-31', '0001-01-01'])
    assert.ok(isCalendarDate(day), day);
  for (const day of [
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-00-10',
    '26-01-01',
    '2026-1-1',
    '2026-01-01T',
  ]) {
    assert.equal(isCalendarDate(day), false, day);
  }
});

test('an instant has the date of its time zone, and days are added by the calendar', () => {
  const instant = Date.parse('2026-12-31T23:30:00Z');
  assert.equal(toCalendarDate(instant, 'UTC'), '2026-12-31');
  assert.equal(toCalendarDate(instant, 'Asia/Tokyo'), '2027-01-01');
  assert.equal(toCalendarDate(instant, 'America/New_York'), '2026-12-31');
  assert.equal(addDays('2026-12-31', 30), '2027-01-30');
  assert.equal(addDays('2024-02-28', 1), '2024-02-29');
  assert.equal(addDays('2026-03-28', 2), '2026-03-30', 'over the change of the clocks');
});

test('only existing time zones are accepted', () => {
  for (const name of ['UTC', 'Europe/Berlin', 'America/Argentina/Ushuaia']) assert.ok(isTimeZone(name));
  for (const name of ['', 'Mars/Olympus', 'Berlin', '../etc']) assert.equal(isTimeZone(name), false);
});

test('a day ends at local midnight', () => {
  for (const [date, timeZone, end] of [
    ['2026-03-31', 'Europe/Berlin', '2026-03-31T21:59:59.999Z'],
    ['2026-03-29', 'Europe/Berlin', '2026-03-29T21:59:59.999Z'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-25T22:59:59.999Z'],
    ['2026-12-31', 'Asia/Kathmandu', '2026-12-31T18:14:59.999Z'],
    ['2026-01-01', 'America/St_Johns', '2026-01-02T03:29:59.999Z'],
    ['2026-06-01', 'UTC', '2026-06-01T23:59:59.999Z'],
  ] as const) {
    assert.equal(new Date(endOfDay(date, timeZone)).toISOString(), end, `${date} in ${timeZone}`);
    assert.equal(toCalendarDate(endOfDay(date, timeZone), timeZone), date);
  }
});

const FROM = '2028-01-31T10:00:00.000Z';

test('a duration is added by the calendar', () => {
  for (const [duration, to] of [
    ['P3D', '2028-02-03T10:00:00.000Z'],
    ['P1M', '2028-02-29T10:00:00.000Z'],
    ['P13M', '2029-02-28T10:00:00.000Z'],
    ['P1Y', '2029-01-31T10:00:00.000Z'],
    ['P2W', '2028-02-14T10:00:00.000Z'],
    ['P1Y1M1DT1H1M1.5S', '2029-03-01T11:01:01.500Z'],
    ['PT36H', '2028-02-01T22:00:00.000Z'],
    ['PT0S', FROM],
  ] as const) {
    assert.equal(new Date(addDuration(Date.parse(FROM), duration) ?? NaN).toISOString(), to, duration);
  }
  assert.equal(
    new Date(addDuration(Date.parse('2028-02-29T00:00:00Z'), 'P1Y') ?? NaN).toISOString(),
    '2029-02-28T00:00:00.000Z',
  );
});

test('an invalid duration is rejected', () => {
  const others = [
    '',
    'P',
    'PT',
    'P1DT',
    '3D',
    'P-1D',
    '-P1D',
    'P1.5D',
    'P1S',
    'PT1D',
    'p1d',
    'P1D ',
    'P1DT1.0001S',
  ];
  for (const text of [...others, `P${'1'.repeat(99)}D`]) assert.equal(isDuration(text), false, text);
});
