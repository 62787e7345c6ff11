/**
 * Compares the CPU time per request of two checkouts of the service, in alternating rounds:
 *
 *   BENCH_AGAINST=../other npm run bench:cpu -- get create
 *
 * Runs on SQLite, or with DATABASE_URL on PostgreSQL on the same machine, whose CPU time is then reported as well.
 * Unlike throughput, CPU time hardly depends on other load of the machine. BENCH_QUOTES (10,000), BENCH_ROUNDS (5) and
 * BENCH_SECONDS (2) set the amount of work; other variables are passed on to the services. Linux only.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type FilledCheckout, startCheckouts } from './checkouts.ts';
import { type CpuMeter, cpuMeter, postgresCpuMeter } from './cpu-time.ts';
import { quoteBody } from './fill.ts';
import { createLoad, forkServer, type Load, median, rawRequest, table } from './harness.ts';
import type { LoadTask } from './load-client.ts';
import { requestSentPages } from './sent-pages.ts';
import { createBestLoad } from './wrk.ts';

const QUOTES = Number(process.env.BENCH_QUOTES ?? 10_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 2);
/** Maximum CPU time per second of an idle service. */
const IDLE_MICROSECONDS = 30_000;
const MAX_TRIES = 120;
/** Quotes that are fetched or sent. */
const MAX_IDS = Math.min(2000, QUOTES);
const [against, url, wanted] = [process.env.BENCH_AGAINST, process.env.DATABASE_URL, process.argv.slice(2)];
if (!against) throw new Error('BENCH_AGAINST must name the folder of another checkout');

type Case = Pick<LoadTask, 'connections'> & {
  requests(side: FilledCheckout, round: number): string[];
  by?: Load;
};

interface Cost {
  service: number;
  postgres: number;
  perSecond: number;
}

const postgres = url ? await postgresCpuMeter(url) : { microseconds: () => 0 };
const mailServer = await forkServer('./mail-server.ts', []);
const env = {
  SMTP_URL: `smtp://127.0.0.1:${mailServer.port}?tls.rejectUnauthorized=false`,
  SEND_LIMIT_QUOTE: '0',
  SEND_LIMIT_RECIPIENT: '0',
};
const load = createBestLoad();
/** Sends exactly the requests that it counts. */
const exactLoad = createLoad();
const pages = new Map<FilledCheckout, string[]>();
const sides = await startCheckouts(against, { count: QUOTES, url, env });
try {
  for (const { server } of sides) await waitUntilIdle(cpuMeter(server.child.pid ?? 0));
  console.log(
    `${url ? 'PostgreSQL' : 'SQLite'}, ${QUOTES} quotes, median of ${ROUNDS} rounds of ${SECONDS} s each, load by ${load.generator}\n`,
  );
  for (const side of wanted.length === 0 || wanted.includes('page') ? sides : []) {
    pages.set(side, await requestSentPages(side));
  }
  const rows: string[][] = [];
  for (const [name, one] of Object.entries(cases())) {
    if (wanted.length === 0 || wanted.includes(name)) rows.push([name, ...(await compare(one))]);
  }
  const both = url ? ['service', 'PostgreSQL'].flatMap((part) => [part, `${part}, other`]) : ['own', 'other'];
  console.log(table(['µs', ...both, 'ratio', 'own/s', 'other/s', 'ratio'], rows));
} finally {
  load.close();
  exactLoad.close();
  for (const { stop } of [...sides, mailServer]) await stop();
}

function cases(): Record<string, Case> {
  const get = (path: string) => () => [rawRequest('GET', `/api/v1/quotes${path}`)];
  const create = () => [rawRequest('POST', '/api/v1/quotes', quoteBody(12_345))];
  const perRound = Math.floor(MAX_IDS / (ROUNDS + 1));
  return {
    get: {
      connections: 16,
      requests: ({ ids }) => ids.slice(0, MAX_IDS).map((id) => rawRequest('GET', `/api/v1/quotes/${id}`)),
    },
    list: { connections: 16, requests: get('') },
    page: { connections: 16, requests: (side) => pages.get(side) ?? [] },
    'search-common': { connections: 16, requests: get('?search=website') },
    'search-rarer': { connections: 16, requests: get('?search=website%20redesign') },
    'search-deep': { connections: 16, requests: get('?search=website&limit=20&page=40') },
    create: { connections: 16, requests: create },
    'create-64': { connections: 64, requests: create },
    'create-keyed': { connections: 16, by: exactLoad, requests: createKeyedRequests },
    'create-keyed-64': { connections: 64, by: exactLoad, requests: createKeyedRequests },
    // Each quote is sent once, because its PDF is rendered once.
    send: {
      connections: 16,
      by: exactLoad,
      requests: ({ ids }, round) =>
        ids
          .slice(round * perRound, (round + 1) * perRound)
          .map((id) => rawRequest('POST', `/api/v1/quotes/${id}/send`, {})),
    },
  };
}

/** Creates more requests than a round sends, each with a new Idempotency-Key. */
function createKeyedRequests(): string[] {
  const create = rawRequest('POST', '/api/v1/quotes', quoteBody(12_345));
  return Array.from({ length: 8000 * SECONDS }, () =>
    create.replace('Host:', `Idempotency-Key: ${randomUUID()}\r\nHost:`),
  );
}

async function compare(one: Case): Promise<string[]> {
  const costs: [Cost[], Cost[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round++) {
    const entries = [...sides.entries()];
    // Sides alternate, because the first one affects the state of the machine for the second.
    for (const [index, side] of round % 2 === 0 ? entries : entries.reverse()) {
      const cost = await measure(one, side, round);
      // The first round warms up both.
      if (round > 0) costs[index]?.push(cost);
    }
  }
  const of = (part: keyof Cost) => costs.map((rounds) => median(rounds.map((cost) => cost[part])));
  const parts = url ? [of('service'), of('postgres')] : [of('service')];
  const [ownSum = 0, otherSum = 0] = [0, 1].map((side) =>
    parts.reduce((sum, part) => sum + (part[side] ?? 0), 0),
  );
  const [ownRate = 0, otherRate = 0] = of('perSecond');
  return [
    ...parts.flat().map((microseconds) => microseconds.toFixed(0)),
    (otherSum / ownSum).toFixed(2),
    ...[ownRate, otherRate].map((rate) => rate.toFixed(0)),
    (ownRate / otherRate).toFixed(2),
  ];
}

async function measure(
  { connections, requests, by = load }: Case,
  side: FilledCheckout,
  round: number,
): Promise<Cost> {
  const { server } = side;
  const service = cpuMeter(server.child.pid ?? 0);
  const [serviceBefore, postgresBefore] = [service.microseconds(), postgres.microseconds()];
  const task = {
    connections,
    requests: requests(side, round),
    seconds: round === 0 ? 2 * SECONDS : SECONDS,
    port: server.port,
  };
  const { count, statuses, perSecond } = await by.run(task);
  if (statuses['2xx'] !== count) throw new Error(JSON.stringify(statuses));
  return {
    service: (service.microseconds() - serviceBefore) / count,
    postgres: (postgres.microseconds() - postgresBefore) / count,
    perSecond,
  };
}

/** Waits until a started service has prepared its typesetters. */
async function waitUntilIdle(meter: CpuMeter): Promise<void> {
  for (let [before, tries] = [-Infinity, 0]; tries < MAX_TRIES; tries++) {
    const now = meter.microseconds();
    if (now - before < IDLE_MICROSECONDS) return;
    before = now;
    await setTimeout(1000);
  }
  throw new Error('a service does not come to rest');
}
