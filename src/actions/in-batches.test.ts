import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseUnavailable } from '../domain/outage.ts';
import { inBatches, inHalfBatches } from './in-batches.ts';

/** Runs that end when the test ends them. */
function heldRuns(atOnce: number, together: typeof inBatches = inBatches, now?: () => number) {
  interface HeldRun {
    key: string;
    items: number[];
    handOver: () => void;
    end: (results: string[] | Error) => void;
  }
  const runs: HeldRun[] = [];
  let begun = () => {};
  const add = together<number, string>(
    atOnce,
    (key, items, handOver = () => {}) => {
      const { promise, resolve, reject } = Promise.withResolvers<string[]>();
      runs.push({
        key,
        items,
        handOver,
        end: (results) => (results instanceof Error ? reject(results) : resolve(results)),
      });
      begun();
      return promise;
    },
    now,
  );
  const nextRun = async () => {
    if (runs.length === 0) await new Promise<void>((resolve) => (begun = resolve));
    const run = runs.shift();
    assert.ok(run);
    return run;
  };
  return { add, nextRun, waiting: () => runs.length };
}

const named = (items: number[]) => items.map((item) => `made ${item}`);

test('concurrent calls form a batch, and later calls form the next one', async () => {
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

test('two batches start together to share a commit, and a third one waits', async () => {
  const { add, nextRun, waiting } = heldRuns(2);
  const answers = [1, 2, 3, 4, 5].map((item) => add('a', item));
  const both = [await nextRun(), await nextRun()];
  assert.deepEqual(
    both.map(({ items }) => items),
    [
      [1, 2],
      [3, 4],
    ],
  );
  both[1]?.end(named([3, 4]));
  assert.equal(await answers[3], 'made 4');
  assert.equal(waiting(), 0);
  both[0]?.end(named([1, 2]));
  (await nextRun()).end(named([5]));
  assert.deepEqual(await Promise.all(answers), named([1, 2, 3, 4, 5]));
});

test('calls that keep arriving join the batch until it is full', async () => {
  const { add, nextRun } = heldRuns(3);
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
    run.end(named(items));
  }
});

/** Completes a batch of four calls after `tookMs`. */
async function fourAnswered(tookMs: number) {
  let ms = 0;
  const held = heldRuns(8, inBatches, () => ms);
  const answers = [1, 2, 3, 4].map((item) => held.add('a', item));
  const run = await held.nextRun();
  ms = tookMs;
  run.end(named(run.items));
  await Promise.all(answers);
  return { ...held, pass: (more: number) => (ms += more) };
}

async function fewTurns() {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}

test('the next batch waits until half of the previous callers return', async () => {
  const { add, nextRun, waiting } = await fourAnswered(8);
  const third = add('a', 5);
  await fewTurns();
  assert.equal(waiting(), 0);
  const fourth = add('a', 6);
  const run = await nextRun();
  assert.deepEqual(run.items, [5, 6]);
  run.end(named(run.items));
  assert.deepEqual(await Promise.all([third, fourth]), named([5, 6]));
});

for (const { tookMs, patienceMs } of [
  { tookMs: 8, patienceMs: 2 },
  { tookMs: 10_000, patienceMs: 5 },
]) {
  test(`the next batch waits ${patienceMs} ms at most after a batch that took ${tookMs} ms`, async () => {
    const { add, nextRun, waiting, pass } = await fourAnswered(tookMs);
    const answer = add('a', 5);
    await fewTurns();
    pass(patienceMs - 0.1);
    await fewTurns();
    assert.equal(waiting(), 0);
    pass(0.2);
    const run = await nextRun();
    assert.deepEqual(run.items, [5]);
    run.end(named(run.items));
    assert.equal(await answer, 'made 5');
  });
}

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

test('an error rejects the calls of its batch only', async () => {
  const { add, nextRun } = heldRuns(2);
  const answers = Promise.allSettled([1, 2, 3].map((item) => add('a', item)));
  (await nextRun()).end(new Error('spoiled'));
  (await nextRun()).end(['made 3']);
  const outcomes = await answers;
  assert.deepEqual(
    outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.message)),
    ['spoiled', 'spoiled', 'made 3'],
  );
});

test('waiting calls fail immediately once the database is down', async () => {
  const { add, nextRun } = heldRuns(1);
  const answers = [1, 2, 3].map((item) => add('a', item));
  for (const run of [await nextRun(), await nextRun()]) run.end(new DatabaseUnavailable('away'));
  for (const answer of answers) await assert.rejects(answer, DatabaseUnavailable);
  const again = add('a', 4);
  (await nextRun()).end(['made 4']);
  assert.equal(await again, 'made 4');
});

test('half batches process one half of the calls while the other half gets its results', async () => {
  const { add, nextRun } = heldRuns(3, inHalfBatches);
  const answers = [1, 2, 3, 4].map((item) => add('a', item));
  const first = await nextRun();
  assert.deepEqual(first.items, [1, 2]);
  first.end(named(first.items));
  const second = await nextRun();
  assert.deepEqual(second.items, [3, 4]);
  second.handOver();
  assert.deepEqual(await Promise.all(answers.slice(0, 2)), ['made 1', 'made 2']);
  const more = [5, 6, 7, 8, 9].map((item) => add('a', item));
  second.end(named(second.items));
  for (const items of [
    [5, 6, 7],
    [8, 9],
  ]) {
    const next = await nextRun();
    assert.deepEqual(next.items, items);
    next.end(named(items));
  }
  assert.deepEqual(await Promise.all([...answers, ...more]), named([1, 2, 3, 4, 5, 6, 7, 8, 9]));
});

test('a result does not wait for a next batch that is slow to start', async () => {
  const { add, nextRun } = heldRuns(1, inHalfBatches);
  const [first, second] = [add('a', 1), add('a', 2)];
  (await nextRun()).end(['made 1']);
  const held = await nextRun();
  assert.equal(await first, 'made 1');
  held.end(new Error('spoiled'));
  await assert.rejects(second, /spoiled/);
});
