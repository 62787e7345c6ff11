import { setTimeout as delay } from 'node:timers/promises';
import { spawnTestService } from '../../support/service/spawn-service.ts';
import { type Fault, type HaCluster, startHaCluster, until } from './cluster.ts';
import { type Load, startLoad } from './load.ts';
import { findPrograms, type Programs } from './programs.ts';

/**
 * `npm run chaos:ha`: runs two processes under load on PostgreSQL with Patroni, etcd and HAProxy, while the primary
 * fails repeatedly. HA_ROUNDS sets how often, HA_FAULTS which faults take turns (node, postgres, switchover, freeze).
 */
const FAULTS: readonly Fault[] = ['node', 'postgres', 'switchover', 'freeze'];
const rounds = Number(process.env.HA_ROUNDS ?? 4);
const faults = (process.env.HA_FAULTS ?? 'node,postgres,switchover').split(',') as Fault[];

const ends: (() => Promise<void>)[] = [];
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => endAll().finally(() => process.exit(1)));
}
try {
  process.exitCode = await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await endAll();
}

async function main(): Promise<number> {
  if (!(rounds >= 1 && rounds <= 100)) throw new Error('HA_ROUNDS must be a number from 1 to 100');
  const unknown = faults.filter((fault) => !FAULTS.includes(fault));
  if (unknown.length > 0) throw new Error(`HA_FAULTS: ${unknown.join(', ')}? There are ${FAULTS.join(', ')}`);
  const { cluster, load } = await start(findPrograms());
  for (let round = 0; round < rounds; round++) {
    console.log(await failOver(cluster, load, faults[round % faults.length] as Fault));
  }
  await load.finish();
  console.log(formatVerdict(load));
  return load.violations.length > 0 ? 1 : 0;
}

async function start(programs: Programs): Promise<{ cluster: HaCluster; load: Load }> {
  console.log('Starting etcd, three nodes of Patroni (synchronous, strict), HAProxy and two replicas\n');
  const cluster = await startHaCluster(programs);
  ends.push(cluster.close);
  const urls: string[] = [];
  for (const _ of [1, 2]) {
    const service = await spawnTestService({ DATABASE_URL: cluster.databaseUrl, LOG_LEVEL: 'silent' });
    ends.push(() => service.stop('SIGKILL'));
    urls.push(service.url);
  }
  const load = startLoad(urls);
  if (!(await until(async () => load.acknowledged.length >= 50, 60)))
    throw new Error('the load does not start');
  return { cluster, load };
}

/** Loses the primary once, and waits until all three nodes are back. */
async function failOver(cluster: HaCluster, load: Load, fault: Fault): Promise<string> {
  const old = await cluster.leader();
  if (!old) throw new Error('there is no primary to take away');
  const start = performance.now();
  const seconds = (at: number) => `${((at - start) / 1000).toFixed(1)} s`;
  const repair = await cluster.inflict(fault, old);
  const isReplaced = async () => ![undefined, old].includes(await cluster.leader());
  if (!(await until(isReplaced, 90))) load.violations.push(`${fault}: no standby took over`);
  const replacedAt = performance.now();
  const isServed = async () => (load.acknowledged.at(-1)?.at ?? 0) > replacedAt;
  if (!(await until(isServed, 60)))
    load.violations.push(`${fault}: no write was accepted after the failover`);
  await delay(3000);
  await repair();
  if (!(await until(cluster.isWhole, 120)))
    load.violations.push(`${fault}: the cluster did not recover completely`);
  const failures = load.failures.filter(({ at }) => at > start);
  return [
    `${fault.padEnd(10)} ${old} → ${await cluster.leader()} after ${seconds(replacedAt)};`,
    `longest time without an acknowledgement ${longestGap(load, start).toFixed(1)} s;`,
    `meanwhile ${countsOf(failures.map(({ what }) => what)) || 'no failure'};`,
    `${load.acknowledged.length} acknowledged so far`,
  ].join(' ');
}

function longestGap({ acknowledged }: Load, from: number): number {
  const times = acknowledged.map(({ at }) => at).filter((at) => at >= from);
  const gaps = times.map((at, index) => at - (times[index - 1] ?? from));
  return Math.max(0, ...gaps) / 1000;
}

function countsOf(names: readonly string[]): string {
  const counts = Map.groupBy(names, (name) => name);
  return [...counts].map(([name, all]) => `${all.length} × ${name}`).join(', ');
}

function formatVerdict({ acknowledged, failures, violations }: Load): string {
  const all = `${acknowledged.length} acknowledged in ${rounds} failovers; ${countsOf(failures.map(({ what }) => what)) || 'no failure'}`;
  return violations.length === 0
    ? `\n${all}\nVERDICT: passed. No acknowledged write was lost, changed or duplicated.`
    : `\n${all}\nVERDICT: FAILED, ${violations.length} violations:\n  - ${violations.slice(0, 40).join('\n  - ')}`;
}

async function endAll(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end();
}
