import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSqliteCluster } from './chaos/faults/cluster.ts';
import { runFeed } from './chaos/feed/run-feed.ts';
import { randomFrom } from './chaos/random.ts';
import { formatReport } from './chaos/report.ts';
import { runSqliteChaos } from './chaos/run-chaos.ts';
import { isEngineEnabled } from './support/service/engines.ts';

const skip = isEngineEnabled('sqlite') ? undefined : 'not on SQLite';
/** The tests wait for processes to restart one after the other. */
const timeout = 180_000;

/** The short form of `npm run chaos` on SQLite. `test/api/kill.test.ts` kills the restarted process too. */
for (const actors of [
  ['keeper', 'eraser'],
  ['visitors', 'payer'],
  ['signers', 'biller', 'askers'],
  ['payer at Mollie', 'code users'],
  ['own sender'],
] as const) {
  test(`SQLite loses nothing when the service is killed, with ${actors.join(' and ')}`, {
    skip,
    timeout,
  }, async (t) => {
    const seed = Number(process.env.CHAOS_SEED ?? Math.floor(Math.random() * 2 ** 32));
    const result = await runSqliteChaos({ seconds: 1, seed, clients: 2, kills: 1, actors });
    const report = `seed ${seed}\n${formatReport(result)}`;
    t.diagnostic(report);
    assert.deepEqual(result.history.violations, [], report);
    assert.equal(result.faults.kills, 1, report);
  });
}

/** The short form of `npm run chaos:feed`. */
test('readers of the feed miss nothing during many writes', { skip, timeout }, async (t) => {
  const seed = Number(process.env.CHAOS_SEED ?? Math.floor(Math.random() * 2 ** 32));
  const cluster = await startSqliteCluster(randomFrom(seed));
  t.after(cluster.close);
  const result = await runFeed(cluster, { writes: 200, writers: 16, kills: 1, seed });
  assert.deepEqual(result.violations, [], `seed ${seed}`);
  assert.ok(result.events >= 200);
});
