import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addToCache, memoize, memoizeRecent } from './bounded-cache.ts';

test('a full cache is cleared before an entry is added', () => {
  const map = new Map<number, string>();
  for (const key of [1, 2, 3]) addToCache(map, 3, key, `value ${key}`);
  assert.deepEqual([...map.keys()], [1, 2, 3]);
  addToCache(map, 3, 4, 'value 4');
  assert.deepEqual([...map], [[4, 'value 4']]);
});

test('a value is created once, and again after it was evicted', () => {
  const map = new Map<string, string>();
  const created: string[] = [];
  const read = (key: string) =>
    memoize(map, 2, key, () => {
      created.push(key);
      return key.toUpperCase();
    });
  assert.deepEqual(['a', 'b', 'a', 'b', 'c', 'a'].map(read), ['A', 'B', 'A', 'B', 'C', 'A']);
  assert.deepEqual([created.join(''), [...map.keys()].join('')], ['abca', 'ca']);
});

test('the least recently used entry is evicted first', () => {
  const map = new Map<string, { of: string }>();
  const read = (key: string) => memoizeRecent(map, 2, key, () => ({ of: key }));
  const first = read('a');
  assert.deepEqual(first, { of: 'a' });
  read('b');
  assert.equal(read('a'), first);
  read('c');
  assert.deepEqual([...map.keys()], ['a', 'c']);
  assert.equal(read('a'), first);
});
