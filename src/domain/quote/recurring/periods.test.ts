import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays } from '../../calendar.ts';
import { computePeriod, findLastPeriodBefore } from './periods.ts';
import { INTERVALS, type Interval } from './recurrence.ts';
import { composeSeries } from './series.ts';

const begins = (first: string, interval: Interval, count: number) =>
  Array.from({ length: count }, (_, index) => computePeriod(first, interval, index + 1).from);

test('months are counted from the first day, whatever is between', () => {
  assert.deepEqual(begins('2026-01-31', 'month', 4), [
    '2026-01-31',
    '2026-02-28',
    '2026-03-31',
    '2026-04-30',
  ]);
  assert.deepEqual(begins('2027-12-30', 'month', 3), ['2027-12-30', '2028-01-30', '2028-02-29']);
  assert.deepEqual(begins('2026-11-30', 'quarter', 3), ['2026-11-30', '2027-02-28', '2027-05-30']);
  assert.deepEqual(begins('2028-02-29', 'year', 5), [
    ...['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28'],
    '2032-02-29',
  ]);
  assert.deepEqual(begins('2026-12-28', 'week', 2), ['2026-12-28', '2027-01-04']);
  assert.deepEqual(computePeriod('2026-01-31', 'month', 1), { from: '2026-01-31', to: '2026-02-27' });
});

const day = fc.integer({ min: 0, max: 84_000 }).map((days) => addDays('1970-01-01', days));

test('periods follow each other without gaps, and the last before a day is the last', () => {
  const property = fc.property(
    day,
    fc.constantFrom(...INTERVALS),
    fc.nat({ max: 599 }),
    (first, interval, n) => {
      const [period, next] = [computePeriod(first, interval, n + 1), computePeriod(first, interval, n + 2)];
      assert.equal(addDays(period.to, 1), next.from);
      assert.ok(period.from <= period.to);
      assert.equal(findLastPeriodBefore(first, interval, period.from), n);
      assert.equal(findLastPeriodBefore(first, interval, addDays(period.from, 1)), n + 1);
      assert.equal(findLastPeriodBefore(first, interval, next.from), n + 1);
      assert.equal(findLastPeriodBefore(first, interval, addDays(first, -n)), 0);
    },
  );
  fc.assert(property, { numRuns: 2000 });
});

test('a series ends with its last period, or before the day on which it is ended', () => {
  const terms = {
    id: 'ser_1',
    interval: 'month',
    periods: 3,
    first: '2026-01-31',
    invoiced: 1,
    endOn: null,
  } as const;
  const state = (more: Partial<Parameters<typeof composeSeries>[0]>) => {
    const { nextDate, endsOn, state: now } = composeSeries({ ...terms, ...more });
    return [nextDate, endsOn, now];
  };
  assert.deepEqual(state({}), ['2026-02-28', '2026-04-29', 'active']);
  assert.deepEqual(state({ periods: null }), ['2026-02-28', null, 'active']);
  assert.deepEqual(state({ invoiced: 3 }), [null, '2026-04-29', 'ended']);
  assert.deepEqual(state({ endOn: '2026-02-28' }), [null, '2026-02-27', 'ended']);
  assert.deepEqual(state({ endOn: '2026-03-01' }), ['2026-02-28', '2026-03-30', 'active']);
  assert.deepEqual(state({ invoiced: 2, endOn: '2026-01-31' }), [null, '2026-03-30', 'ended']);
  assert.deepEqual(state({ endOn: '2030-01-01' }), ['2026-02-28', '2026-04-29', 'active']);
  assert.deepEqual(state({ periods: null, endOn: '2026-06-01' }), ['2026-02-28', '2026-06-29', 'active']);
});

test('the calendar of the conformance suite matches', () => {
  const file = new URL('../../../../conformance/vectors/calendar.json', import.meta.url);
  const vectors: { name: string; input: Record<string, string>; expected: unknown[] }[] = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  assert.ok(vectors.length >= 60);
  for (const { name, input, expected } of vectors) {
    const { recurringFrom = '', interval } = input;
    const found = expected.map((_, n) => computePeriod(recurringFrom, interval as Interval, n + 1));
    assert.deepEqual(found, expected, name);
  }
});
