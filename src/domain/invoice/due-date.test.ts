import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Stage } from '../quote/schedule/payment-schedule.ts';
import { chooseDueTerms } from './due-date.ts';

const stage = (when: Stage['due']['when'], days: number, date: string | null = null) => ({
  due: { when, days, date },
});
const place = { today: '2026-03-31', timeZone: 'Asia/Tokyo', paymentTermDays: 14 };
const accepted = { acceptedAt: '2026-02-27T23:30:00.000Z' };

test('a stage is due on its date, after the acceptance, or after the issue date', () => {
  const due = (of: Pick<Stage, 'due'> | undefined) => chooseDueTerms(undefined, of, accepted, place);
  assert.deepEqual(due(stage('date', 9, '2001-02-03')), { dueDate: '2001-02-03', dueDays: null });
  assert.deepEqual(due(stage('acceptance', 1)), { dueDate: '2026-03-01', dueDays: null });
  assert.deepEqual(due(stage('start', 1)), { dueDate: '2026-04-01', dueDays: 1 });
  assert.deepEqual(due(stage('completion', 0)), { dueDate: '2026-03-31', dueDays: 0 });
  assert.deepEqual(due(undefined), { dueDate: '2026-04-14', dueDays: 14 });
});

test('a given due date stays when the issue date moves', () => {
  const given = chooseDueTerms('2026-05-05', stage('start', 1), accepted, place);
  assert.deepEqual(given, { dueDate: '2026-05-05', dueDays: null });
});
