import assert from 'node:assert/strict';
import { test } from 'node:test';
import { continueAfter, isId, newestTime, newId, timeOfId } from './ids.ts';

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
  continueAfter(newestTime() - 1);
  assert.equal(timeOfId(newId('quo', 0)), timeOfId(first), 'those are smaller anyway');
  continueAfter(newestTime());
  assert.equal(timeOfId(newId('quo', 0)), timeOfId(first) + 1);
});

test('what cannot be an identifier is told apart', () => {
  const id = newId('inv', 2_000_000_000_001);
  assert.ok(isId('inv', id));
  for (const text of ['', 'x', id.slice(1), `${id}0`, id.replace('inv', 'quo')]) {
    assert.equal(isId('inv', text), false, text);
  }
});
