import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { parseArgs } from 'node:util';
import { QUOTE_STATUSES } from '../src/domain/quote/quote.ts';
import { scriptBytes } from '../test/support/console/pages.ts';
import { measureClicks } from './console-clicks.ts';
import { cpuMeter } from './cpu-time.ts';
import { API_KEY, median, type RunningServer, table } from './harness.ts';
import { fillAccount, formatKeptName, scaleSubject } from './scale-subjects.ts';
import { signIn } from './signed-in.ts';

/**
 * Measures the cost of a page of quotes in the console relative to the same page of the API (`fields=summary`) in the
 * same run, the cost of the home page, and then the size of the scripts that a browser loads for the list and the
 * editor. `--quotes 10000,1000000` compares sizes, `--keep NAME` uses the databases of `bench:scale`, and
 * `CONSOLE_ROUNDS` is the number of requests per page. Runs on SQLite, or on PostgreSQL with DATABASE_URL. `--clicks` measures
 * in a browser instead how long it takes from a click to the painted page, with 5,000 quotes.
 */
const { values } = parseArgs({
  options: {
    quotes: { type: 'string', default: '10000' },
    keep: { type: 'string' },
    only: { type: 'string', default: '' },
    clicks: { type: 'boolean', default: false },
  },
});
const SIZES = values.quotes.split(',').map(Number);
const ROUNDS = Number(process.env.CONSOLE_ROUNDS ?? 1500);
const MAX_RATIO = 2;
const MAX_GROWTH = 1.5;
const PAGE = 25;
/** Compressed bytes. */
const BUDGETS: [string, number][] = [
  ['quotes', 5000],
  ['quotes/new', 30_000],
];
const BLOCKS = 4;

interface Compared {
  name: string;
  page: number;
  api: number;
  pageCpu: number;
  apiCpu: number;
}

interface PageRequest {
  path: string;
  headers: Record<string, string>;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const compared = new Map<number, Compared[]>();
try {
  if (values.clicks) await measureClicks();
  else {
    for (const size of SIZES) compared.set(size, await measure(size));
    report();
  }
} finally {
  agent.destroy();
}

async function measure(size: number): Promise<Compared[]> {
  const subject = await scaleSubject(values.keep && formatKeptName(values.keep, size));
  const account = await fillAccount(subject, size);
  const db = await subject.open();
  const cookie = await signIn(db, account.id);
  await db.close();
  const service = await subject.start();
  try {
    const rows: Compared[] = [];
    for (const [name, query, apiQuery = query] of createLists(size)) {
      if (!name.includes(values.only)) continue;
      const page = { path: `/${account.id}/${query}`, headers: { cookie } };
      const api = {
        path: `/api/v1/${apiQuery.replace(/^quotes[?]?/, `quotes?fields=summary&limit=${PAGE}&`)}`,
        headers: { authorization: `Bearer ${API_KEY}` },
      };
      rows.push({ name, ...(await compare(service, page, api)) });
    }
    if (size === SIZES[0]) await weighScripts(service, account.id, cookie);
    return rows;
  } finally {
    await service.stop();
    await subject.close();
  }
}

/** Lists the console pages, with the API query if it differs. */
function createLists(size: number): [name: string, page: string, api?: string][] {
  const day = new Date().toISOString().slice(0, 10);
  const deep = Math.floor((size * 0.8) / PAGE);
  return [
    ['first page', 'quotes'],
    ...QUOTE_STATUSES.map((status): [string, string] => [`tab ${status}`, `quotes?status=${status}`]),
    ['search, common', 'quotes?search=kitchen', 'quotes?q=kitchen'],
    ['search, rare', 'quotes?search=3uw', 'quotes?q=3uw'],
    ['page 100', 'quotes?page=100'],
    ['page at 80 %', `quotes?page=${deep}`],
    ['customer', 'quotes?customer=cus_demo_fr', 'quotes?customerId=cus_demo_fr'],
    ['days', `quotes?from=2020-01-01&to=${day}`, `quotes?createdFrom=2020-01-01&createdTo=${day}`],
    ['sums', 'quotes?min=500&max=7000&currency=EUR', 'quotes?totalFrom=50000&totalTo=700000&currency=EUR'],
    ['soonest to expire', 'quotes?sort=validUntil'],
    ['latest changes', 'quotes?sort=-updatedAt'],
    ['home, against statistics', '', 'statistics'],
  ];
}

function report(): void {
  const [first = [], ...others] = [...compared.values()];
  const last = others.at(-1);
  const head = [
    '',
    ...SIZES.flatMap((size) => [
      `${size.toLocaleString('en')}: page ms`,
      'API ms',
      'ratio',
      'page CPU ms',
      'API CPU ms',
    ]),
    ...(last ? ['growth of the page'] : []),
  ];
  const rows = first.map(({ name, page }, index) => {
    const grown = (last?.[index]?.page ?? 0) / page;
    if (grown > MAX_GROWTH) process.exitCode = 1;
    return [
      name,
      ...[...compared.values()].flatMap((rowsOfSize) => formatCells(rowsOfSize[index])),
      ...(last ? [grown.toFixed(2)] : []),
    ];
  });
  process.stdout.write(`${ROUNDS} requests of each\n${table(head, rows)}\n`);
}

function formatCells(row: Compared | undefined): string[] {
  if (!row) return ['', '', '', '', ''];
  const ratio = row.page / row.api;
  if (ratio > MAX_RATIO && !row.name.startsWith('home')) process.exitCode = 1;
  return [row.page, row.api, ratio, row.pageCpu, row.apiCpu].map((value) => value.toFixed(2));
}

/** Measures the time of the faster half of the requests and the CPU time per request, in alternating blocks. */
async function compare(
  service: RunningServer,
  ...asked: [page: PageRequest, api: PageRequest]
): Promise<Omit<Compared, 'name'>> {
  const meter = cpuMeter(service.child.pid ?? 0);
  const spent = [0, 0];
  const times: number[][] = [[], []];
  for (let block = 0; block <= BLOCKS; block++) {
    for (const [index, each] of asked.entries()) {
      const before = meter.microseconds();
      for (let n = 0; n < (block === 0 ? ROUNDS / 2 : ROUNDS / BLOCKS); n++) {
        const start = performance.now();
        await sendRequest(service, each);
        if (block > 0) times[index]?.push(performance.now() - start);
      }
      // The first block is warm-up.
      if (block > 0) spent[index] = (spent[index] ?? 0) + meter.microseconds() - before;
    }
  }
  const [page = 0, api = 0] = times.map((each) =>
    median(each.sort((a, b) => a - b).slice(0, each.length / 2)),
  );
  const [pageCpu = 0, apiCpu = 0] = spent.map((microseconds) => microseconds / 1000 / ROUNDS);
  return { page, api, pageCpu, apiCpu };
}

async function sendRequest(service: RunningServer, { path, headers }: PageRequest): Promise<void> {
  const sent = request({ port: service.port, host: '127.0.0.1', path, headers, agent }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  for await (const _part of response);
  if (response.statusCode !== 200) throw new Error(`${path} answers ${response.statusCode}`);
}

async function weighScripts(service: RunningServer, accountId: string, cookie: string): Promise<void> {
  const url = `http://127.0.0.1:${service.port}`;
  for (const [path, most] of BUDGETS) {
    const page = await fetch(`${url}/${accountId}/${path}`, { headers: { cookie } });
    const size = await scriptBytes(url, await page.text());
    process.stdout.write(`scripts of ${path}: ${size} bytes of ${most}\n`);
    if (size > most) process.exitCode = 1;
  }
}
