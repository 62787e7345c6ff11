import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { newId } from '../../src/domain/ids.ts';
import type { Database } from '../../src/store/database.ts';
import { findDelivery, insertDeliveries } from '../../src/store/tables/webhook/deliveries.ts';
import {
  claimDueDeliveries,
  type EndpointKey,
  findDueEndpoints,
  finishAttempt,
  releaseDeliveries,
} from '../../src/store/tables/webhook/due.ts';
import { insertEndpoint } from '../../src/store/tables/webhook/endpoints.ts';
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
      const plain = { description: null, enabled: 1, secret: '', told: 0, created_at: NOW } as const;
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
});
