import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { ALWAYS_MY_TURN, type Turns } from '../../threads/write-turns.ts';
import { type Database, isRead, type Sql, type SqlValue } from '../database.ts';
import { MIGRATIONS } from '../migrations.ts';
import { writeHealth } from '../write-health.ts';
import { isBusy, translate } from './errors.ts';
import { expectDatabaseFile, isNearlyFull, makeFile, useFolder } from './file.ts';
import { type FileInPlace, fileInPlace } from './file-in-place.ts';
import { expectKnownSchema } from './schema.ts';
import { type IndexChange, sqliteSearch } from './search.ts';
import { snapshotOf } from './snapshot.ts';

const DIALECT = {
  engine: 'sqlite',
  blob: 'BLOB',
  integer: 'INTEGER',
  text: 'TEXT',
  strict: 'STRICT',
} as const;
const MAX_GROUP = 256;
/** They are written in the code, but some come in sizes. */
const MAX_STATEMENTS = 1000;
const LOCK_PATIENCE_MS = 10_000;

interface Job {
  work: (tx: Sql) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** Tells the one who asked what became of it. */
type Report = () => void;

/**
 * One file in WAL mode, one connection that writes and one that reads, so that a read sees only what is committed
 * and never waits for a transaction. Writes that wait at the same moment share one transaction and one fsync, and the
 * failure of one does not touch the others.
 */
export async function openSqlite(folder: string, turns: Turns = ALWAYS_MY_TURN): Promise<Database> {
  useFolder(folder);
  const file = join(folder, 'proffer.db');
  const writer = await openWriter(file);
  const place = fileInPlace(file);
  const reader = new DatabaseSync(file, { timeout: 5000 });
  // Mapped, a page need not be copied to be read; the system takes the memory back when it needs it.
  reader.exec(`
    PRAGMA query_only = ON;
    PRAGMA cache_size = -65536;
    PRAGMA mmap_size = 1073741824;
  `);

  const statements = statementsOf(writer);
  const snapshot = snapshotOf(reader, turns);
  const queue: Job[] = [];
  let running: Promise<void> | undefined;

  async function drain(): Promise<void> {
    // One turn of the event loop gathers the writes that arrived together.
    await new Promise((resolve) => setImmediate(resolve));
    while (queue.length > 0) {
      const deadline = performance.now() + LOCK_PATIENCE_MS;
      await turns.take();
      let reports: Report[];
      try {
        const jobs = queue.splice(0, MAX_GROUP);
        reports = await commitInPlace(place, jobs, () => commitGroup(writer, statements, jobs, deadline));
      } finally {
        // Before anybody is told: who hears of a change must see it, here and in other threads.
        turns.pass();
        snapshot.end();
      }
      for (const report of reports) report();
    }
    running = undefined;
  }

  function write<T>(work: (tx: Sql) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      queue.push({ work, resolve: resolve as (value: unknown) => void, reject });
      running ??= drain();
    });
  }
  const health = writeHealth(write);

  return {
    engine: 'sqlite',
    read: sqlOf(statementsOf(reader), [], (_text, run) => {
      snapshot.hold();
      return run();
    }),
    write: health.write,
    async backup(target) {
      snapshot.end();
      // In one step: between steps, every commit of another process would make it begin again.
      await backup(reader, target, { rate: 2 ** 31 - 1 });
    },
    async ping(how = 'look') {
      place.check();
      await health.expectWrites({ isSuspect: isNearlyFull(folder), mayWrite: how === 'write' });
    },
    async close() {
      await running;
      snapshot.end();
      reader.close();
      writer.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      writer.close();
    },
  };
}

/** Nothing of a database that is open stays behind when it cannot be used. */
async function openWriter(file: string): Promise<DatabaseSync> {
  const setUp = async (db: DatabaseSync) => {
    await whenUnlocked(() => expectKnownSchema(db));
    await whenUnlocked(() => configure(db));
    await migrate(db);
  };
  if (!existsSync(file)) await makeFile(file, setUp);
  expectDatabaseFile(file);
  const writer = new DatabaseSync(file, { timeout: 0 });
  try {
    await setUp(writer);
    return writer;
  } catch (error) {
    writer.close();
    throw error;
  }
}

/** Nobody is told of a success that a restart would not find. Never throws. */
async function commitInPlace(
  place: FileInPlace,
  jobs: readonly Job[],
  commit: () => Promise<Report[]>,
): Promise<Report[]> {
  try {
    place.checkBefore();
    const reports = await commit();
    place.check();
    return reports;
  } catch (error) {
    return jobs.map((job) => () => job.reject(error));
  }
}

/**
 * All works in one transaction. One that throws before it has written anything touches nobody. Whatever else fails,
 * everything is taken back, and each runs again by itself, also the one that failed: it may have seen what the others
 * had written, which now never was. That is rare, and a savepoint for each work would cost more than the work: the
 * search index writes itself out at every one. Never throws: what is to be told to whom comes back.
 */
async function commitGroup(
  writer: DatabaseSync,
  statements: Statements,
  jobs: readonly Job[],
  deadline: number,
): Promise<Report[]> {
  try {
    return await commitTogether(statements, jobs, deadline);
  } catch (error) {
    if (writer.isOpen && writer.isTransaction) writer.exec('ROLLBACK');
    if (jobs.length === 1) return jobs.map((job) => () => job.reject(translate(error)));
  }
  const reports: Report[] = [];
  for (const job of jobs) reports.push(...(await commitGroup(writer, statements, [job], deadline)));
  return reports;
}

/** Throws when nothing of it may stay. */
async function commitTogether(
  statements: Statements,
  jobs: readonly Job[],
  deadline: number,
): Promise<Report[]> {
  const reports: Report[] = [];
  const changes: IndexChange[] = [];
  await whenUnlocked(() => statements.changes('BEGIN IMMEDIATE').run(), deadline);
  for (const job of jobs) reports.push(await runJob(statements, job, changes));
  for (const change of changes) await change(sqlOf(statements, [], (_text, run) => run()));
  statements.changes('COMMIT').run();
  return reports;
}

/** Throws what the work threw if that spoils the transaction. */
async function runJob(statements: Statements, job: Job, changes: IndexChange[]): Promise<Report> {
  const guard: Guard = { isOver: false, failure: undefined, hasWritten: false };
  const own: IndexChange[] = [];
  try {
    const value = await job.work(sqlOf(statements, own, guardedBy(guard)));
    if (guard.failure !== undefined) throw guard.failure;
    changes.push(...own);
    return () => job.resolve(value);
  } catch (error) {
    // A statement that failed, even one that reads, may have ended the whole transaction.
    if (guard.hasWritten || guard.failure !== undefined) throw error;
    return () => job.reject(translate(error));
  } finally {
    guard.isOver = true;
  }
}

/** Another process (the command line) may hold the write lock: wait without stopping the event loop. */
async function whenUnlocked(
  action: () => void,
  deadline = performance.now() + LOCK_PATIENCE_MS,
): Promise<void> {
  for (;;) {
    try {
      action();
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      await delay(2);
    }
  }
}

function configure(db: DatabaseSync): void {
  db.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    PRAGMA temp_store = MEMORY;
    PRAGMA cache_size = -8192;
    PRAGMA wal_autocheckpoint = 4000;
  `);
  expectPragma(db, 'journal_mode', 'wal');
  expectPragma(db, 'synchronous', 2);
  expectPragma(db, 'foreign_keys', 1);
}

function expectPragma(db: DatabaseSync, name: string, wanted: string | number): void {
  const actual = Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0];
  if (actual !== wanted) {
    throw new Error(`SQLite does not take PRAGMA ${name} = ${wanted} here (it stays ${actual})`);
  }
}

async function migrate(db: DatabaseSync): Promise<void> {
  await whenUnlocked(() => db.exec('CREATE TABLE IF NOT EXISTS migrations (id INTEGER PRIMARY KEY) STRICT'));
  const isDone = db.prepare('SELECT 1 FROM migrations WHERE id = ?');
  for (const [index, statements] of MIGRATIONS.entries()) {
    if (isDone.get(index + 1)) continue;
    await whenUnlocked(() => db.exec('BEGIN IMMEDIATE'));
    try {
      // Another process may have been quicker.
      if (!isDone.get(index + 1)) {
        for (const statement of statements(DIALECT)) db.exec(statement);
        db.prepare('INSERT INTO migrations (id) VALUES (?)').run(index + 1);
      }
      db.exec('COMMIT');
    } catch (error) {
      // A full disk has ended it already.
      if (db.isTransaction) db.exec('ROLLBACK');
      throw error;
    }
  }
}

/** What holds for the statements of one job, as on the other engine. */
interface Guard {
  /** A straggler must not run in the transaction of somebody else. */
  isOver: boolean;
  /** A statement that failed ends the work, even if its error was caught: none runs after it. */
  failure: unknown;
  hasWritten: boolean;
}

interface Statements {
  rows(text: string): StatementSync;
  changes(text: string): StatementSync;
}

function statementsOf(db: DatabaseSync): Statements {
  const prepared = (setUp: (statement: StatementSync) => void) => {
    const statements = new Map<string, StatementSync>();
    return (text: string) => {
      let statement = statements.get(text);
      if (!statement) {
        if (statements.size >= MAX_STATEMENTS) statements.clear();
        statement = db.prepare(text);
        setUp(statement);
        statements.set(text, statement);
      }
      return statement;
    };
  };
  return {
    rows: prepared(() => {}),
    // The search index leaves behind a "last row" beyond what a number holds; `run` reports it, asked or not.
    changes: prepared((statement) => statement.setReadBigInts(true)),
  };
}

/** How a statement is run. */
type Around = <T>(text: string, run: () => T) => T;

function guardedBy(guard: Guard): Around {
  return (text, run) => {
    if (guard.isOver) throw new Error('The transaction is over: the work must await its statements');
    if (guard.failure !== undefined) throw guard.failure;
    if (!isRead(text)) guard.hasWritten = true;
    try {
      return run();
    } catch (error) {
      guard.failure = error;
      throw error;
    }
  };
}

function sqlOf(statements: Statements, changes: IndexChange[], around: Around): Sql {
  return {
    async get<Row>(text: string, ...values: SqlValue[]) {
      return around(text, () => statements.rows(text).get(...values)) as Row | undefined;
    },
    async all<Row>(text: string, ...values: SqlValue[]) {
      return around(text, () => statements.rows(text).all(...values)) as Row[];
    },
    async run(text, ...values) {
      return Number(around(text, () => statements.changes(text).run(...values)).changes);
    },
    forUpdate: '',
    search: sqliteSearch(changes),
    // As bytes it need not be decoded here to be encoded again for the answer.
    joined: (column) => `CAST(string_agg(${column}, ',') AS BLOB)`,
  };
}
