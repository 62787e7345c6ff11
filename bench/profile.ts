import { readdirSync, readFileSync } from 'node:fs';
import { quoteBody } from './fill.ts';
import { createLoad, rawRequest, table, temporaryFolder } from './harness.ts';
import type { LoadTask } from './load-client.ts';
import { type Subjects, sqliteSubjects } from './subjects.ts';

/** Shows where the main thread of the service spends its busy time under load, by part. */
const QUOTES = 10_000;
const WARM_SECONDS = 2;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);

interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string } }[];
  samples: number[];
  timeDeltas: number[];
  startTime: number;
  endTime: number;
}

type Frame = CpuProfile['nodes'][number]['callFrame'];

/** A function belongs to the first part that matches. */
const PARTS: [name: string, fits: (frame: Frame) => boolean][] = [
  ['idle', ({ functionName }) => functionName === '(idle)'],
  ['garbage collection', ({ functionName }) => functionName === '(garbage collector)'],
  ['system: sockets', ({ functionName, url }) => url === '' && /^(write|read|shutdown)/.test(functionName)],
  ['the rest of Node, unnamed', ({ functionName }) => functionName === '(program)'],
  ['SQLite', ({ url }) => url.endsWith('/src/store/sqlite/sqlite.ts')],
  ['HTTP of Node', ({ url }) => url.startsWith('node:')],
  ['router and hooks', ({ url }) => /node_modules\/(fastify|find-my-way|avvio|reusify)\//.test(url)],
  [
    'log and metrics',
    ({ url }) => /node_modules\/(pino|sonic-boom|prom-client)\/|src\/(request-log|metrics)\.ts/.test(url),
  ],
  ['statements and rows', ({ url }) => url.includes('/src/store/')],
  ['rules of quotes', ({ url }) => url.includes('/src/domain/') || url.includes('/src/actions/')],
  ['mail', ({ url }) => url.includes('/src/adapters/mail/') || url.includes('nodemailer')],
  ['checks and answers', ({ url }) => url.includes('/src/http/') || /^$|validate/.test(url)],
];

const subjects = await sqliteSubjects(QUOTES);
const load = createLoad();
const shares = new Map<string, Map<string, number>>();
const rates: number[] = [];
try {
  for (const [name, task] of Object.entries(tasks(subjects))) {
    const { perSecond, parts } = await profile(task);
    rates.push(perSecond);
    shares.set(name, parts);
  }
} finally {
  load.close();
  await subjects.remove();
}
const names = [...shares.keys()];
const rows = [...PARTS.map(([name]) => name), 'other'].map((part) => [
  part,
  ...names.map((name) => `${((shares.get(name)?.get(part) ?? 0) * 100).toFixed(0)} %`),
]);
console.log(`${QUOTES} quotes, SQLite, 16 connections, ${SECONDS} s each, with the profiler on\n`);
console.log(table(['', ...names], [['per second', ...rates.map(Math.round)], ...rows]));

function tasks({ ids }: Subjects): Record<string, Pick<LoadTask, 'requests'>> {
  return {
    get: { requests: ids.map((id) => rawRequest('GET', `/api/v1/quotes/${id}`)) },
    list: { requests: [rawRequest('GET', '/api/v1/quotes')] },
    search: { requests: [rawRequest('GET', '/api/v1/quotes?search=website%20redesign')] },
    create: { requests: [rawRequest('POST', '/api/v1/quotes', quoteBody(12_345))] },
    send: { requests: ids.map((id) => rawRequest('POST', `/api/v1/quotes/${id}/send`, {})) },
  };
}

async function profile({ requests }: Pick<LoadTask, 'requests'>) {
  const folder = temporaryFolder();
  const server = await subjects.startReplica({
    NODE_OPTIONS: `--cpu-prof --cpu-prof-interval=250 --cpu-prof-dir=${folder.path}`,
  });
  try {
    const task = { port: server.port, connections: 16, requests };
    const { count } = await load.run({ ...task, seconds: WARM_SECONDS });
    const begun = process.hrtime.bigint();
    const rest = [...requests.slice(count % requests.length), ...requests.slice(0, count % requests.length)];
    const { perSecond } = await load.run({ ...task, requests: rest, seconds: SECONDS });
    const ended = process.hrtime.bigint();
    await server.stop();
    const window = { from: Number(begun / 1000n), until: Number(ended / 1000n) };
    return { perSecond, parts: computeShares(readMainProfile(folder.path), window) };
  } finally {
    await server.stop();
    folder.remove();
  }
}

/** Reads the profile of thread 0, the main thread: `CPU.date.time.process.thread.count.cpuprofile`. */
function readMainProfile(folder: string): CpuProfile {
  const file = readdirSync(folder).find((name) => name.split('.')[4] === '0');
  if (!file) throw new Error('the service wrote no profile');
  return JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as CpuProfile;
}

function computeShares(
  { nodes, samples, timeDeltas, startTime }: CpuProfile,
  window: { from: number; until: number },
): Map<string, number> {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const parts = new Map<string, number>();
  let at = startTime;
  let total = 0;
  for (const [index, id] of samples.entries()) {
    const delta = timeDeltas[index] ?? 0;
    at += delta;
    const frame = frames.get(id);
    if (!frame || at < window.from || at > window.until) continue;
    const part = PARTS.find(([, fits]) => fits(frame))?.[0] ?? 'other';
    parts.set(part, (parts.get(part) ?? 0) + delta);
    total += delta;
  }
  return new Map([...parts].map(([part, time]) => [part, time / total]));
}
