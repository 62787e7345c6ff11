import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseUnavailable } from '../domain/outage.ts';
import { createBatcher } from './batches.ts';

/** Runs that end when the test ends them. */
function createHeldRuns(maxItems: number) {
  interface HeldRun {
    key: string;
    items: number[];
    end: (results: string[] | Error) => void;
  }
  const runs: HeldRun[] = [];
  let begun = () => {};
  const add = createBatcher<number, string>(maxItems, (key, items) => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>();
    runs.push({
      key,
      items,
      end: (results) => (results instanceof Error ? reject(results) : resolve(results)),
    });
    begun();
    return promise;
  });
  const nextRun = async () => {
    if (runs.length === 0) await new Promise<void>((resolve) => (begun = resolve));
    const run = runs.shift();
    assert.ok(run);
    return run;
  };
  return { add, nextRun, waiting: () => runs.length };
}

const madeResults = (items: number[]) => items.map((item) => `made ${item}`);

test('concurrent calls form a batch, and later calls form the next one', async () => {
  const { add, nextRun } = createHeldRuns(3);
  const first = [1, 2].map((item) => add('a', item));
  const run = await nextRun();
  assert.deepEqual([run.key, run.items], ['a', [1, 2]]);
  const later = [3, 4, 5, 6].map((item) => add('a', item));
  run.end(madeResults(run.items));
  assert.deepEqual(await Promise.all(first), ['made 1', 'made 2']);
  for (const items of [[3, 4, 5], [6]]) {
    const next = await nextRun();
    assert.deepEqual(next.items, items);
    next.end(madeResults(items));
  }
  assert.deepEqual(await Promise.all(later), ['made 3', 'made 4', 'made 5', 'made 6']);
});

test('two batches start together to share a commit, and a third one waits', async () => {
  const { add, nextRun, waiting } = createHeldRuns(2);
  const results = [1, 2, 3, 4, 5].map((item) => add('a', item));
  const both = [await nextRun(), await nextRun()];
  assert.deepEqual(
    both.map(({ items }) => items),
    [
      [1, 2],
      [3, 4],
    ],
  );
  both[1]?.end(madeResults([3, 4]));
  assert.equal(await results[3], 'made 4');
  assert.equal(waiting(), 0);
  both[0]?.end(madeResults([1, 2]));
  (await nextRun()).end(madeResults([5]));
  assert.deepEqual(await Promise.all(results), madeResults([1, 2, 3, 4, 5]));
});

test('calls that keep arriving join the batch until it is full', async () => {
  const { add, nextRun } = createHeldRuns(3);
  let next = 1;
  const arrive = () => {
    if (next < 8) setImmediate(arrive);
    add('a', next++);
  };
  arrive();
  for (const items of [
    [1, 2, 3],
    [4, 5, 6],
    [7, 8],
  ]) {
    const run = await nextRun();
    assert.deepEqual(run.items, items);
    run.end(madeResults(items));
  }
});

test('keys do not wait for each other', async () => {
  const { add, nextRun } = createHeldRuns(3);
  const slow = add('a', 1);
  const slowRun = await nextRun();
  const quick = add('b', 2);
  const quickRun = await nextRun();
  quickRun.end(['made 2']);
  assert.equal(await quick, 'made 2');
  slowRun.end(['made 1']);
  assert.equal(await slow, 'made 1');
});

test('an error rejects the calls of its batch only', async () => {
  const { add, nextRun } = createHeldRuns(2);
  const results = Promise.allSettled([1, 2, 3].map((item) => add('a', item)));
  (await nextRun()).end(new Error('spoiled'));
  (await nextRun()).end(['made 3']);
  const outcomes = await results;
  assert.deepEqual(
    outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.message)),
    ['spoiled', 'spoiled', 'made 3'],
  );
});

test('waiting calls fail immediately once the database is down', async () => {
  const { add, nextRun } = createHeldRuns(1);
  const results = [1, 2, 3].map((item) => add('a', item));
  for (const run of [await nextRun(), await nextRun()]) run.end(new DatabaseUnavailable('away'));
  for (const answer of results) await assert.rejects(answer, DatabaseUnavailable);
  const again = add('a', 4);
  (await nextRun()).end(['made 4']);
  assert.equal(await again, 'made 4');
});
