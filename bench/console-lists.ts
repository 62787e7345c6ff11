import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { prepareFirstStart } from '../src/actions/account/first-start.ts';
import { startSession } from '../src/actions/person/sessions.ts';
import { newId } from '../src/domain/ids.ts';
import type { Database } from '../src/store/database.ts';
import { openSqlite } from '../src/store/sqlite/sqlite.ts';
import { firstAccount } from '../src/store/tables/account/accounts.ts';
import { insertUser, putMembership } from '../src/store/tables/person/users.ts';
import { scriptBytes } from '../test/support/console/pages.ts';
import { cpuMeter } from './cpu-time.ts';
import { fillQuotes } from './fill.ts';
import { API_KEY, median, startProffer, table, temporaryFolder } from './harness.ts';

/**
 * What a page of the list of quotes costs in the console against the same page of the API (`fields=summary`), in one run.
 * Then what scripts a browser fetches for the list and for the editor. `CONSOLE_QUOTES` says how many quotes there are, `CONSOLE_ROUNDS` how often each page is asked for.
 */
const QUOTES = Number(process.env.CONSOLE_QUOTES ?? 10_000);
const ROUNDS = Number(process.env.CONSOLE_ROUNDS ?? 800);
const MOST = 2;
const PAGE = 25;
/** In bytes, packed. */
const BUDGETS: [string, number][] = [
  ['quotes', 5000],
  ['quotes/new', 25_000],
];
const BLOCKS = 4;

const LISTS: [string, string, string][] = [
  ['first page', '', ''],
  ['one status', 'status=DRAFT', 'status=DRAFT'],
  ['search', 'search=kitchen', 'search=kitchen'],
  ['page 100', 'page=100', 'page=100'],
];

const folder = temporaryFolder();
const db = await openSqlite(folder.path);
const { accountId, cookie } = await prepare(db);
await db.close();
const service = await startProffer({ DATA_DIR: folder.path, DATABASE_URL: '', RATE_LIMIT_READS: '0' });
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
try {
  const rows = [];
  for (const [what, console, api] of LISTS) rows.push(await compare(what, console, api));
  process.stdout.write(
    `${QUOTES} quotes, ${ROUNDS} requests of each\n${table(['list', 'console ms', 'API ms', 'ratio', 'console CPU ms', 'API CPU ms'], rows)}\n`,
  );
  if (rows.some(([, , , ratio]) => Number(ratio) > MOST)) process.exitCode = 1;
  for (const [path, most] of BUDGETS) {
    const size = await scriptsOf(path);
    process.stdout.write(`scripts of ${path}: ${size} bytes of ${most}\n`);
    if (size > most) process.exitCode = 1;
  }
} finally {
  agent.destroy();
  await service.stop();
  folder.remove();
}

/** Somebody who is signed in, and quotes to look at. */
async function prepare(filled: Database): Promise<{ accountId: string; cookie: string }> {
  const now = Date.now();
  await prepareFirstStart(filled, { apiKey: API_KEY, secret: null, console: false }, now);
  const account = await firstAccount(filled.read);
  if (!account) throw new Error('no account');
  await fillQuotes(filled, account.id, QUOTES);
  const userId = newId('usr', now);
  const user = { id: userId, email: 'bench@example.test', name: 'Bench', locale: 'en', password: null };
  const token = await filled.write(async (tx) => {
    await insertUser(tx, { ...user, created_at: now });
    await putMembership(tx, userId, { accountId: account.id, role: 'owner' }, now);
    return startSession(tx, userId, 'Bench', now);
  });
  return { accountId: account.id, cookie: `proffer_session=${token}` };
}

/** Time of the quicker half of the requests, and what the service works for one, in blocks in turn. */
async function compare(what: string, console: string, api: string): Promise<(string | number)[]> {
  const asked: { path: string; headers: Record<string, string> }[] = [
    { path: `/${accountId}/quotes?${console}`, headers: { cookie } },
    {
      path: `/api/v1/quotes?fields=summary&limit=${PAGE}&${api}`,
      headers: { authorization: `Bearer ${API_KEY}` },
    },
  ];
  const meter = cpuMeter(service.child.pid ?? 0);
  const spent = [0, 0];
  const times: number[][] = [[], []];
  for (let block = 0; block <= BLOCKS; block++) {
    for (const [index, { path, headers }] of asked.entries()) {
      const before = meter.microseconds();
      for (let n = 0; n < (block === 0 ? ROUNDS : ROUNDS / BLOCKS); n++) {
        const start = performance.now();
        await ask(path, headers);
        if (block > 0) times[index]?.push(performance.now() - start);
      }
      // The first block is for the compiler.
      if (block > 0) spent[index] = (spent[index] ?? 0) + meter.microseconds() - before;
    }
  }
  const [own = 0, others = 0] = times.map((each) =>
    median(each.sort((a, b) => a - b).slice(0, each.length / 2)),
  );
  const work = spent.map((microseconds) => (microseconds / 1000 / ROUNDS).toFixed(2));
  return [what, own.toFixed(2), others.toFixed(2), (own / others).toFixed(2), ...work];
}

async function ask(path: string, headers: Record<string, string>): Promise<void> {
  const sent = request({ port: service.port, host: '127.0.0.1', path, headers, agent }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  for await (const _part of response);
  if (response.statusCode !== 200) throw new Error(`${path} answers ${response.statusCode}`);
}

async function scriptsOf(path: string): Promise<number> {
  const url = `http://127.0.0.1:${service.port}`;
  const page = await fetch(`${url}/${accountId}/${path}`, { headers: { cookie } });
  return scriptBytes(url, await page.text());
}
