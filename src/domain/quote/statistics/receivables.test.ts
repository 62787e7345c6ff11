import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '../../calendar.ts';
import { computeReceivables, type ReceivableSum } from './receivables.ts';

const TODAY = '2026-03-31';

function due(daysLate: number, total = 1n): ReceivableSum {
  return { kind: 'due', period: addDays(TODAY, -daysLate), currency: 'EUR', n: 1, total };
}

test('what is due is overdue from the day after, and counts in one age', () => {
  const days = [-1, 0, 1, 30, 31, 60, 61, 90, 91, 5000];
  const { open, overdue, ages } = computeReceivables(
    days.map((late) => due(late)),
    TODAY,
  );
  assert.deepEqual([open.count, overdue.count], [10, 8]);
  assert.deepEqual(
    ages.map(({ from, to, count }) => [from, to, count]),
    [
      [1, 30, 2],
      [31, 60, 2],
      [61, 90, 2],
      [91, null, 2],
    ],
  );
});

test('sums exceed what a number holds, stay apart by currency, and leave out what was invoiced', () => {
  const most = 9_007_199_254_740_991n;
  const sums: ReceivableSum[] = [
    due(5, most),
    due(6, most),
    { ...due(7), currency: 'USD' },
    { ...due(8), kind: 'invoiced', period: '2026' },
  ];
  assert.deepEqual(computeReceivables(sums, TODAY).overdue, {
    count: 3,
    totals: [
      { currency: 'EUR', total: most * 2n },
      { currency: 'USD', total: 1n },
    ],
  });
});
