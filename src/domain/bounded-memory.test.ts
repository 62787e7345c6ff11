import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setBounded } from './set-bounded.ts';

test('a memory holds so many and no more', () => {
  const map = new Map<number, string>();
  for (const key of [1, 2, 3]) setBounded(map, 3, key, `value ${key}`);
  assert.deepEqual([...map.keys()], [1, 2, 3]);
  setBounded(map, 3, 4, 'value 4');
  assert.deepEqual([...map], [[4, 'value 4']]);
});
