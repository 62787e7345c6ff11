import { startPostgresCluster, startSqliteCluster } from '../faults/cluster.ts';
import { randomFrom } from '../random.ts';
import { runFeed } from './run-feed.ts';

/** `npm run chaos:feed`, on `CHAOS_ENGINES`: FEED_WRITES (10,000), FEED_WRITERS (64), FEED_KILLS (9), CHAOS_SEED. */
const seed = Number(process.env.CHAOS_SEED ?? Math.floor(Math.random() * 2 ** 32));
const options = {
  writes: Number(process.env.FEED_WRITES ?? 10_000),
  writers: Number(process.env.FEED_WRITERS ?? 64),
  kills: Number(process.env.FEED_KILLS ?? 9),
  seed,
};
const wanted = process.env.CHAOS_ENGINES?.split(',') ?? ['postgres', 'sqlite'];
const RUNS = [
  ['postgres', 'Three replicas on one PostgreSQL', () => startPostgresCluster(randomFrom(seed))],
  ['sqlite', 'SQLite', () => startSqliteCluster(randomFrom(seed))],
] as const;

for (const [engine, what, start] of RUNS) {
  if (!wanted.includes(engine)) continue;
  const cluster = await start();
  try {
    const { writes, events, kills, seconds, violations } = await runFeed(cluster, options);
    console.log(
      `${what}: ${writes} writes by ${options.writers} at once, ${events} events, ${kills} kills, ${seconds.toFixed(0)} s, seed ${seed}: ` +
        (violations.length === 0 ? 'none missing, none twice, each quote in order' : 'BROKEN'),
    );
    for (const violation of violations.slice(0, 20)) console.log(`- ${violation}`);
    if (violations.length > 0) process.exitCode = 1;
  } finally {
    await cluster.close();
  }
}
