import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportOf } from './chaos/report.ts';
import { runChaos } from './chaos/run-chaos.ts';
import { isEngineWanted } from './support/service/engines.ts';

const skip = isEngineWanted('postgres') ? undefined : 'not on PostgreSQL';

/** The short form of `npm run chaos`: every replica is killed once, PostgreSQL crashes once. */
test('three replicas on PostgreSQL keep their word while everything fails in turn', { skip }, async (t) => {
  const seed = Number(process.env.CHAOS_SEED ?? Math.floor(Math.random() * 2 ** 32));
  const result = await runChaos({ seconds: 3, seed, clients: 2 });
  const report = `seed ${seed}\n${reportOf(result)}`;
  t.diagnostic(report);
  assert.deepEqual(result.history.violations, [], report);
  assert.ok(result.history.operations.length > 20, report);
});
