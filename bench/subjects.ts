import { copyFileSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { Database } from '../src/store/database.ts';
import { openPostgres } from '../src/store/postgres/postgres.ts';
import { openSqlite } from '../src/store/sqlite/sqlite.ts';
import { fillQuotes } from './fill.ts';
import { prepareFirstAccount } from './first-account.ts';
import { forkServer, type RunningServer, startProffer, temporaryFolder } from './harness.ts';

/** Proffer and the baseline on the same engine with the same rows. */
export interface Subjects {
  ids: string[];
  /** Starts another process of the service on the same data; SQLite allows one. */
  startReplica(env?: Record<string, string>): Promise<RunningServer>;
  startBare(): Promise<RunningServer>;
  remove(): Promise<void>;
}

interface BareRow {
  id: string;
  title: string;
  doc: string;
}

export async function sqliteSubjects(count: number): Promise<Subjects> {
  const folder = temporaryFolder();
  const db = await openSqlite(folder.path);
  const { ids, rows } = await fill(db, count);
  await db.close();
  const file = join(folder.path, 'bare.db');
  fillBareSqlite(file, rows);
  // The service gets a copy, because a file that grew row by row has another layout on disk and in memory.
  const newCopy = () => {
    const copy = mkdtempSync(join(folder.path, 'copy-'));
    copyFileSync(join(folder.path, 'proffer.db'), join(copy, 'proffer.db'));
    return copy;
  };
  return {
    ids,
    startReplica: (env) => startProffer({ DATA_DIR: newCopy(), DATABASE_URL: '', ...env }),
    startBare: () => forkServer('./bare-sqlite.ts', [file]),
    remove: async () => folder.remove(),
  };
}

/** Uses a separate database on the given server, which is dropped at the end. */
export async function postgresSubjects(url: string, count: number): Promise<Subjects> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const name = `proffer_bench_${Date.now()}`;
  await admin.query(`CREATE DATABASE ${name}`);
  const own = Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const db = await openPostgres(own);
  const { ids, rows } = await fill(db, count);
  await db.close();
  await fillBarePostgres(own, rows);
  return {
    ids,
    startReplica: (env) => startProffer({ DATABASE_URL: own, ...env }),
    startBare: () => forkServer('./bare-postgres.ts', [own]),
    async remove() {
      await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await admin.end();
    },
  };
}

async function fill(db: Database, count: number): Promise<{ ids: string[]; rows: BareRow[] }> {
  const account = await prepareFirstAccount(db);
  const ids = await fillQuotes(db, account.id, count);
  const docs = await db.read.all<{ id: string; doc: string }>('SELECT id, doc FROM quotes');
  return { ids, rows: docs.map(({ id, doc }) => ({ id, doc, title: (JSON.parse(doc) as BareRow).title })) };
}

function fillBareSqlite(file: string, rows: BareRow[]): void {
  const bare = new DatabaseSync(file);
  bare.exec(`PRAGMA journal_mode = WAL;
    CREATE TABLE bare (id TEXT PRIMARY KEY, title TEXT NOT NULL, doc TEXT NOT NULL) WITHOUT ROWID;
    BEGIN`);
  const insert = bare.prepare('INSERT INTO bare (id, title, doc) VALUES (?, ?, ?)');
  for (const { id, title, doc } of rows) insert.run(id, title, doc);
  bare.exec('COMMIT');
  bare.close();
}

async function fillBarePostgres(url: string, rows: BareRow[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    'CREATE TABLE bare (id TEXT COLLATE "C" PRIMARY KEY, title TEXT NOT NULL, doc TEXT NOT NULL)',
  );
  await client.query(
    'INSERT INTO bare SELECT * FROM unnest($1::text[], $2::text[], $3::text[])',
    (['id', 'title', 'doc'] as const).map((column) => rows.map((row) => row[column])),
  );
  // Analyze now; autovacuum takes a minute.
  await client.query('ANALYZE');
  await client.end();
}
