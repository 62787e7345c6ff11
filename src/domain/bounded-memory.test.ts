import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asNewest, madeOnce, remember } from './bounded-memory.ts';

test('a full cache is cleared before an entry is added', () => {
  const map = new Map<number, string>();
  for (const key of [1, 2, 3]) remember(map, 3, key, `value ${key}`);
  assert.deepEqual([...map.keys()], [1, 2, 3]);
  remember(map, 3, 4, 'value 4');
  assert.deepEqual([...map], [[4, 'value 4']]);
});

test('a value is created once, and again after it was evicted', () => {
  const map = new Map<string, string>();
  const made: string[] = [];
  const ask = (key: string) =>
    madeOnce(map, 2, key, () => {
      made.push(key);
      return key.toUpperCase();
    });
  assert.deepEqual(['a', 'b', 'a', 'b', 'c', 'a'].map(ask), ['A', 'B', 'A', 'B', 'C', 'A']);
  assert.deepEqual([made.join(''), [...map.keys()].join('')], ['abca', 'ca']);
});

test('the least recently used entry is evicted first', () => {
  const map = new Map<string, { of: string }>();
  const ask = (key: string) => asNewest(map, 2, key, () => ({ of: key }));
  const first = ask('a');
  ask('b');
  assert.equal(ask('a'), first);
  ask('c');
  assert.deepEqual([...map.keys()], ['a', 'c']);
  assert.equal(ask('a'), first);
});
