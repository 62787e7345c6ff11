import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPostgresCluster } from './chaos/faults/cluster.ts';
import { runFeed } from './chaos/feed/run-feed.ts';
import { randomFrom } from './chaos/random.ts';
import { formatReport } from './chaos/report.ts';
import { runChaos } from './chaos/run-chaos.ts';
import { isEngineEnabled } from './support/service/engines.ts';

const seed = Number(process.env.CHAOS_SEED ?? Math.floor(Math.random() * 2 ** 32));
const skip = isEngineEnabled('postgres') ? undefined : 'not on PostgreSQL';
/** The tests wait for processes to restart one after the other. */
const timeout = 180_000;

/** The short form of `npm run chaos`: every process is killed once, PostgreSQL crashes once. */
test('processes on PostgreSQL lose nothing while everything fails in turn', { skip, timeout }, async (t) => {
  const actors = ['approver'] as const;
  const result = await runChaos({ seconds: 2, seed, clients: 2, replicas: 2, operations: 21, actors });
  const report = `seed ${seed}\n${formatReport(result)}`;
  t.diagnostic(report);
  assert.deepEqual(result.history.violations, [], report);
  assert.ok(result.history.operations.length > 20, report);
});

/** The short form of `npm run chaos:feed`. */
test('readers of the feed miss nothing during many writes on two processes', { skip, timeout }, async (t) => {
  const cluster = await startPostgresCluster(randomFrom(seed), { replicas: 2, isShared: true });
  t.after(cluster.close);
  const result = await runFeed(cluster, { writes: 200, writers: 16, kills: 1, seed });
  assert.deepEqual(result.violations, [], `seed ${seed}`);
  assert.ok(result.events >= 200);
});
