import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { prepareFirstStart } from '../src/actions/first-start.ts';
import { firstAccount } from '../src/store/accounts.ts';
import { openSqlite } from '../src/store/sqlite.ts';
import { fillQuotes, quoteBody } from './fill.ts';
import {
  API_KEY,
  createLoad,
  median,
  rawRequest,
  startForked,
  startProffer,
  table,
  temporaryFolder,
} from './harness.ts';

const QUOTES = 10_000;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 2);

/** get, list, search and create at 10,000 quotes, as ratios to a bare server measured alternately in the same run. */
const folder = temporaryFolder();
try {
  const ids = await fill(folder.path);
  const proffer = await startProffer({ DATA_DIR: folder.path, LOG_LEVEL: 'info' });
  const bare = await startForked('./bare-sqlite.ts', [join(folder.path, 'bare.db')]);
  const load = createLoad();
  const body = quoteBody(12_345);
  const cases = [
    { name: 'get', connections: 16, requests: ids.map((id) => rawRequest('GET', `/api/v1/quotes/${id}`)) },
    { name: 'list 20', connections: 16, requests: [rawRequest('GET', '/api/v1/quotes')] },
    {
      name: 'search',
      connections: 16,
      requests: [rawRequest('GET', '/api/v1/quotes?search=website%20redesign')],
    },
    {
      name: 'create, 16 connections',
      connections: 16,
      requests: [rawRequest('POST', '/api/v1/quotes', body)],
    },
    {
      name: 'create, 64 connections',
      connections: 64,
      requests: [rawRequest('POST', '/api/v1/quotes', body)],
    },
  ];
  const rows: (string | number)[][] = [];
  for (const { name, connections, requests } of cases) {
    const ours: number[] = [];
    const theirs: number[] = [];
    const p99: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const task = { connections, requests, seconds: round === 0 ? 1 : SECONDS };
      const a = await load.run({ ...task, port: proffer.port });
      const b = await load.run({ ...task, port: bare.port });
      if (a.statuses['2xx'] !== a.count) throw new Error(`${name}: ${JSON.stringify(a.statuses)}`);
      // The first round warms both up.
      if (round === 0) continue;
      ours.push(a.perSecond);
      theirs.push(b.perSecond);
      p99.push(a.p99);
    }
    const ratio = median(ours) / median(theirs);
    rows.push([
      name,
      Math.round(median(ours)),
      Math.round(median(theirs)),
      ratio.toFixed(2),
      median(p99).toFixed(1),
    ]);
    process.stderr.write(`${name}: ${ratio.toFixed(2)}\n`);
  }
  console.log(table(['', 'Proffer/s', 'bare/s', 'ratio', 'p99 ms'], rows));
  load.close();
  await proffer.stop();
  await bare.stop();
} finally {
  folder.remove();
}

async function fill(path: string): Promise<string[]> {
  const db = await openSqlite(path);
  await prepareFirstStart(db, { apiKey: API_KEY, secret: null }, Date.now());
  const account = await firstAccount(db.read);
  if (!account) throw new Error('no account');
  const ids = await fillQuotes(db, account.id, QUOTES);
  const docs = await db.read.all<{ id: string; doc: string }>('SELECT id, doc FROM quotes');
  await db.close();
  const bare = new DatabaseSync(join(path, 'bare.db'));
  bare.exec(`PRAGMA journal_mode = WAL;
    CREATE TABLE bare (id TEXT PRIMARY KEY, title TEXT NOT NULL, doc TEXT NOT NULL) WITHOUT ROWID; BEGIN`);
  const insert = bare.prepare('INSERT INTO bare (id, title, doc) VALUES (?, ?, ?)');
  for (const { id, doc } of docs) insert.run(id, (JSON.parse(doc) as { title: string }).title, doc);
  bare.exec('COMMIT');
  bare.close();
  return ids;
}
