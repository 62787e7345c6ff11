import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Quote } from '../src/domain/quote/quote.ts';
import type { Database } from '../src/store/database.ts';
import { openPostgres } from '../src/store/postgres/postgres.ts';
import { openSqlite } from '../src/store/sqlite/sqlite.ts';
import { API_KEY, type RunningServer, startProffer, temporaryFolder } from './harness.ts';

/** One database that grows, and the service on it. */
export interface ScaleSubject {
  open(): Promise<Database>;
  /** Puts it in the state of one that has grown over months, not in minutes. */
  settle(): Promise<void>;
  start(): Promise<RunningServer>;
  bytes(): Promise<number>;
  memory(service: RunningServer): Promise<number>;
  remove(): Promise<void>;
}

export async function sqliteScale(): Promise<ScaleSubject> {
  const folder = temporaryFolder();
  return {
    open: () => openSqlite(folder.path),
    settle: async () => {},
    start: () => startProffer({ DATA_DIR: folder.path, DATABASE_URL: '' }),
    bytes: async () => statSync(join(folder.path, 'proffer.db')).size,
    memory: async ({ child }) => ownBytes(child.pid),
    remove: async () => folder.remove(),
  };
}

export async function postgresScale(url: string): Promise<ScaleSubject> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const name = `proffer_scale_${Date.now()}`;
  await admin.query(`CREATE DATABASE ${name}`);
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
    async remove() {
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.end();
    },
  };
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
