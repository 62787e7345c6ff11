import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseIdTime } from '../../test/support/store/time-of-id.ts';
import { createEventId, isId, newId, newIdAfter, parseEventPlace } from './ids.ts';

test('identifiers contain their time, increase, and are unique', () => {
  const now = Date.parse('2026-03-10T10:00:00.000Z');
  const ids = Array.from({ length: 10_000 }, (_, index) => newId('quo', now + Math.floor(index / 1000)));
  assert.deepEqual([...ids].sort(), ids);
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(parseIdTime(ids[0] as string), now);
  assert.equal(parseIdTime(ids[9999] as string), now + 9);
  for (const id of ids.slice(0, 10)) assert.match(id, /^quo_[0-9a-hjkmnp-tv-z]{26}$/);
});

test('identifiers increase even if the clock goes back', () => {
  const first = newId('evt', 2_000_000_000_000);
  const second = newId('evt', 1_000_000_000_000);
  assert.ok(second > first);
});

test('newIdAfter exceeds an identifier of a process whose clock was ahead', () => {
  const digits = (end: string) => `evt_${end.padStart(26, '7')}`;
  assert.equal(newIdAfter('evt', 0, digits('a9')), digits('aa'));
  assert.equal(newIdAfter('evt', 0, digits('azz')), digits('b00'));
  const last = newId('evt', 2_000_000_000_000);
  assert.ok(newIdAfter('evt', 0, last) > last);
  assert.ok(isId('evt', newIdAfter('evt', 0, '')));
});

test('a quote identifier follows the clock and increases within a millisecond', () => {
  for (const time of [2_000_000_000_000, 1_000_000_000_000, 1_000_000_000_001, 1_000_000_000_000]) {
    const ids = Array.from({ length: 100 }, () => newId('quo', time));
    assert.deepEqual(new Set(ids.map(parseIdTime)), new Set([time]));
    assert.deepEqual([...ids].sort(), ids);
  }
});

test('an invalid identifier is detected', () => {
  const id = newId('inv', 2_000_000_000_001);
  assert.ok(isId('inv', id));
  for (const text of ['', 'x', id.slice(1), `${id}0`, id.replace('inv', 'quo')]) {
    assert.equal(isId('inv', text), false, text);
  }
});

test('an event identifier contains its place and exceeds the last one of its quote', () => {
  const now = 1_800_000_000_000;
  const first = createEventId(now, 41, '');
  assert.ok(isId('evt', first));
  assert.deepEqual([parseEventPlace(first), parseEventPlace(createEventId(now, 2 ** 49, ''))], [41, 2 ** 49]);
  const sameTime = createEventId(now, 42, first);
  const clockPutBack = createEventId(now - 1_000_000, 43, sameTime);
  // Identifiers from earlier versions have random digits where the place is now.
  const afterEarlier = createEventId(now - 1, 44, `${clockPutBack.slice(0, 14)}${'z'.repeat(16)}`);
  const inOrder = [first, sameTime, clockPutBack, afterEarlier];
  assert.deepEqual(inOrder, inOrder.toSorted());
  assert.equal(parseEventPlace(afterEarlier), 44);
});
