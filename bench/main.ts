import { compareCheckouts } from './against.ts';
import { quoteBody } from './fill.ts';
import { median, type RunningServer, rawRequest, table } from './harness.ts';
import type { LoadTask } from './load-client.ts';
import { postgresSubjects, sqliteSubjects } from './subjects.ts';
import { startWithWebhooks } from './webhook-service.ts';
import { createBestLoad } from './wrk.ts';

/**
 * Measures get, list, search and create at 10,000 quotes as ratios to a bare server, alternating in the same run: on
 * SQLite, or with DATABASE_URL on PostgreSQL, where two processes are measured as well. The load comes from wrk if it is
 * on the PATH. Finally, create with three webhook endpoints is compared with the same endpoints disabled. With
 * BENCH_AGAINST=folder, this checkout is compared with another one instead: see `against.ts`.
 */
const QUOTES = 10_000;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 2);
/** Long enough for the JIT compiler to finish. */
const WARM_SECONDS = 2 * SECONDS;
/** Runs only operations whose name contains this text. */
const ONLY = process.env.BENCH_ONLY ?? '';
const WEBHOOK_CASE = 'create, webhook endpoints';

type Case = Pick<LoadTask, 'connections' | 'requests'> & { name: string };

const url = process.env.DATABASE_URL;
const earlier = process.env.BENCH_AGAINST;
if (earlier) {
  await compareCheckouts(earlier, { quotes: QUOTES, rounds: ROUNDS, seconds: SECONDS, only: ONLY, url });
  process.exit();
}
const subjects = url ? await postgresSubjects(url, QUOTES) : await sqliteSubjects(QUOTES);
const load = createBestLoad();
const running: RunningServer[] = [];
try {
  const bare = await trackServer(subjects.startBare());
  const proffer = await trackServer(subjects.startReplica());
  console.log(
    `${url ? 'PostgreSQL' : 'SQLite'}, ${QUOTES} quotes, median of ${ROUNDS} rounds of ${SECONDS} s each, load by ${load.generator}\n`,
  );
  const rows: (string | number)[][] = [];
  const wanted = cases().filter(({ name }) => name.includes(ONLY));
  for (const one of wanted) rows.push(await compare(one, proffer, bare));
  console.log(table(['', 'Proffer/s', 'bare/s', 'ratio', 'p99 ms'], rows));
  if (WEBHOOK_CASE.includes(ONLY))
    console.log(`\n${table(['', 'three/s', 'none/s', 'ratio'], [await compareWebhooks()])}`);
  if (url && !ONLY) {
    const second = await trackServer(subjects.startReplica());
    console.log(`\n${table(['', '1 replica/s', '2 replicas/s'], await compareReplicas(proffer, second))}`);
  }
} finally {
  load.close();
  for (const server of running) await server.stop();
  await subjects.remove();
}

function cases(): Case[] {
  const create = [rawRequest('POST', '/api/v1/quotes', quoteBody(12_345))];
  const search = rawRequest('GET', '/api/v1/quotes?search=website%20redesign');
  return [
    {
      name: 'get',
      connections: 16,
      requests: subjects.ids.map((id) => rawRequest('GET', `/api/v1/quotes/${id}`)),
    },
    { name: 'list 20', connections: 16, requests: [rawRequest('GET', '/api/v1/quotes')] },
    { name: 'search', connections: 16, requests: [search] },
    { name: 'create, 16 connections', connections: 16, requests: create },
    { name: 'create, 64 connections', connections: 64, requests: create },
  ];
}

async function compare(one: Case, proffer: RunningServer, bare: RunningServer): Promise<(string | number)[]> {
  const ours: number[] = [];
  const theirs: number[] = [];
  const p99: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const a = await measure(one, proffer.port, round);
    const b = await measure(one, bare.port, round);
    // The first round warms up both.
    if (round === 0) continue;
    ours.push(a.perSecond);
    theirs.push(b.perSecond);
    p99.push(a.p99);
  }
  const ratio = median(ours) / median(theirs);
  process.stderr.write(`${one.name}: ${ratio.toFixed(2)}\n`);
  return [
    one.name,
    Math.round(median(ours)),
    Math.round(median(theirs)),
    ratio.toFixed(2),
    median(p99).toFixed(1),
  ];
}

async function compareWebhooks(): Promise<(string | number)[]> {
  const webhookService = await startWithWebhooks(subjects);
  running.push(webhookService);
  const requests = [rawRequest('POST', '/api/v1/quotes', quoteBody(12_345), webhookService.key)];
  const one = { name: WEBHOOK_CASE, connections: 16, requests };
  const rates = { three: [] as number[], none: [] as number[] };
  for (let round = 0; round <= ROUNDS; round++) {
    for (const which of ['three', 'none'] as const) {
      await webhookService.setEnabled(which === 'three');
      const { perSecond } = await measure(one, webhookService.port, round);
      if (round > 0) rates[which].push(perSecond);
    }
  }
  const [three, none] = [median(rates.three), median(rates.none)];
  return [one.name, Math.round(three), Math.round(none), (three / none).toFixed(2)];
}

async function compareReplicas(first: RunningServer, second: RunningServer): Promise<(string | number)[][]> {
  const other = createBestLoad();
  const rows: (string | number)[][] = [];
  for (const one of cases().filter(({ name }) => !name.startsWith('create, 64'))) {
    const alone = await measure(one, first.port, 1);
    const task = { connections: one.connections / 2, requests: one.requests, seconds: SECONDS };
    const both = await Promise.all([
      load.run({ ...task, port: first.port }),
      other.run({ ...task, port: second.port }),
    ]);
    rows.push([one.name, Math.round(alone.perSecond), Math.round(both[0].perSecond + both[1].perSecond)]);
  }
  other.close();
  return rows;
}

async function measure({ name, connections, requests }: Case, port: number, round: number) {
  const result = await load.run({
    connections,
    requests,
    seconds: round === 0 ? WARM_SECONDS : SECONDS,
    port,
  });
  if (result.statuses['2xx'] !== result.count) throw new Error(`${name}: ${JSON.stringify(result.statuses)}`);
  return result;
}

async function trackServer(server: Promise<RunningServer>): Promise<RunningServer> {
  running.push(await server);
  return server;
}
