import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFairQueue, type FairQueue } from './fair-queue.ts';

const takeAll = (queue: FairQueue<string>) => {
  const taken: string[] = [];
  for (let next = queue.take(); next !== undefined; next = queue.take()) taken.push(next);
  return taken;
};

test('groups take turns, and each keeps its order', () => {
  const queue = createFairQueue<string>(10);
  for (const entry of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) queue.add(entry.charAt(0), entry);
  assert.equal(queue.take(), 'a1');
  queue.add('d', 'd1');
  assert.deepEqual(takeAll(queue), ['b1', 'c1', 'a2', 'c2', 'd1', 'a3']);
});

test('a returning group waits for earlier groups, but not for later ones', () => {
  const queue = createFairQueue<string>(10);
  for (const group of ['a', 'b']) queue.add(group, group);
  assert.equal(queue.take(), 'a');
  queue.add('a', 'again');
  queue.add('c', 'c');
  assert.deepEqual(takeAll(queue), ['b', 'again', 'c']);
});

test('a full queue drops the last entry of the longest group, or the new one', () => {
  const queue = createFairQueue<string>(3);
  for (const entry of ['a1', 'a2', 'a3']) assert.equal(queue.add('a', entry), undefined);
  assert.equal(queue.add('a', 'a4'), 'a4');
  assert.equal(queue.add('b', 'b1'), 'a3');
  assert.equal(queue.add('c', 'c1'), 'a2');
  assert.equal(queue.add('d', 'd1'), 'd1', 'nobody has more than one');
  assert.deepEqual(takeAll(queue), ['a1', 'b1', 'c1']);
});
