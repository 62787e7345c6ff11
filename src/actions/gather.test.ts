import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseUnavailable } from '../store/database.ts';
import { gather } from './gather.ts';

/** A run that ends when it is told to. */
function heldRuns(atOnce: number) {
  const runs: { key: string; items: number[]; end: (results: string[] | Error) => void }[] = [];
  let begun = () => {};
  const add = gather<number, string>({ atOnce, pauseMs: 0 }, (key, items) => {
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
  return { add, nextRun };
}

const named = (items: number[]) => items.map((item) => `made ${item}`);

test('what comes at the same moment is done together, and what comes meanwhile is the next', async () => {
  const { add, nextRun } = heldRuns(3);
  const first = [1, 2].map((item) => add('a', item));
  const run = await nextRun();
  assert.deepEqual([run.key, run.items], ['a', [1, 2]]);
  const later = [3, 4, 5, 6].map((item) => add('a', item));
  run.end(named(run.items));
  assert.deepEqual(await Promise.all(first), ['made 1', 'made 2']);
  for (const items of [[3, 4, 5], [6]]) {
    const next = await nextRun();
    assert.deepEqual(next.items, items);
    next.end(named(items));
  }
  assert.deepEqual(await Promise.all(later), ['made 3', 'made 4', 'made 5', 'made 6']);
});

test('keys do not wait for each other', async () => {
  const { add, nextRun } = heldRuns(3);
  const slow = add('a', 1);
  const slowRun = await nextRun();
  const quick = add('b', 2);
  const quickRun = await nextRun();
  quickRun.end(['made 2']);
  assert.equal(await quick, 'made 2');
  slowRun.end(['made 1']);
  assert.equal(await slow, 'made 1');
});

test('a failure is told to those whom it concerns', async () => {
  const { add, nextRun } = heldRuns(2);
  const answers = [1, 2, 3].map((item) => add('a', item));
  (await nextRun()).end(new Error('spoiled'));
  (await nextRun()).end(['made 3']);
  const outcomes = await Promise.allSettled(answers);
  assert.deepEqual(
    outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.message)),
    ['spoiled', 'spoiled', 'made 3'],
  );
});

test('nobody waits for a database that is known to be away', async () => {
  const { add, nextRun } = heldRuns(1);
  const answers = [1, 2, 3].map((item) => add('a', item));
  (await nextRun()).end(new DatabaseUnavailable('away'));
  for (const answer of answers) await assert.rejects(answer, DatabaseUnavailable);
  const again = add('a', 4);
  (await nextRun()).end(['made 4']);
  assert.equal(await again, 'made 4');
});
