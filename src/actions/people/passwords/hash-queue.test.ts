import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../../domain/errors.ts';
import { createHashQueue, type HashRequest } from './hash-queue.ts';

/** Starts tasks that wait for `release`, and records the order in which they ran. */
function startMany(turns: HashRequest[], maxWaiting?: number) {
  const inTurn = createHashQueue(maxWaiting);
  const ran: string[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const results = turns.map((turn) =>
    inTurn(turn, async () => {
      ran.push(turn.group);
      await released;
    }),
  );
  return { ran, release, results };
}

const stranger = (group: string): HashRequest => ({ isTrusted: false, group });

test('a trusted caller goes first, and a new network waits for one entry of each other network', async () => {
  const flood = Array.from({ length: 1_200 }, (_, n) => stranger(`network ${n % 200}`));
  const { ran, release, results } = startMany([
    ...flood,
    stranger('new'),
    { isTrusted: true, group: 'known' },
  ]);
  release();
  await Promise.all(results);
  assert.equal(ran.length, 1_202, 'nobody is refused');
  assert.equal(ran.indexOf('known'), 2);
  // Before it: the two that were running, the trusted caller, and one entry of each of the 200 networks.
  assert.equal(ran.indexOf('new'), 203);
});

test('a full queue rejects the group with the most entries, and skips callers that have disconnected', async () => {
  const gone = { ...stranger('gone'), isOver: () => true };
  const many = Array.from({ length: 5 }, () => stranger('many'));
  const { ran, release, results } = startMany([...many, gone, stranger('new')], 3);
  release();
  const refused = (await Promise.allSettled(results)).filter((result) => result.status === 'rejected');
  assert.deepEqual(ran, ['many', 'many', 'many', 'new']);
  for (const { reason } of refused) {
    assert.ok(reason instanceof Problem);
    assert.deepEqual([reason.code, reason.headers['Retry-After']], ['overloaded', '5']);
  }
  assert.equal(refused.length, 3);
});
