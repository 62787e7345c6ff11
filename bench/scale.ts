import { writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Quote } from '../src/domain/quote/quote.ts';
import type { Database } from '../src/store/database.ts';
import { type CpuMeter, cpuMeter, postgresCpuMeter } from './cpu-time.ts';
import { API_KEY, createLoad, type RunningServer, table } from './harness.ts';
import {
  readingCases,
  type ScaleCase,
  type ScaleCases,
  type ScaleInput,
  writingCases,
} from './scale-cases.ts';
import { scalePlot } from './scale-plot.ts';
import {
  checkSample,
  fillAccount,
  formatKeptName,
  readOwnBytes,
  type ScaleSubject,
  scaleSubject,
} from './scale-subjects.ts';
import { signIn } from './signed-in.ts';

/**
 * Sends the same requests at 10,000, 100,000 and 1,000,000 quotes of one account: the cost of a request must not grow
 * with the stored data. Runs on SQLite, or with DATABASE_URL on PostgreSQL. The sizes alternate, so that other load of
 * the machine affects all of them, and the best round counts. `--keep NAME` keeps a database for each size (in folders
 * below NAME, or as NAME_<size> on the server) and uses it again the next time; `--only TEXT` runs only operations
 * whose name contains the text.
 */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000' },
    keep: { type: 'string' },
    plot: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});
const SIZES = values.sizes.split(',').map(Number);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
/** Requests per round: a number, not a time, so that the JIT compiler has seen the same number at every size. */
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 400);
/** Maximum time of a round. */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const CONNECTIONS = Number(process.env.BENCH_CONNECTIONS ?? 8);
const MAX_RATIO = 1.5;
const MAX_RARE_RATIO = 2;
/** Processor time of any list at 10,000 quotes, in ms. */
const SMALL_MS = 5;
const SMALL = 10_000;

/**
 * Includes the CPU time of the service and the database per request, which is more reliable than latency on a busy
 * machine.
 */
interface Measured {
  p50: number;
  p99: number;
  cpuMs: number;
  /** The longest a get took meanwhile, on a connection of its own. */
  getMs: number;
}

interface Running {
  asker: ScaleInput;
  service: RunningServer;
  meters: CpuMeter[];
  measured: Record<string, Measured>;
  budgets: Record<string, number | undefined>;
}

const load = createLoad();
/** Bytes by size. */
const memory: number[] = [];
const stored: number[] = [];
const subjects: ScaleSubject[] = [];
try {
  for (const size of SIZES) {
    const subject = await scaleSubject(values.keep && formatKeptName(values.keep, size));
    subjects.push(subject);
    await fillAccount(subject, size);
  }
  const reading = await measure(subjects, readingCases);
  const copies: ScaleSubject[] = [];
  for (const [index, subject] of subjects.entries()) {
    stored.push((await subject.bytes()) / (SIZES[index] ?? 1));
    copies.push(await subject.copy());
  }
  const writing = await measure(copies, writingCases).finally(() => closeAll(copies));
  report(reading, writing);
} finally {
  load.close();
  await closeAll(subjects);
}

async function measure(
  of: readonly ScaleSubject[],
  casesOf: (asker: ScaleInput) => ScaleCases,
): Promise<Running[]> {
  const running: Running[] = [];
  try {
    for (const [index, subject] of of.entries()) running.push(await start(subject, SIZES[index] ?? 0));
    if (casesOf === writingCases) {
      for (const { service, asker } of running) await checkSample(service.port, asker.ids);
    }
    const cases = running.map(({ asker }) => casesOf(asker));
    for (const name of Object.keys(cases[0] ?? {}).filter((each) => each.includes(values.only))) {
      await measureInTurn(running, name, cases);
    }
    if (casesOf === readingCases)
      memory.push(...running.map(({ service }) => readOwnBytes(service.child.pid)));
    return running;
  } finally {
    for (const { service } of running) await service.stop();
  }
}

async function start(subject: ScaleSubject, size: number): Promise<Running> {
  const account = await fillAccount(subject, size);
  const db = await subject.open();
  const ids = await someDrafts(db, account.id, size);
  const cookie = await signIn(db, account.id);
  await db.close();
  const service = await subject.start();
  const quote = await read<Quote>(service, `/quotes/${ids.at(-1)}`);
  const { data } = await read<{ data: [Quote] }>(service, '/quotes?limit=1');
  const asker = { size, accountId: account.id, cookie, ids, quote, newest: data[0] };
  const url = process.env.DATABASE_URL;
  const meters = [cpuMeter(service.child.pid ?? 0), ...(url ? [await postgresCpuMeter(url)] : [])];
  return { asker, service, meters, measured: {}, budgets: {} };
}

async function read<T>({ port }: RunningServer, path: string): Promise<T> {
  const headers = { Authorization: `Bearer ${API_KEY}` };
  return (await (await fetch(`http://127.0.0.1:${port}/api/v1${path}`, { headers })).json()) as T;
}

async function someDrafts(db: Database, accountId: string, size: number): Promise<string[]> {
  const middle = await db.read.get<{ id: string }>(
    `SELECT id FROM quotes WHERE account_id = ? ORDER BY id LIMIT 1 OFFSET ${Math.max(0, Math.floor(size / 2) - 4000)}`,
    accountId,
  );
  const rows = await db.read.all<{ id: string }>(
    `SELECT id FROM quotes WHERE account_id = ? AND id >= ? AND status = 'DRAFT' ORDER BY id LIMIT 4000`,
    ...[accountId, middle?.id ?? ''],
  );
  return rows.map((row) => row.id);
}

async function measureInTurn(running: readonly Running[], name: string, cases: ScaleCases[]): Promise<void> {
  // The first round warms up the JIT compiler and the caches.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, each] of running.entries()) {
      each.budgets[name] = cases[index]?.[name]?.budgetMs;
      const measured = await sendPart(each, name, selectRequests(cases[index]?.[name], round));
      if (round > 0) each.measured[name] = better(each.measured[name], measured);
    }
  }
  process.stderr.write(`${name}: ${running.map((each) => each.measured[name]?.cpuMs.toFixed(3))} ms\n`);
}

function selectRequests({ requests, isOnce = false }: ScaleCase = { requests: [] }, round: number): LoadPart {
  if (!isOnce) return { requests, limit: REQUESTS };
  const each = Math.floor(requests.length / (ROUNDS + 1));
  return { requests: requests.slice(round * each, (round + 1) * each), limit: each };
}

interface LoadPart {
  requests: string[];
  limit: number;
}

async function sendPart(
  { service, meters, asker }: Running,
  name: string,
  part: LoadPart,
): Promise<Measured> {
  const spent = () => meters.reduce((sum, meter) => sum + meter.microseconds(), 0);
  const before = spent();
  const beside = watchGet(service, `/quotes/${asker.ids.at(-1)}`);
  const result = await load.run({ port: service.port, connections: CONNECTIONS, seconds: SECONDS, ...part });
  const getMs = await beside();
  if (result.statuses['2xx'] !== result.count) throw new Error(`${name}: ${JSON.stringify(result.statuses)}`);
  return { p50: result.p50, p99: result.p99, cpuMs: (spent() - before) / 1000 / result.count, getMs };
}

/** Gets a quote ten times a second until it is asked for the longest time that this took. */
function watchGet(service: RunningServer, path: string): () => Promise<number> {
  const isOver = new AbortController();
  const watching = (async () => {
    let longest = 0;
    while (!isOver.signal.aborted) {
      const begun = performance.now();
      await read(service, path);
      longest = Math.max(longest, performance.now() - begun);
      await setTimeout(100, undefined, { signal: isOver.signal }).catch(() => {});
    }
    return longest;
  })();
  return () => {
    isOver.abort();
    return watching;
  };
}

function better(one: Measured | undefined, other: Measured): Measured {
  if (!one) return other;
  return {
    p50: Math.min(one.p50, other.p50),
    p99: Math.min(one.p99, other.p99),
    cpuMs: Math.min(one.cpuMs, other.cpuMs),
    getMs: Math.min(one.getMs, other.getMs),
  };
}

async function closeAll(some: readonly ScaleSubject[]): Promise<void> {
  for (const subject of some) await subject.close();
}

function report(reading: readonly Running[], writing: readonly Running[]): void {
  const results = reading.map(({ asker, measured }, index) => ({
    size: asker.size,
    measured: { ...measured, ...writing[index]?.measured },
  }));
  const head = results.flatMap(({ size }) => [
    `${size.toLocaleString('en')}: CPU ms`,
    'p50 ms',
    'p99 ms',
    'get ms',
  ]);
  const names = Object.keys(results[0]?.measured ?? {});
  const rows = names.map((name) => {
    const [first, ...others] = results.map(({ measured }) => measured[name] as Measured);
    const last = others.at(-1) ?? first;
    return [
      name,
      ...results.flatMap(({ measured }) => formatCells(measured[name] as Measured)),
      ((last?.cpuMs ?? 0) / (first?.cpuMs ?? 1)).toFixed(2),
      ((last?.p50 ?? 0) / (first?.p50 ?? 1)).toFixed(2),
    ];
  });
  process.stdout.write(
    `${process.env.DATABASE_URL ? 'PostgreSQL' : 'SQLite'}, ${CONNECTIONS} connections, ${REQUESTS} requests, best of ${ROUNDS} rounds\n\n` +
      `${table(['', ...head, 'ratio of CPU', 'of p50'], rows)}\n\n${sizesTable(results)}\n`,
  );
  const above = rows.filter(([name, ...cells]) => isAbove(reading, String(name), Number(cells.at(-2))));
  for (const row of above) process.stdout.write(`above its limit: ${row[0]}\n`);
  if (above.length > 0) process.exitCode = 1;
  if (values.plot) writeFileSync(values.plot, scalePlot(results));
}

function formatCells({ cpuMs, p50, p99, getMs }: Measured): string[] {
  return [cpuMs.toFixed(3), p50.toFixed(2), p99.toFixed(1), getMs.toFixed(1)];
}

/** With a budget, the processor time is what counts; otherwise how it grows. */
function isAbove(reading: readonly Running[], name: string, ratio: number): boolean {
  if (!reading.some(({ budgets }) => budgets[name])) {
    return ratio > (name.startsWith('search, rare') ? MAX_RARE_RATIO : MAX_RATIO);
  }
  return reading.some(({ asker, budgets, measured }) => {
    const budget = asker.size <= SMALL ? SMALL_MS : (budgets[name] ?? Infinity);
    return (measured[name]?.cpuMs ?? 0) > budget;
  });
}

function sizesTable(results: readonly { size: number }[]): string {
  return table(
    ['', ...results.map(({ size }) => size.toLocaleString('en'))],
    [
      ['memory of the process, MB', ...memory.map((bytes) => Math.round(bytes / 1e6))],
      ['bytes stored per quote', ...stored.map((bytes) => Math.round(bytes))],
    ],
  );
}
