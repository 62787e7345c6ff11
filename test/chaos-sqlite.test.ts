import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportOf } from './chaos/report.ts';
import { runSqliteChaos } from './chaos/run-chaos.ts';
import { isEngineWanted } from './support/service/engines.ts';

const skip = isEngineWanted('sqlite') ? undefined : 'not on SQLite';

/** The short form of `npm run chaos` on SQLite. */
for (const threads of [1, 2]) {
  test(`SQLite keeps its word when the service is killed, SERVER_THREADS=${threads}`, { skip }, async (t) => {
    const seed = Number(process.env.CHAOS_SEED ?? Math.floor(Math.random() * 2 ** 32));
    const result = await runSqliteChaos({ seconds: 2, seed, clients: 2, threads });
    const report = `seed ${seed}\n${reportOf(result)}`;
    t.diagnostic(report);
    assert.deepEqual(result.history.violations, [], report);
    assert.equal(result.faults.kills, 2, report);
  });
}
