import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type CpuMeter, cpuMeter, postgresCpuMeter } from './cpu-time.ts';
import { API_KEY, type RunningServer, table } from './harness.ts';
import {
  customerId,
  fillAccount,
  formatKeptName,
  type ScaleSubject,
  scaleSubject,
} from './scale-subjects.ts';
import { signIn } from './signed-in.ts';

/**
 * Measures what goes through a whole account, at each size: the start, the jobs while nobody asks for anything, exports,
 * and the erasure of a customer. Meanwhile a quote is read ten times a second, and its longest wait is what others
 * notice of it. Runs on SQLite, or with DATABASE_URL on PostgreSQL; uses the databases of `bench:scale -- --keep NAME`.
 */
const { values } = parseArgs({
  options: { sizes: { type: 'string', default: '10000,1000000' }, keep: { type: 'string' } },
});
const SIZES = values.sizes.split(',').map(Number);
const REST_S = 15;

interface Work {
  seconds: number;
  cpuS: number;
  /** The longest that a get took meanwhile. */
  getMs: number;
  /** The highest resident memory of the process. */
  peakMb: number;
  bytes?: number | undefined;
}

type Column = Record<string, Work>;

const columns: Column[] = [];
for (const size of SIZES) columns.push(await measureSize(size));
report(columns);

async function measureSize(size: number): Promise<Column> {
  const kept = await scaleSubject(values.keep && formatKeptName(values.keep, size));
  try {
    const { id } = await fillAccount(kept, size);
    // The erasure must not stay in the kept database.
    const subject = await kept.copy();
    try {
      return await measureSubject(subject, size, id);
    } finally {
      await subject.close();
    }
  } finally {
    await kept.close();
  }
}

async function measureSubject(subject: ScaleSubject, size: number, accountId: string): Promise<Column> {
  const db = await subject.open();
  const owner = { Cookie: await signIn(db, accountId), 'Proffer-Account': accountId };
  await db.close();
  const begun = performance.now();
  const service = await subject.start();
  const startS = (performance.now() - begun) / 1000;
  const url = process.env.DATABASE_URL;
  const meters = [cpuMeter(service.child.pid ?? 0), ...(url ? [await postgresCpuMeter(url)] : [])];
  const column: Column = {
    start: { seconds: startS, cpuS: sum(meters), getMs: 0, peakMb: readPeakMb(service) },
  };
  const works: Record<string, () => Promise<number | undefined>> = {
    [`jobs at rest, ${REST_S} s`]: async () => {
      await setTimeout(REST_S * 1000);
      return undefined;
    },
    'quotes as CSV': () => download(service, '/quotes'),
    'invoices as CSV': () => download(service, '/invoices'),
    'erase a small customer': () => erase(service, owner, customerId(900)),
    'erase a customer with a twelfth': () => erase(service, owner, customerId(1)),
  };
  try {
    for (const [name, work] of Object.entries(works)) {
      column[name] = await measure(service, meters, work);
      process.stderr.write(`${size}, ${name}: ${JSON.stringify(column[name])}\n`);
    }
    return column;
  } finally {
    await service.stop();
  }
}

async function measure(
  service: RunningServer,
  meters: readonly CpuMeter[],
  work: () => Promise<number | undefined>,
): Promise<Work> {
  const isOver = new AbortController();
  const watching = watchGet(service, isOver.signal);
  const before = sum(meters);
  const begun = performance.now();
  const bytes = await work().finally(() => isOver.abort());
  const seconds = (performance.now() - begun) / 1000;
  const getMs = await watching;
  return { seconds, cpuS: sum(meters) - before, getMs, peakMb: readPeakMb(service), bytes };
}

function sum(meters: readonly CpuMeter[]): number {
  return meters.reduce((total, meter) => total + meter.microseconds(), 0) / 1e6;
}

async function watchGet(service: RunningServer, isOver: AbortSignal): Promise<number> {
  const { data } = (await (await ask(service, '/quotes?limit=1&count=none')).json()) as {
    data: { id: string }[];
  };
  let longest = 0;
  while (!isOver.aborted) {
    const begun = performance.now();
    await (await ask(service, `/quotes/${data[0]?.id}`)).arrayBuffer();
    longest = Math.max(longest, performance.now() - begun);
    await setTimeout(100, undefined, { signal: isOver }).catch(() => {});
  }
  return longest;
}

function ask({ port }: RunningServer, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { Authorization: `Bearer ${API_KEY}`, ...init.headers };
  return fetch(`http://127.0.0.1:${port}/api/v1${path}`, { ...init, headers });
}

/** Counts the bytes and keeps none. */
async function download(service: RunningServer, path: string): Promise<number> {
  const answer = await ask(service, path, { headers: { Accept: 'text/csv' } });
  if (!answer.ok || !answer.body) throw new Error(`${path}: ${answer.status}`);
  let bytes = 0;
  for await (const chunk of answer.body) bytes += chunk.length;
  return bytes;
}

/** Erasing is for a signed-in owner, whose requests come from the service's own origin. */
async function erase({ port }: RunningServer, owner: Record<string, string>, id: string): Promise<undefined> {
  const base = `http://127.0.0.1:${port}`;
  const headers = { ...owner, Origin: base };
  const answer = await fetch(`${base}/api/v1/customers/${id}/erase`, { method: 'POST', headers });
  if (!answer.ok) throw new Error(`erase: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
}

function readPeakMb({ child }: RunningServer): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024);
}

function report(columns: readonly Column[]): void {
  const head = SIZES.flatMap((size) => [
    `${size.toLocaleString('en')}: s`,
    'CPU s',
    'get ms',
    'peak MB',
    'MB',
  ]);
  const rows = Object.keys(columns[0] ?? {}).map((name) => [
    name,
    ...columns.flatMap((column) => formatCells(column[name] as Work)),
  ]);
  process.stdout.write(
    `${process.env.DATABASE_URL ? 'PostgreSQL' : 'SQLite'}\n\n${table(['', ...head], rows)}\n`,
  );
}

function formatCells({ seconds, cpuS, getMs, peakMb, bytes }: Work): string[] {
  return [
    ...[seconds.toFixed(1), cpuS.toFixed(1), getMs.toFixed(0), String(peakMb)],
    bytes === undefined ? '' : (bytes / 1e6).toFixed(1),
  ];
}
