import assert from 'node:assert/strict';
import { test } from 'node:test';
import { continueFrom, isId, newestDigits, newestTime, newId, timeOfId } from './ids.ts';

const TIME_END = 'quo_'.length + 10;

test('identifiers carry their time, rise, and never come twice', () => {
  const now = Date.parse('2026-03-10T10:00:00.000Z');
  const ids = Array.from({ length: 10_000 }, (_, index) => newId('quo', now + Math.floor(index / 1000)));
  assert.deepEqual([...ids].sort(), ids);
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(timeOfId(ids[0] as string), now);
  assert.equal(timeOfId(ids[9999] as string), now + 9);
  for (const id of ids.slice(0, 10)) assert.match(id, /^quo_[0-9a-hjkmnp-tv-z]{26}$/);
});

test('a clock that goes back does not take the order with it', () => {
  const first = newId('quo', 2_000_000_000_000);
  const second = newId('quo', 1_000_000_000_000);
  assert.ok(second > first);
});

test('identifiers go on behind those of another thread', () => {
  const first = newId('quo', 2_000_000_000_000);
  const time = newestTime();
  const digits = [...newestDigits()];
  const second = newId('quo', 0);
  continueFrom(time, digits);
  const third = newId('quo', 0);
  assert.ok(third > second, 'those were smaller anyway');
  continueFrom(time, [30, ...digits.slice(1)]);
  const fourth = newId('quo', 0);
  assert.ok(fourth > third);
  assert.equal(fourth[TIME_END], 'y');
  assert.deepEqual(
    [third, fourth].map(timeOfId),
    [timeOfId(first), timeOfId(first)],
    'without a step in time',
  );
  continueFrom(time + 5, digits);
  assert.equal(timeOfId(newId('quo', 0)), timeOfId(first) + 5);
});

test('what cannot be an identifier is told apart', () => {
  const id = newId('inv', 2_000_000_000_001);
  assert.ok(isId('inv', id));
  for (const text of ['', 'x', id.slice(1), `${id}0`, id.replace('inv', 'quo')]) {
    assert.equal(isId('inv', text), false, text);
  }
});
