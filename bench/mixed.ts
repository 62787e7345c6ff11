/**
 * Runs a mix of everything that the service does and measures its memory:
 *
 *   npm run bench:mixed [-- --minutes 10] [-- --limit 400] [-- --at-once 8]
 *
 * Several clients each send one request after the other: gets, lists, searches, new quotes, console pages, PDFs, and
 * sends with captured emails. It fails if a request fails or if the process exceeds the limit (in MB). Runs on SQLite,
 * with as many typesetters as a machine with that memory would have.
 */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { defaultPdfWorkers } from '../src/app/config/config-values.ts';
import { openSqlite } from '../src/store/sqlite/sqlite.ts';
import { quoteBody } from './fill.ts';
import { API_KEY, median, startProffer, table, temporaryFolder } from './harness.ts';
import { prepareSignedIn } from './signed-in.ts';

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    limit: { type: 'string', default: '400' },
    'at-once': { type: 'string', default: '8' },
  },
});
const LIMIT_MB = Number(options.limit);
const CLIENTS = Number(options['at-once']);
const QUOTES = 10_000;
const SAMPLE_MS = 500;

/** Milliseconds of each request, by name. */
const times = new Map<string, number[]>();
const folder = temporaryFolder();
const db = await openSqlite(folder.path);
const { accountId, cookie, ids } = await prepareSignedIn(db, QUOTES);
await db.close();
const service = await startProffer({
  DATA_DIR: folder.path,
  DATABASE_URL: '',
  PDF_WORKERS: String(defaultPdfWorkers(availableParallelism(), LIMIT_MB * 1e6)),
  ...Object.fromEntries(
    ['RATE_LIMIT_READS', 'RATE_LIMIT_WRITES', 'SEND_LIMIT_QUOTE', 'SEND_LIMIT_RECIPIENT'].map((name) => [
      name,
      '0',
    ]),
  ),
});
const agent = new Agent({ keepAlive: true });
const samples: number[] = [];
const sampling = setInterval(() => samples.push(residentMegabytes()), SAMPLE_MS);
try {
  const until = performance.now() + Number(options.minutes) * 60_000;
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(client, until)));
  report();
} finally {
  clearInterval(sampling);
  agent.destroy();
  await service.stop();
  folder.remove();
}

interface MixedAction {
  name: string;
  /** Share in percent. */
  share: number;
  path: (turn: number) => string;
  method?: 'GET' | 'POST';
  body?: (turn: number) => unknown;
  console?: true;
}

function actions(): MixedAction[] {
  // Each client has its own quotes, because a quote cannot be sent twice concurrently.
  const each = Math.floor(ids.length / CLIENTS) * CLIENTS;
  const id = (turn: number) => ids[turn % each] ?? '';
  const api = '/api/v1/quotes';
  return [
    { name: 'get', share: 35, path: (turn) => `${api}/${id(turn)}` },
    { name: 'list', share: 20, path: (turn) => `${api}?page=${1 + (turn % 50)}` },
    {
      name: 'search',
      share: 15,
      path: (turn) => `${api}?search=${['kitchen', 'redesign', 'roof%20rep'][turn % 3]}`,
    },
    { name: 'create', share: 15, path: () => api, method: 'POST', body: quoteBody },
    {
      name: 'console page',
      share: 9,
      path: (turn) => `/${accountId}/quotes?page=${1 + (turn % 20)}`,
      console: true,
    },
    { name: 'PDF', share: 4, path: (turn) => `${api}/${id(turn)}/pdf` },
    { name: 'send', share: 2, path: (turn) => `${api}/${id(turn)}/send`, method: 'POST', body: () => ({}) },
  ];
}

async function work(client: number, until: number): Promise<void> {
  const weighted = actions().flatMap((action) => Array.from({ length: action.share }, () => action));
  for (let round = 0; performance.now() < until; round++) {
    const turn = round * CLIENTS + client;
    const action = weighted[((round + client) * 37) % weighted.length];
    if (!action) throw new Error('nothing to ask');
    const begun = performance.now();
    await sendRequest(action, turn);
    getTimes(action.name).push(performance.now() - begun);
  }
}

function sendRequest(
  { name, path, method = 'GET', body, console }: MixedAction,
  turn: number,
): Promise<void> {
  const credentials = console ? { cookie } : { authorization: `Bearer ${API_KEY}` };
  const type = body && { 'content-type': 'application/json' };
  const to = { agent, host: '127.0.0.1', port: service.port, path: path(turn), method };
  return new Promise((resolve, reject) => {
    const outgoing = request({ ...to, headers: { ...credentials, ...type } }, (response) => {
      const { statusCode = 0 } = response;
      response.resume().on('end', () => {
        if (statusCode >= 200 && statusCode < 300) resolve();
        else reject(new Error(`${name} was answered with ${statusCode}`));
      });
      response.on('error', reject);
    });
    outgoing.on('error', reject).end(body && JSON.stringify(body(turn)));
  });
}

function getTimes(name: string): number[] {
  const known = times.get(name) ?? [];
  times.set(name, known);
  return known;
}

function residentMegabytes(): number {
  const [, kilobytes] =
    /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.child.pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

function report(): void {
  const rows = [...times].map(([name, each]) => {
    const sorted = each.toSorted((a, b) => a - b);
    return [
      name,
      each.length,
      median(each).toFixed(1),
      (sorted[Math.floor(each.length * 0.99)] ?? 0).toFixed(1),
    ];
  });
  const highest = Math.max(...samples);
  console.log(table(['', 'responses', 'p50 ms', 'p99 ms'], rows));
  console.log(
    `memory of ${LIMIT_MB} MB: median ${median(samples).toFixed(0)}, highest ${highest.toFixed(0)}`,
  );
  if (highest > LIMIT_MB) process.exitCode = 1;
}
