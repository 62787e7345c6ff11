import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { newId } from '../../src/domain/ids.ts';
import type { Database } from '../../src/store/database.ts';
import { findDelivery, insertDeliveries } from '../../src/store/tables/webhook/deliveries.ts';
import {
  claimDueDeliveries,
  type EndpointKey,
  expireLeases,
  findDueEndpoints,
  findLongestDueMs,
  findMisscheduledEndpoints,
  finishAttempt,
  readAttemptData,
  releaseDeliveries,
  rescheduleDeliveries,
} from '../../src/store/tables/webhook/due.ts';
import { insertEndpoint, recordFailing } from '../../src/store/tables/webhook/endpoints.ts';
import { onEveryEngine } from '../support/service/engines.ts';
import { NOW, sampleAccount } from '../support/store/store-samples.ts';

const LEASE_MS = 30_000;
const BATCH = 2;

onEveryEngine('Claims of webhook deliveries', (engine) => {
  let db: Database;
  before(async () => {
    db = await engine.open(await engine.newDatabase());
  });
  after(() => db.close());

  const newEndpoint = async (count: number, dueAt: number): Promise<EndpointKey> => {
    const { id: account_id } = await sampleAccount(db);
    const id = newId('whe', NOW);
    const events = Array.from({ length: count }, (_, n) => {
      return { id: `evt_${n}`, n: n + 1, type: 'quote.created' as const };
    });
    await db.write(async (tx) => {
      const plain = { description: null, enabled: 1, secret: '', queued_to: 0, created_at: NOW } as const;
      await insertEndpoint(tx, { account_id, id, url: 'https://a.example', types: '["*"]', ...plain });
      await insertDeliveries(tx, { account_id, endpoint_id: id }, events, dueAt);
    });
    return { account_id, id };
  };
  const claim = async (key: EndpointKey, now: number) => {
    const lease = { now, leaseUntil: now + LEASE_MS, limit: BATCH };
    return (await db.write((tx) => claimDueDeliveries(tx, key, lease)))?.deliveries ?? [];
  };
  /** Makes a claim whose lease has ended, and the claim that another process has made since. */
  const claimTwice = async () => {
    const key = await newEndpoint(1, NOW);
    const [stale] = await claim(key, NOW);
    const [current] = await claim(key, NOW + LEASE_MS + 1);
    assert.ok(stale && current);
    const find = () => findDelivery(db.read, { account_id: key.account_id, endpoint_id: key.id }, current.id);
    return { stale, current, find };
  };
  const delivered = { state: 'delivered', tries: 1, due_at: NOW, doc: '[]' } as const;

  it('only the process that holds the lease records an attempt', async () => {
    const { stale, current, find } = await claimTwice();
    assert.equal(await db.write((tx) => finishAttempt(tx, stale, delivered)), false);
    assert.equal((await find())?.state, 'waiting');
    assert.equal(await db.write((tx) => finishAttempt(tx, { ...current, tries: 1 }, delivered)), false);
    assert.equal(await db.write((tx) => finishAttempt(tx, current, delivered)), true);
    assert.equal(await db.write((tx) => finishAttempt(tx, current, delivered)), false);
    assert.equal((await find())?.state, 'delivered');
  });

  it('only the process that holds the lease releases a delivery', async () => {
    const { stale, current, find } = await claimTwice();
    await db.write((tx) => releaseDeliveries(tx, [stale], NOW));
    assert.deepEqual([(await find())?.due_at, (await find())?.in_hand], [current.due_at, 1]);
    await db.write((tx) => releaseDeliveries(tx, [current], NOW + 1));
    assert.deepEqual([(await find())?.due_at, (await find())?.in_hand], [NOW + 1, 0]);
  });

  it('an endpoint with a long queue goes behind the others after each batch', async () => {
    const [long, short] = [await newEndpoint(3 * BATCH, NOW - 2), await newEndpoint(1, NOW - 1)];
    const order = async () => {
      const due = await findDueEndpoints(db.read, NOW, { isFailing: false, limit: 100 });
      return due.map(({ id }) => id).filter((id) => id === long.id || id === short.id);
    };
    assert.deepEqual(await order(), [long.id, short.id]);
    await claim(long, NOW);
    assert.deepEqual(await order(), [short.id, long.id]);
  });

  const readDue = (key: EndpointKey) =>
    db.read.all<{ id: string; due_at: number; in_hand: number }>(
      'SELECT id, due_at, in_hand FROM webhook_deliveries WHERE account_id = ? AND endpoint_id = ? ORDER BY id',
      ...[key.account_id, key.id],
    );
  const dueTimes = async (key: EndpointKey) => (await readDue(key)).map(({ due_at }) => due_at);
  const dueAtOf = async (key: EndpointKey) =>
    (
      await db.read.get<{ due_at: number | null }>(
        'SELECT due_at FROM webhook_endpoints WHERE account_id = ? AND id = ?',
        ...[key.account_id, key.id],
      )
    )?.due_at;
  const disable = ({ account_id, id }: EndpointKey) =>
    db.write((tx) =>
      tx.run('UPDATE webhook_endpoints SET enabled = 0 WHERE account_id = ? AND id = ?', account_id, id),
    );

  it('a batch holds due deliveries of its endpoint only, up to the limit', async () => {
    const [key, other] = [await newEndpoint(3, NOW), await newEndpoint(1, NOW)];
    assert.deepEqual(await claim(key, NOW - 1), [], 'none is due yet');
    const first = await claim(key, NOW);
    assert.equal(first.length, BATCH);
    assert.deepEqual(
      new Set(first.map(({ due_at, endpoint_id }) => `${due_at} ${endpoint_id}`)),
      new Set([`${NOW + LEASE_MS} ${key.id}`]),
    );
    assert.equal((await claim(key, NOW)).length, 1);
    assert.deepEqual(await claim(key, NOW), []);
    assert.deepEqual(await dueTimes(other), [NOW]);
    assert.deepEqual([await dueAtOf(key), await dueAtOf(other)], [NOW + LEASE_MS, NOW]);
    assert.deepEqual(await claim({ ...key, account_id: other.account_id }, NOW + LEASE_MS), []);
    assert.deepEqual(await claim({ ...other, account_id: key.account_id }, NOW), []);
    await disable(other);
    assert.deepEqual(await claim(other, NOW), []);
  });

  it('one delivery is claimed by its id, and the endpoint keeps the time of the next', async () => {
    const key = await newEndpoint(3, NOW);
    const [, wanted] = await readDue(key);
    const lease = { now: NOW + 5, leaseUntil: NOW + LEASE_MS, limit: BATCH, only: wanted?.id ?? '' };
    const batch = await db.write((tx) => claimDueDeliveries(tx, key, lease));
    assert.deepEqual(
      batch?.deliveries.map(({ id }) => id),
      [wanted?.id],
    );
    assert.deepEqual(
      [batch?.kind, batch?.endpoint.url, batch?.endpoint.failing_since],
      ['live', 'https://a.example', null],
    );
    assert.equal(await dueAtOf(key), NOW + 5, 'the others are overdue: their endpoint waits from now on');
  });

  it('endpoints that fail are found separately, disabled ones never', async () => {
    const due = async (isFailing: boolean, now = NOW) =>
      (await findDueEndpoints(db.read, now, { isFailing, limit: 100 })).map(({ id }) => id);
    const [healthy, failing] = [await newEndpoint(1, NOW), await newEndpoint(1, NOW)];
    await db.write((tx) => recordFailing(tx, failing.account_id, failing.id, NOW));
    const isIn = async (isFailing: boolean, now?: number) => {
      const ids = await due(isFailing, now);
      return [ids.includes(healthy.id), ids.includes(failing.id)];
    };
    assert.deepEqual(
      [await isIn(false), await isIn(true)],
      [
        [true, false],
        [false, true],
      ],
    );
    assert.deepEqual(await isIn(false, NOW - 1), [false, false], 'not due yet');
    assert.equal((await findDueEndpoints(db.read, NOW, { isFailing: false, limit: 1 })).length, 1);
    await disable(healthy);
    assert.deepEqual(await isIn(false), [false, false]);
  });

  it('the longest wait is that of the most overdue enabled endpoint', async () => {
    const none = await findLongestDueMs(db.read, 0);
    assert.equal(none, 0);
    const key = await newEndpoint(1, NOW - 1_000_000);
    assert.equal(await findLongestDueMs(db.read, NOW), 1_000_000);
    await disable(key);
    assert.ok((await findLongestDueMs(db.read, NOW)) < 1_000_000);
  });

  it('an attempt reads the endpoint while it is enabled, also for a ping', async () => {
    const key = await newEndpoint(1, NOW);
    const [claimed] = await claim(key, NOW);
    assert.ok(claimed);
    const plain = { url: 'https://a.example', secret: '', previous_secret: null, previous_until: null };
    for (const event_n of [claimed.event_n, null]) {
      const data = await readAttemptData(db.read, { ...claimed, event_n });
      assert.partialDeepStrictEqual(data, { ...plain, doc: null }, 'the event is not in the feed');
    }
    assert.equal(await readAttemptData(db.read, { ...claimed, endpoint_id: 'whe_none' }), undefined);
    assert.equal(await readAttemptData(db.read, { ...claimed, account_id: 'acc_none' }), undefined);
    await disable(key);
    assert.equal(await readAttemptData(db.read, claimed), undefined);
  });

  it('released deliveries make their endpoint due, others stay', async () => {
    const key = await newEndpoint(2, NOW);
    const [one, two] = await claim(key, NOW);
    assert.ok(one && two);
    await db.write((tx) => releaseDeliveries(tx, [], NOW));
    assert.equal(await dueAtOf(key), NOW + LEASE_MS);
    await db.write((tx) => releaseDeliveries(tx, [one], NOW + 1));
    assert.equal(await dueAtOf(key), NOW + 1);
    const rows = await readDue(key);
    assert.deepEqual(
      new Set(rows.map(({ id, due_at, in_hand }) => `${id} ${due_at} ${in_hand}`)),
      new Set([`${one.id} ${NOW + 1} 0`, `${two.id} ${NOW + LEASE_MS} 1`]),
    );
  });

  it('leases of a process that ended expire at once; later retries stay', async () => {
    const [leased, later, disabled] = [
      await newEndpoint(1, NOW),
      await newEndpoint(1, NOW),
      await newEndpoint(1, NOW),
    ];
    await claim(leased, NOW);
    await claim(disabled, NOW);
    const [taken] = await claim(later, NOW);
    assert.ok(taken);
    const retryAt = NOW + LEASE_MS + 10;
    const retry = { state: 'waiting', tries: 1, due_at: retryAt, doc: '[]' } as const;
    await db.write((tx) => finishAttempt(tx, taken, retry));
    await disable(disabled);
    await db.write((tx) => expireLeases(tx, NOW + 5, LEASE_MS));
    const [row] = await readDue(leased);
    assert.deepEqual([row?.due_at, row?.in_hand, await dueAtOf(leased)], [NOW + 5, 0, NOW + 5]);
    assert.deepEqual(await dueTimes(later), [retryAt]);
    assert.deepEqual(await dueTimes(disabled), [NOW + LEASE_MS]);
    await db.write((tx) => expireLeases(tx, NOW + 10, LEASE_MS));
    assert.deepEqual(
      [await dueTimes(leased), await dueTimes(later)],
      [[NOW + 5], [NOW + 10]],
      'due in exactly a lease',
    );
  });

  it('what a fast clock has scheduled is made due now, by the kind of its wait', async () => {
    const limits = { first: NOW + 10, leased: NOW + 20, retry: NOW + 30 };
    const wait = { ahead: 0, tries: 0, in_hand: 0 };
    const cases = [
      { ...wait, ahead: 10, isLate: false },
      { ...wait, ahead: 11, isLate: true },
      { ...wait, ahead: 20, in_hand: 1, isLate: false },
      { ...wait, ahead: 21, in_hand: 1, isLate: true },
      { ...wait, ahead: 30, tries: 1, isLate: false },
      { ...wait, ahead: 31, tries: 1, isLate: true },
      { ...wait, ahead: 5, in_hand: 1, tries: 1, isLate: false },
    ];
    for (const { ahead, tries, in_hand, isLate } of cases) {
      const key = await newEndpoint(1, NOW + ahead);
      await db.write((tx) =>
        tx.run(
          'UPDATE webhook_deliveries SET tries = ?, in_hand = ? WHERE endpoint_id = ?',
          tries,
          in_hand,
          key.id,
        ),
      );
      const found = async () => {
        const keys = await findMisscheduledEndpoints(db.read, limits, 100);
        return keys.some(({ id, account_id }) => id === key.id && account_id === key.account_id);
      };
      const name = JSON.stringify({ ahead, tries, in_hand });
      assert.equal(await found(), isLate, name);
      await db.write((tx) => rescheduleDeliveries(tx, { ...key, account_id: 'acc_none' }, limits, NOW));
      await db.write((tx) => rescheduleDeliveries(tx, { ...key, id: 'whe_none' }, limits, NOW));
      assert.deepEqual(await dueTimes(key), [NOW + ahead], name);
      await db.write((tx) => rescheduleDeliveries(tx, key, limits, NOW));
      const [row] = await readDue(key);
      assert.deepEqual([row?.due_at, row?.in_hand], isLate ? [NOW, 0] : [NOW + ahead, in_hand], name);
      assert.equal(await found(), false, name);
    }
    const done = await newEndpoint(1, NOW + 100);
    await db.write((tx) =>
      tx.run(`UPDATE webhook_deliveries SET state = 'failed' WHERE endpoint_id = ?`, done.id),
    );
    const off = await newEndpoint(1, NOW + 100);
    await disable(off);
    assert.deepEqual(await findMisscheduledEndpoints(db.read, limits, 100), []);
    await db.write((tx) => rescheduleDeliveries(tx, done, limits, NOW));
    assert.deepEqual(await dueTimes(done), [NOW + 100]);
    for (const ahead of [100, 100]) await newEndpoint(1, NOW + ahead);
    assert.equal((await findMisscheduledEndpoints(db.read, limits, 1)).length, 1);
  });
});
