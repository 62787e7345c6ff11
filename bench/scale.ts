import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Quote } from '../src/domain/quote/quote.ts';
import { cpuMeter, postgresCpuMeter } from './cpu-time.ts';
import { quoteBody } from './fill.ts';
import { API_KEY, createLoad, type RunningServer, rawRequest, table } from './harness.ts';
import type { LoadResult, LoadTask } from './load-client.ts';
import { scalePlot } from './scale-plot.ts';
import { checkSample, fillTo, keptName, type ScaleSubject, scaleSubject } from './scale-subjects.ts';

/**
 * The same requests at 10,000, 100,000 and 1,000,000 quotes of one account: what a request costs must not grow with
 * what is stored. On SQLite, or with DATABASE_URL on PostgreSQL. `--keep NAME` keeps a database for each size (in folders
 * below NAME, or as NAME_<size> on the server) and takes it again the next time; `--only TEXT` asks only what has it in its name.
 */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000' },
    keep: { type: 'string' },
    plot: { type: 'string' },
    only: { type: 'string' },
  },
});
const sizes = values.sizes.split(',').map(Number);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const CONNECTIONS = 8;

/** With what the service and the database work for a request: of a busy machine, that says more than how long it took. */
type Measured = Record<string, LoadResult & { cpuMs: number }>;

const { keep, only = '' } = values;
const growing = keep ? undefined : await scaleSubject();
const load = createLoad();
const results: { size: number; measured: Measured; rss: number; bytesPerQuote: number }[] = [];
try {
  for (const size of sizes) {
    const subject = growing ?? (await scaleSubject(keptName(keep ?? '', size)));
    const account = await fillTo(subject, size);
    const ids = await someDrafts(subject, account.id, size);
    const service = await subject.start();
    try {
      await checkSample(service.port, ids);
      const measured = await measureAll(service, ids, size);
      results.push({
        size,
        measured,
        rss: await subject.memory(service),
        bytesPerQuote: (await subject.bytes()) / size,
      });
    } finally {
      await service.stop();
      if (subject !== growing) await subject.close();
    }
  }
  report();
} finally {
  load.close();
  await growing?.close();
}

async function someDrafts(subject: ScaleSubject, accountId: string, size: number): Promise<string[]> {
  const db = await subject.open();
  const middle = await db.read.get<{ start_id: string }>(
    `SELECT start_id FROM quote_blocks WHERE account_id = ? ORDER BY start_id LIMIT 1 OFFSET ${Math.floor(size / 2000) - 4}`,
    accountId,
  );
  // What an earlier run has changed is not what was filled in.
  const rows = await db.read.all<{ id: string }>(
    `SELECT id FROM quotes WHERE account_id = ? AND id >= ? AND status = 'DRAFT' AND version = 1 ORDER BY id LIMIT 4000`,
    accountId,
    middle?.start_id ?? '',
  );
  await db.close();
  return rows.map((row) => row.id);
}

async function measureAll(service: RunningServer, ids: string[], size: number): Promise<Measured> {
  const get = (query: string) => [rawRequest('GET', `/api/v1/quotes${query}`)];
  const deep = Math.floor((size * 0.8) / 20);
  const cases: Record<string, string[]> = {
    get: ids.slice(0, 2000).map((id) => rawRequest('GET', `/api/v1/quotes/${id}`)),
    list: get(''),
    'list, filtered': get('?status=DRAFT&customerId=cus_demo_fr&sort=-validUntil'),
    'deep page': Array.from({ length: 50 }, (_, i) => get(`?page=${deep + i}`)[0] ?? ''),
    // Each is in one title.
    'search, rare': Array.from(
      { length: 50 },
      (_, i) => get(`?search=${(Math.floor(size / 2) + i * 17).toString(36)}`)[0] ?? '',
    ),
    'search, common': get('?search=website'),
    'search, 1 character': get('?search=w'),
    'search, 2 characters': get('?search=we'),
    'search, 3 characters': get('?search=web'),
    'search, filtered': get('?search=kitchen&status=DRAFT&customerId=cus_demo&sort=createdAt'),
    'search, rare in customer': get('?search=web&status=DRAFT&customerId=cus_demo'),
    ...(await filters(service, ids, size)),
    ...feedAndStatistics(ids, size),
    create: [rawRequest('POST', '/api/v1/quotes', quoteBody(4711))],
    patch: ids
      .slice(0, 2000)
      .map((id, i) => rawRequest('PATCH', `/api/v1/quotes/${id}`, { notes: `Note ${i}` })),
  };
  const measured: Measured = {};
  for (const [name, requests] of Object.entries(cases))
    if (name.includes(only)) {
      measured[name] = await run(service, name, requests, SECONDS);
      process.stderr.write(`${name}: ${measured[name].p50.toFixed(2)} ms\n`);
    }
  // Each quote can be converted once, so that this is a number of requests, not a time.
  if ('convert'.includes(only)) measured.convert = await runOnce(service, ids.slice(2000));
  return measured;
}

/** Each filter so that about half of the quotes pass it, or few; by itself and with a status. */
async function filters(
  service: RunningServer,
  ids: readonly string[],
  size: number,
): Promise<Record<string, string[]>> {
  const headers = { Authorization: `Bearer ${API_KEY}` };
  const reply = await fetch(`http://127.0.0.1:${service.port}/api/v1/quotes/${ids.at(-1)}`, { headers });
  const { createdAt, updatedAt, validUntil } = (await reply.json()) as Quote;
  const amount = 'currency=EUR&totalFrom=';
  const queries: Record<string, string> = {
    'created since': `createdFrom=${createdAt}`,
    'updated since': `updatedFrom=${updatedAt}`,
    'valid until': `validTo=${validUntil}`,
    'amount, many': `${amount}50000&totalTo=700000`,
    'amount, few': `${amount}200000&totalTo=${200_000 + 5e7 / size}`,
    metadata: 'metadata[source]=website',
    reference: 'reference=PO%204713',
  };
  const withStatus = Object.entries(queries).map(([name, query]) => [
    `${name}, status`,
    `${query}&status=DRAFT`,
  ]);
  const more = {
    'several filters': `createdFrom=${createdAt}&${amount}50000&customerId=cus_demo&metadata[source]=website`,
    'two statuses': 'status=DRAFT,CONVERTED',
    'latest changes': 'sort=-updatedAt',
    'no count': `updatedFrom=${updatedAt}&count=none`,
    summary: 'fields=summary',
  };
  return Object.fromEntries(
    Object.entries({ ...queries, ...Object.fromEntries(withStatus), ...more }).map(([name, query]) => [
      name,
      [rawRequest('GET', `/api/v1/quotes?${query}`)],
    ]),
  );
}

/** Of a feed with one event for each quote, and of counters. */
function feedAndStatistics(ids: readonly string[], size: number): Record<string, string[]> {
  const middle = `after=pos_${Math.floor(size / 2)}`;
  const paths: Record<string, string> = {
    'events, oldest': '/events',
    'events, middle': `/events?${middle}&limit=100`,
    'events, latest': `/events?after=pos_${size - 20}`,
    'events of a quote': `/events?${middle}&quoteId=${ids.at(-1)}`,
    'events of a rare type': `/events?${middle}&type=quote.declined`,
    'history of a quote': `/quotes/${ids.at(-1)}/events`,
    statistics: '/statistics',
    'statistics, 36 months': '/statistics?months=36',
  };
  return Object.fromEntries(
    Object.entries(paths).map(([name, path]) => [name, [rawRequest('GET', `/api/v1${path}`)]]),
  );
}

async function run(
  service: RunningServer,
  name: string,
  requests: string[],
  seconds: number,
): Promise<Measured[string]> {
  await load.run({ port: service.port, connections: CONNECTIONS, seconds: 0.5, requests });
  return metered(service, name, { seconds, requests });
}

async function metered(
  service: RunningServer,
  name: string,
  task: Pick<LoadTask, 'seconds' | 'requests' | 'limit'>,
): Promise<Measured[string]> {
  const url = process.env.DATABASE_URL;
  const meters = [cpuMeter(service.child.pid ?? 0), ...(url ? [await postgresCpuMeter(url)] : [])];
  const spent = () => meters.reduce((sum, meter) => sum + meter.microseconds(), 0);
  const before = spent();
  const result = await load.run({ port: service.port, connections: CONNECTIONS, ...task });
  if (result.statuses['2xx'] !== result.count) throw new Error(`${name}: ${JSON.stringify(result.statuses)}`);
  return { ...result, cpuMs: (spent() - before) / 1000 / result.count };
}

function runOnce(service: RunningServer, ids: string[]): Promise<Measured[string]> {
  const requests = ids.map((id) => rawRequest('POST', `/api/v1/quotes/${id}/convert-to-invoice`, {}));
  return metered(service, 'convert', { seconds: 60, requests, limit: requests.length });
}

function report(): void {
  const first = results[0];
  const last = results.at(-1);
  if (!first || !last) return;
  const head = [
    '',
    ...results.flatMap(({ size }) => [`${size.toLocaleString('en')}: p50 ms`, 'p99 ms', '/s', 'CPU ms']),
    'ratio of p50',
    'of CPU',
  ];
  const rows = Object.keys(first.measured).map((name) => [
    name,
    ...results.flatMap(({ measured }) => {
      const result = measured[name];
      return result
        ? [
            result.p50.toFixed(2),
            result.p99.toFixed(1),
            Math.round(result.perSecond),
            result.cpuMs.toFixed(2),
          ]
        : ['', '', '', ''];
    }),
    ...(['p50', 'cpuMs'] as const).map((what) =>
      ((last.measured[name]?.[what] ?? 0) / (first.measured[name]?.[what] ?? 1)).toFixed(2),
    ),
  ]);
  console.log(
    `${process.env.DATABASE_URL ? 'PostgreSQL' : 'SQLite'}, ${CONNECTIONS} connections, ${SECONDS} s each\n`,
  );
  console.log(table(head, rows));
  console.log(
    `\n${table(
      ['', ...results.map(({ size }) => size.toLocaleString('en'))],
      [
        ['memory of the process, MB', ...results.map(({ rss }) => Math.round(rss / 1e6))],
        ['bytes stored per quote', ...results.map(({ bytesPerQuote }) => Math.round(bytesPerQuote))],
      ],
    )}`,
  );
  if (values.plot) writeFileSync(values.plot, scalePlot(results));
}
