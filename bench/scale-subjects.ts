import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { prepareFirstStart } from '../src/actions/account/first-start.ts';
import type { Account } from '../src/domain/account/account.ts';
import type { Quote } from '../src/domain/quote/quote.ts';
import type { Database } from '../src/store/database.ts';
import { openPostgres } from '../src/store/postgres/postgres.ts';
import { openSqlite } from '../src/store/sqlite/sqlite.ts';
import { firstAccount } from '../src/store/tables/account/accounts.ts';
import { fillQuotes } from './fill.ts';
import { API_KEY, type RunningServer, startProffer, temporaryFolder } from './harness.ts';

/** One database that grows, and the service on it. */
export interface ScaleSubject {
  open(): Promise<Database>;
  /** Puts it in the state of one that has grown over months, not in minutes. */
  settle(): Promise<void>;
  start(): Promise<RunningServer>;
  bytes(): Promise<number>;
  memory(service: RunningServer): Promise<number>;
  /** Removes what is not to be kept. */
  close(): Promise<void>;
}

async function sqliteScale(kept?: string): Promise<ScaleSubject> {
  const folder = kept ? { path: kept, remove: () => {} } : temporaryFolder();
  mkdirSync(folder.path, { recursive: true });
  return {
    open: () => openSqlite(folder.path),
    settle: async () => {},
    start: () => startProffer({ DATA_DIR: folder.path, DATABASE_URL: '' }),
    bytes: async () => statSync(join(folder.path, 'proffer.db')).size,
    memory: async ({ child }) => ownBytes(child.pid),
    close: async () => folder.remove(),
  };
}

async function postgresScale(url: string, kept?: string): Promise<ScaleSubject> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const name = kept ?? `proffer_scale_${Date.now()}`;
  const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  if (!rowCount) await admin.query(`CREATE DATABASE ${name}`);
  const own = Object.assign(new URL(url), { pathname: `/${name}` }).href;
  return {
    open: () => openPostgres(own),
    async settle() {
      const client = new pg.Client({ connectionString: own });
      await client.connect();
      await client.query('VACUUM ANALYZE');
      await client.query('CHECKPOINT');
      await client.end();
    },
    start: () => startProffer({ DATABASE_URL: own }),
    async bytes() {
      const { rows } = await admin.query(`SELECT pg_database_size('${name}')::float8 AS bytes`);
      return rows[0].bytes;
    },
    memory: async ({ child }) => ownBytes(child.pid),
    async close() {
      if (!kept) await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.end();
    },
  };
}

/** On PostgreSQL where DATABASE_URL says so. A name keeps the database from one run to the next. */
export function scaleSubject(kept?: string): Promise<ScaleSubject> {
  const url = process.env.DATABASE_URL;
  return url ? postgresScale(url, kept) : sqliteScale(kept);
}

/** What `--keep NAME` calls the database of a size: a folder, or a database of the server. */
export function keptName(keep: string, size: number): string {
  return `${keep}${process.env.DATABASE_URL ? '_' : '/'}${size}`;
}

/** One account with so many quotes, of which as many as there already are stay. */
export async function fillTo(subject: ScaleSubject, size: number): Promise<Account> {
  const db = await subject.open();
  await prepareFirstStart(db, { apiKey: API_KEY, secret: null, console: false }, Date.now());
  const account = await firstAccount(db.read);
  if (!account) throw new Error('no account');
  const { filled = 0 } =
    (await db.read.get<{ filled: number }>('SELECT CAST(COUNT(*) AS INTEGER) AS filled FROM quotes')) ?? {};
  if (filled < size) {
    const begun = performance.now();
    await fillQuotes(db, account.id, size - filled, (done) => {
      if (done % 50_000 === 0) process.stderr.write(`\r${filled + done} quotes`);
    });
    const seconds = (performance.now() - begun) / 1000;
    process.stderr.write(`\r${size} quotes, ${Math.round((size - filled) / seconds)} a second\n`);
  }
  await db.close();
  if (filled < size) await subject.settle();
  return account;
}

/** Without the pages of the database file that are mapped: the system takes those back when it needs them. */
function ownBytes(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/RssAnon:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
}

/** What was filled in is what the API makes: some of the quotes, created again over HTTP, come out the same. */
export async function checkSample(port: number, ids: readonly string[]): Promise<void> {
  const base = `http://127.0.0.1:${port}/api/v1/quotes`;
  const headers = { Authorization: `Bearer ${API_KEY}`, 'Content-Type': 'application/json' };
  for (const id of ids.filter((_, index) => index % 400 === 0)) {
    const filled = (await (await fetch(`${base}/${id}`, { headers })).json()) as Quote;
    const { customerId, title, items, reference, metadata } = filled;
    const body = JSON.stringify({ customerId, title, items, reference, metadata });
    const answer = await fetch(base, { method: 'POST', headers, body });
    const made = (await answer.json()) as Quote;
    assert.deepEqual(withoutOwn(made), withoutOwn(filled));
    await fetch(`${base}/${made.id}`, { method: 'DELETE', headers });
  }
}

function withoutOwn({ id, number, createdAt, updatedAt, validUntil, items, ...rest }: Quote) {
  return {
    ...rest,
    items: items.map((item) => ({ ...item, id: typeof item.id })),
    id: typeof id,
    number: typeof number,
    times: [createdAt, updatedAt, validUntil].map(Date.parse).every(Number.isFinite),
  };
}
