import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres, type TestPostgres } from '../test/support/postgres/postgres.ts';
import { createLoad, type Load, median, rawRequest, table, temporaryFolder } from './harness.ts';
import type { LoadResult } from './load-client.ts';
import { checkResponses } from './peers/check.ts';
import { onPostgres, onSqlite, type PeerDatabase, settle } from './peers/database.ts';
import { startDirectus } from './peers/directus.ts';
import { startExpressDrizzle } from './peers/express-drizzle.ts';
import { startJsonServer } from './peers/json-server.ts';
import { OPERATIONS, type Operation, type Peer } from './peers/peer.ts';
import { asPeer } from './peers/proffer.ts';
import { startStrapi } from './peers/strapi.ts';
import { type OperationContext, openWorkshop } from './peers/workshop.ts';
import { postgresSubjects, sqliteSubjects } from './subjects.ts';
import { createBestLoad } from './wrk.ts';

/**
 * Measures the same operations on comparable products, on each of our engines that they support, with one process each,
 * alternating in the same run. `--keep` leaves the installed packages in the temporary folder for the next run, and
 * `--only directus,strapi-sqlite` limits the run to these.
 */
const QUOTES = 10_000;
const CONNECTIONS = 16;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
/** Long enough for the JIT compiler to finish. */
const WARM_SECONDS = 2 * SECONDS;
const TITLES: Record<Operation, string> = {
  get: 'get',
  list: 'list 20',
  search: 'search',
  create: 'create, 5 items',
};

type Figures = Pick<LoadResult, 'perSecond' | 'p50' | 'p99'>;
type Starter = (workshop: OperationContext, postgres: TestPostgres) => Promise<Peer>;
type StarterOn = (workshop: OperationContext, database: PeerDatabase, count: number) => Promise<Peer>;

const STARTERS: Record<string, Starter> = {
  'proffer-postgres': async (_, { url }) => asPeer(await postgresSubjects(url, QUOTES), 'PostgreSQL'),
  'proffer-sqlite': async () => asPeer(await sqliteSubjects(QUOTES), 'SQLite'),
  ...onBothEngines('express-drizzle', startExpressDrizzle),
  ...onBothEngines('directus', startDirectus),
  ...onBothEngines('strapi', startStrapi),
  'json-server': (to) => startJsonServer(to, QUOTES),
};

const { values } = parseArgs({
  options: { keep: { type: 'boolean', default: false }, only: { type: 'string' } },
});
const only = values.only?.split(',');
const unknown = only?.find((name) => !(name in STARTERS));
if (unknown) throw new Error(`there is no ${unknown}, only ${Object.keys(STARTERS).join(', ')}`);
const workshop = openWorkshop(values.keep);
const postgres = await startPostgres({ durable: true });
const files = temporaryFolder();
/**
 * wrk does not count requests in progress at its end. For slow responses our own client is fast enough, and counts
 * them.
 */
const [quickLoad, patientLoad] = [createBestLoad(), createLoad()];
/** A hundredth of a round, in ms. */
const SLOW = SECONDS * 10;
const peers: Peer[] = [];
/** Notes on the results. */
const remarks: string[] = [];
try {
  await startAll();
  await settle(postgres.url);
  const figures = await measureAll();
  report(figures);
} finally {
  for (const load of [quickLoad, patientLoad]) load.close();
  for (const peer of peers) await peer.stop();
  await postgres.stop();
  files.remove();
  workshop.remove();
}

function onBothEngines(name: string, start: StarterOn): Record<string, Starter> {
  return {
    [name]: async (to, postgres) => start(to, onPostgres(await postgres.createDatabase()), QUOTES),
    [`${name}-sqlite`]: async (to) => start(to, await onSqlite(join(files.path, `${name}.db`)), QUOTES),
  };
}

/** Leaves out products that cannot be installed or respond incorrectly, and reports them. */
async function startAll(): Promise<void> {
  for (const [name, start] of Object.entries(STARTERS)) {
    if (only && !only.includes(name) && !name.startsWith('proffer')) continue;
    process.stderr.write(`starting ${name}\n`);
    try {
      peers.push(await startChecked(start));
    } catch (error) {
      if (name.startsWith('proffer')) throw error;
      process.stderr.write(`${name} is left out: ${error}\n`);
      remarks.push(`${name} is left out: ${String(error).split('\n')[0]}`);
    }
  }
}

async function startChecked(start: Starter): Promise<Peer> {
  const peer = await start(workshop, postgres);
  try {
    await checkResponses(peer, QUOTES);
    return peer;
  } catch (error) {
    await peer.stop();
    throw error;
  }
}

async function measureAll(): Promise<Map<Peer, Record<Operation, Figures>>> {
  const all = new Map(peers.map((peer) => [peer, {} as Record<Operation, Figures>]));
  for (const operation of OPERATIONS) {
    const runs = new Map<Peer, LoadResult[]>(peers.map((peer) => [peer, []]));
    const slow = new Set<Peer>();
    for (const peer of peers) {
      const warming = await measure(peer, operation, WARM_SECONDS, patientLoad);
      if (warming.p50 > SLOW) slow.add(peer);
    }
    for (let round = 0; round < ROUNDS; round++) {
      for (const peer of peers) {
        const load = slow.has(peer) ? patientLoad : quickLoad;
        runs.get(peer)?.push(await measure(peer, operation, SECONDS, load));
      }
    }
    for (const [peer, figures] of all) figures[operation] = summary(runs.get(peer) ?? []);
    process.stderr.write(`measured ${operation}\n`);
  }
  return all;
}

async function measure(peer: Peer, operation: Operation, seconds: number, load: Load): Promise<LoadResult> {
  const requests = operation === 'get' ? peer.ids.map(peer.get) : [peer[operation]];
  const raw = requests.map(({ method, path, body }) => rawRequest(method, path, body, peer.key));
  const task = { port: peer.port, connections: CONNECTIONS, seconds, requests: raw };
  const result = await load.run(task).catch((cause) => {
    throw new Error(`${peer.name} failed at ${operation}`, { cause });
  });
  const good = result.statuses['2xx'] ?? 0;
  if (good < result.count) remarks.push(`${peer.name}, ${operation}: ${JSON.stringify(result.statuses)}`);
  return { ...result, perSecond: (result.perSecond * good) / result.count };
}

function summary(runs: LoadResult[]): Figures {
  const middle = (key: keyof Figures) => median(runs.map((run) => run[key]));
  return { perSecond: middle('perSecond'), p50: middle('p50'), p99: middle('p99') };
}

function report(all: Map<Peer, Record<Operation, Figures>>): void {
  const titles = OPERATIONS.map((operation) => TITLES[operation]);
  const rows = (cell: (figures: Figures, operation: Operation) => string) =>
    [...all].map(([peer, figures]) => [
      peer.name,
      ...OPERATIONS.map((operation) => cell(figures[operation], operation)),
    ]);
  console.log(
    `${QUOTES} quotes, ${CONNECTIONS} connections, median of ${ROUNDS} alternating rounds of ${SECONDS} s, load by ${quickLoad.generator}, and by ${patientLoad.generator} where half of the answers take more than ${SLOW} ms\n`,
  );
  const about = peers.map(({ name, version, store }) => [name, version, store]);
  console.log(`${table(['', 'version', 'quotes in'], about)}\n`);
  console.log(
    `${table(
      ['per second', ...titles],
      rows(({ perSecond }) => amount(perSecond)),
    )}\n`,
  );
  for (const [base, own] of all) {
    if (!base.name.startsWith('Proffer')) continue;
    const ratios = rows(({ perSecond }, operation) => amount(own[operation].perSecond / perSecond));
    const others = ratios.filter(([name]) => !name?.startsWith('Proffer'));
    console.log(`${table([`${base.name} ÷ peer`, ...titles], others)}\n`);
  }
  const latency = rows(({ p50, p99 }) => `${amount(p50)} / ${amount(p99)}`);
  console.log(table(['p50 / p99 in ms', ...titles], latency));
  for (const line of remarks) console.log(`\n${line}`);
}

/** Formats three significant digits. */
function amount(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
