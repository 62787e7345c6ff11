/**
 * Measures how the service behaves at ten times its capacity:
 *
 *   npm run bench:overload
 *
 * Runs on SQLite, or with DATABASE_URL on PostgreSQL. The capacity is measured with clients that wait for their
 * responses. Then ten times as many requests are sent per second, whether or not earlier ones were answered.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { cpuMeter } from './cpu-time.ts';
import { quoteBody } from './fill.ts';
import { createLoad, type RunningServer, rawRequest, table } from './harness.ts';
import type { Latency, OpenLoopResult, OpenLoopTask } from './open-loop-client.ts';
import { postgresSubjects, sqliteSubjects } from './subjects.ts';

const QUOTES = 10_000;
const TIMES = 10;
const SECONDS = Number(process.env.OVERLOAD_SECONDS ?? 10);
const CONNECTIONS = Number(process.env.OVERLOAD_CONNECTIONS ?? 5000);
const PROBE_SECONDS = 0.25;
const MAX_RECOVERY_MS = 15_000;
const LOADS = ['get', 'create', 'PDF', '2 % PDF, 1/3 create, get'] as const;
type LoadName = (typeof LOADS)[number];

const url = process.env.DATABASE_URL;
const load = createLoad();
const flood = fork(new URL('./open-loop-client.ts', import.meta.url));
try {
  console.log(
    `${url ? 'PostgreSQL' : 'SQLite'}, ${QUOTES} quotes, ${TIMES} times the capacity for ${SECONDS} s ` +
      `over at most ${CONNECTIONS} connections\n`,
  );
  const columns: Record<string, string>[] = [];
  for (const name of LOADS) {
    columns.push(await measure(name));
    process.stderr.write(`${name} done\n`);
  }
  const rows = Object.keys(columns[0] ?? {}).map((row) => [
    row,
    ...columns.map((column) => column[row] ?? ''),
  ]);
  console.log(table(['', ...LOADS], rows));
} finally {
  load.close();
  flood.kill();
}

/** Uses new data, because a PDF is rendered once. */
async function measure(name: LoadName): Promise<Record<string, string>> {
  const subjects = url ? await postgresSubjects(url, QUOTES) : await sqliteSubjects(QUOTES);
  try {
    const service = await subjects.startReplica();
    const probe = [rawRequest('GET', `/api/v1/quotes/${subjects.ids[0]}`)];
    return await overload(service, createRequests(name, subjects.ids), probe).finally(() => service.stop());
  } finally {
    await subjects.remove();
  }
}

function createRequests(name: LoadName, ids: string[]): string[] {
  const get = ids.map((id) => rawRequest('GET', `/api/v1/quotes/${id}`));
  const pdf = ids.map((id) => rawRequest('GET', `/api/v1/quotes/${id}/pdf`));
  const create = [rawRequest('POST', '/api/v1/quotes', quoteBody(12_345))];
  if (name === 'get') return get;
  if (name === 'create') return create;
  if (name === 'PDF') return pdf;
  const one = (requests: string[], index: number) => requests[index % requests.length] ?? '';
  return Array.from({ length: 20_000 }, (_, index) => {
    if (index % 50 === 0) return one(pdf, index / 50);
    return one(index % 3 === 0 ? create : get, index);
  });
}

async function overload(
  { port, child }: RunningServer,
  requests: string[],
  probe: string[],
): Promise<Record<string, string>> {
  // The overload needs other quotes than the warm-up, because a PDF is rendered once.
  const before = requests.slice(0, Math.ceil(requests.length / 4));
  const flooding = requests.length > 4 ? requests.slice(before.length) : requests;
  const cpu = createCpuClock(child.pid ?? 0);
  await load.run({ port, requests: before, connections: 16, seconds: 2 });
  cpu.since();
  const capacity = await load.run({ port, requests: before, connections: 16, seconds: 3 });
  const usual = capacity.count / cpu.since();
  const idle = await load.run({ port, requests: probe, connections: 1, seconds: 2 });

  const memory = watchMemory(child.pid ?? 0);
  const perSecond = capacity.perSecond * TIMES;
  cpu.since();
  const result = await send({
    port,
    requests: flooding,
    perSecond,
    seconds: SECONDS,
    maxConnections: CONNECTIONS,
  });
  const good = (result.statuses[200] ?? 0) + (result.statuses[201] ?? 0);
  const overloaded = good / cpu.since();
  const backAfter = await measureRecovery(port, probe, idle.p99 * 2);
  const { first, peak, last } = memory.end();
  const answered = Object.values(result.statuses).reduce((sum, count) => sum + count, 0);
  const share = (count = 0) => `${((count / answered) * 100).toFixed(1)} %`;
  return {
    'capacity, requests/s': capacity.perSecond.toFixed(0),
    'due, requests/s': perSecond.toFixed(0),
    'not sent: every connection busy': `${((result.unsent / result.due) * 100).toFixed(1)} %`,
    'answered/s': (answered / SECONDS).toFixed(0),
    '2xx per CPU second, before → now': `${usual.toFixed(0)} → ${overloaded.toFixed(0)}`,
    'answered 2xx': share(good),
    'answered 429': share(result.statuses[429]),
    'answered 503': share(result.statuses[503]),
    'other answers, cut connections': String(countOthers(result)),
    'no answer yet at the end, longest wait s': `${result.unanswered}, ${(result.longestWait / 1000).toFixed(1)}`,
    'without Retry-After': String(result.withoutRetryAfter),
    '2xx p50, p99 ms': milliseconds(result.good),
    'refused p50, p99 ms': milliseconds(result.refused),
    'memory before, peak, after MB': `${first}, ${peak}, ${last}`,
    'idle p99 ms': idle.p99.toFixed(1),
    'back to twice that after s': backAfter.toFixed(2),
    'created, of them lost': `${result.created.length}, ${await countLost(port, result.created)}`,
  };
}

async function send(task: OpenLoopTask): Promise<OpenLoopResult> {
  flood.send(task);
  const [result] = (await once(flood, 'message')) as [OpenLoopResult];
  return result;
}

function milliseconds({ p50, p99 }: Latency): string {
  return p50 === undefined || p99 === undefined ? '–' : `${p50.toFixed(0)}, ${p99.toFixed(0)}`;
}

function countOthers({ statuses, cut }: OpenLoopResult): number {
  const known = ['200', '201', '429', '503'];
  const others = Object.entries(statuses).filter(([status]) => !known.includes(status));
  return others.reduce((sum, [, count]) => sum + count, cut);
}

async function measureRecovery(port: number, requests: string[], p99: number): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const now = performance.now() - begun;
    const probed = await load.run({ port, requests, connections: 1, seconds: PROBE_SECONDS });
    if (probed.p99 <= p99 && probed.statuses['2xx'] === probed.count) return now / 1000;
    if (now > MAX_RECOVERY_MS) return Number.POSITIVE_INFINITY;
  }
}

/** Counts quotes that were acknowledged but cannot be found afterwards. */
async function countLost(port: number, created: string[]): Promise<number> {
  if (created.length === 0) return 0;
  const requests = created.map((path) => rawRequest('GET', path));
  const found = await load.run({ port, requests, connections: 16, seconds: 600, limit: requests.length });
  return requests.length - (found.statuses['2xx'] ?? 0);
}

function createCpuClock(pid: number): { since(): number } {
  const meter = cpuMeter(pid);
  let last = meter.microseconds();
  return {
    since() {
      const before = last;
      last = meter.microseconds();
      return (last - before) / 1e6;
    },
  };
}

function watchMemory(pid: number): { end(): { first: number; peak: number; last: number } } {
  const resident = () =>
    Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);
  const first = resident();
  let peak = first;
  const timer = setInterval(() => {
    peak = Math.max(peak, resident());
  }, 50);
  return {
    end() {
      clearInterval(timer);
      return { first, peak, last: resident() };
    },
  };
}
