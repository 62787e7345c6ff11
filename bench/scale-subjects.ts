import assert from 'node:assert/strict';
import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Account } from '../src/domain/account/account.ts';
import type { Quote } from '../src/domain/quote/quote.ts';
import type { Database } from '../src/store/database.ts';
import { openPostgres } from '../src/store/postgres/postgres.ts';
import { openSqlite } from '../src/store/sqlite/sqlite.ts';
import { putCustomer } from '../src/store/tables/customers.ts';
import { CUSTOMER } from '../test/fixtures/customer.ts';
import { fillQuotes } from './fill.ts';
import { prepareFirstAccount } from './first-account.ts';
import {
  API_KEY,
  createLoad,
  type RunningServer,
  rawRequest,
  startProffer,
  temporaryFolder,
} from './harness.ts';

/** An account in a separate database, and the service on it. */
export interface ScaleSubject {
  open(): Promise<Database>;
  /** Vacuums and analyzes the database, as if it had grown over months. */
  settle(): Promise<void>;
  start(): Promise<RunningServer>;
  /**
   * Copies the database for changes that must not stay, so that the kept one is the same at the next run. It must not
   * be in use.
   */
  copy(): Promise<ScaleSubject>;
  bytes(): Promise<number>;
  /** Removes the database unless it is kept. */
  close(): Promise<void>;
}

/** There are few customers, so the limit per recipient is raised. */
const SEND_LIMITS = { SEND_LIMIT_RECIPIENT: '1000000' };

interface Folder {
  path: string;
  remove(): void;
}

function sqliteScale(folder: Folder): ScaleSubject {
  mkdirSync(folder.path, { recursive: true });
  const file = join(folder.path, 'proffer.db');
  return {
    open: () => openSqlite(folder.path),
    settle: async () => {},
    start: () => startProffer({ ...SEND_LIMITS, DATA_DIR: folder.path, DATABASE_URL: '' }),
    async copy() {
      const copied = temporaryFolder();
      copyToDisk(file, join(copied.path, 'proffer.db'));
      return sqliteScale(copied);
    },
    bytes: async () => statSync(file).size,
    close: async () => folder.remove(),
  };
}

/** Flushes the copy, so that no later flush has to wait for it. */
function copyToDisk(file: string, target: string): void {
  copyFileSync(file, target, constants.COPYFILE_FICLONE);
  const copied = openSync(target, 'r+');
  fsyncSync(copied);
  closeSync(copied);
}

async function postgresScale(url: string, name: string, isKept: boolean): Promise<ScaleSubject> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
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
    start: () => startProffer({ ...SEND_LIMITS, DATABASE_URL: own }),
    async copy() {
      const copied = `${name}_copy_${Date.now()}`;
      await admin.query(`CREATE DATABASE ${copied} TEMPLATE ${name} STRATEGY FILE_COPY`);
      return postgresScale(url, copied, false);
    },
    async bytes() {
      const { rows } = await admin.query(`SELECT pg_database_size('${name}')::float8 AS bytes`);
      return rows[0].bytes;
    },
    async close() {
      if (!isKept) await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.end();
    },
  };
}

/** Uses PostgreSQL if DATABASE_URL is set. A name keeps the database between runs. */
export async function scaleSubject(kept?: string): Promise<ScaleSubject> {
  const url = process.env.DATABASE_URL;
  if (url) return postgresScale(url, kept ?? `proffer_scale_${Date.now()}`, kept !== undefined);
  return sqliteScale(kept === undefined ? temporaryFolder() : { path: kept, remove: () => {} });
}

/** The name of a size with `--keep NAME`: a folder, or a database on the server. */
export function formatKeptName(keep: string, size: number): string {
  return `${keep}${process.env.DATABASE_URL ? '_' : '/'}${size}`;
}

/** Creates an account with this many quotes, unless it exists already. */
export async function fillAccount(subject: ScaleSubject, size: number): Promise<Account> {
  const db = await subject.open();
  const account = await prepareFirstAccount(db);
  const isFilled = (await db.read.get('SELECT 1 AS found FROM quotes LIMIT 1')) !== undefined;
  const ids = isFilled ? [] : await fill(db, account.id, size);
  await db.close();
  if (!isFilled) {
    await changeSomeQuotes(subject, ids);
    await subject.settle();
  }
  return account;
}

async function fill(db: Database, accountId: string, size: number): Promise<string[]> {
  const begun = performance.now();
  const onProgress = (done: number) => {
    if (done % 50_000 === 0) process.stderr.write(`\r${done} quotes`);
  };
  await addCustomers(db, accountId);
  const ids = await fillQuotes(db, accountId, size, {
    onProgress,
    every: 1,
    periodMs: PERIOD_MS,
    customerOf,
  });
  const seconds = (performance.now() - begun) / 1000;
  process.stderr.write(`\r${size} quotes, ${Math.round(size / seconds)} a second\n`);
  return ids;
}

/** Shorter than the retention of events. */
const PERIOD_MS = 60 * 24 * 60 * 60 * 1000;

const CUSTOMERS = 1000;
const FIRST_SHARE = 0.4;
const GOLDEN_RATIO = 0.618_033_988_75;

/** IDs from the largest customer, with about every twelfth quote, to one without any. `cus_demo` has 40 % of all. */
export function customerId(rank: number): string {
  return `cus_scale_${String(rank).padStart(4, '0')}`;
}

/** Assigns customers so that their share falls with their rank, steeply at the end. */
function customerOf(index: number): string {
  const place = (index * GOLDEN_RATIO) % 1;
  if (place < FIRST_SHARE) return 'cus_demo';
  const rest = (place - FIRST_SHARE) / (1 - FIRST_SHARE);
  const rank = Math.floor((CUSTOMERS - 1) ** (rest ** 1.2));
  // Quotes titled "Website" are common, and this customer has none of them.
  return rank === 1 && index % 10 === 0 ? 'cus_demo' : customerId(rank);
}

async function addCustomers(db: Database, accountId: string): Promise<void> {
  const at = new Date().toISOString();
  await db.write(async (tx) => {
    for (let rank = 1; rank <= CUSTOMERS; rank++) {
      const customer = { ...CUSTOMER, id: customerId(rank), name: `Customer ${rank}`, metadata: {} };
      await putCustomer(tx, accountId, { ...customer, createdAt: at, updatedAt: at });
    }
  });
}

/** Number of quotes with a rare title, the same at every size. */
const RARE_COUNT = 25;

/** Converts one quote in a hundred. */
async function changeSomeQuotes(subject: ScaleSubject, ids: readonly string[]): Promise<void> {
  const rare = ids.filter((_, index) => index % Math.floor(ids.length / RARE_COUNT) === 4);
  const converted = ids.filter((_, index) => index % 100 === 54);
  const service = await subject.start();
  const load = createLoad();
  const requests = [
    ...rare.map((id, n) => rawRequest('PATCH', `/api/v1/quotes/${id}`, { title: `Pavilion, part ${n}` })),
    ...converted.map((id) => rawRequest('POST', `/api/v1/quotes/${id}/convert-to-invoice`, {})),
  ];
  try {
    const task = { port: service.port, connections: 8, seconds: 600, requests, limit: requests.length };
    const { statuses } = await load.run(task);
    assert.deepEqual(statuses, { '2xx': requests.length });
  } finally {
    load.close();
    await service.stop();
  }
}

/** Excludes mapped pages of the database file, which the system can reclaim at any time. */
export function readOwnBytes(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/RssAnon:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
}

/** Checks that the generated quotes equal those of the API, by creating some of them again over HTTP. */
export async function checkSample(port: number, ids: readonly string[]): Promise<void> {
  const base = `http://127.0.0.1:${port}/api/v1/quotes`;
  const headers = { Authorization: `Bearer ${API_KEY}`, 'Content-Type': 'application/json' };
  for (const id of ids.filter((_, index) => index % 400 === 0)) {
    const filled = (await (await fetch(`${base}/${id}`, { headers })).json()) as Quote;
    const { customerId, title, items, reference, metadata, notes } = filled;
    const body = JSON.stringify({ customerId, title, items, reference, metadata, notes });
    const answer = await fetch(base, { method: 'POST', headers, body });
    const made = (await answer.json()) as Quote;
    assert.deepEqual(omitGeneratedFields(made), omitGeneratedFields(filled));
    await fetch(`${base}/${made.id}`, { method: 'DELETE', headers });
  }
}

function omitGeneratedFields({ id, number, createdAt, updatedAt, validUntil, items, ...rest }: Quote) {
  return {
    ...rest,
    items: items.map((item) => ({ ...item, id: typeof item.id })),
    id: typeof id,
    number: typeof number,
    times: [createdAt, updatedAt, validUntil].map(Date.parse).every(Number.isFinite),
  };
}
