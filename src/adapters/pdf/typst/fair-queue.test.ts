import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFairQueue } from './fair-queue.ts';

interface Entry {
  account: string;
  name: string;
}

const entry = (name: string): Entry => ({ account: name[0] ?? '', name });
const any = () => true;
const nothing = () => 0;

function createQueue(names: string, limit = 100, accountLimit = 100) {
  const queue = createFairQueue<Entry>(limit, accountLimit);
  const refused = names.split(' ').flatMap((name) => queue.add(entry(name))?.name ?? []);
  return { ...queue, refused };
}

function takeAll({ take }: Pick<ReturnType<typeof createQueue>, 'take'>): string[] {
  const taken = [];
  for (let next = take(any, nothing); next; next = take(any, nothing)) taken.push(next.name);
  return taken;
}

test('accounts take turns, and each is served in its own order', () => {
  assert.deepEqual(takeAll(createQueue('a1 a2 a3 b1 c1 b2')), ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('the least busy account goes first', () => {
  const { take } = createQueue('a1 b1 c1');
  const inHand = new Map([
    ['a', 2],
    ['b', 1],
    ['c', 1],
  ]);
  assert.equal(take(any, (account) => inHand.get(account) ?? 0)?.name, 'b1');
});

test('an entry that may not start yet is skipped, and keeps its place', () => {
  const queue = createQueue('a1 a2 b1');
  assert.equal(queue.take(({ name }) => name !== 'a1' && name !== 'b1', nothing)?.name, 'a2');
  assert.deepEqual(takeAll(queue), ['b1', 'a1']);
});

test('an entry that is put back is the next of its account', () => {
  const queue = createQueue('a2 b1');
  queue.putBack(entry('a1'));
  assert.deepEqual(takeAll(queue), ['a1', 'b1', 'a2']);
});

test('the account with the most entries loses its last one if the queue is full', () => {
  assert.deepEqual(createQueue('a1 a2 a3 b1 b2', 4).refused, ['a3']);
  assert.deepEqual(createQueue('a1 a2 b1 b2 b3', 4).refused, ['b3']);
  assert.deepEqual(createQueue('a1 b1 c1 d1', 3).refused, ['d1']);
});

test('no account may exceed its share of the queue', () => {
  assert.deepEqual(createQueue('a1 a2 a3 b1', 10, 2).refused, ['a3']);
});

test('removed entries free their places', () => {
  const queue = createQueue('a1 b1', 2, 1);
  assert.equal(queue.add(entry('c1'))?.name, 'c1');
  assert.deepEqual(takeAll(queue), ['a1', 'b1']);
  assert.equal(queue.add(entry('c1')), undefined);
  assert.deepEqual(
    queue.empty().map(({ name }) => name),
    ['c1'],
  );
  assert.equal(queue.take(any, nothing), undefined);
});
