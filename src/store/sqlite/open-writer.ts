import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { buildIndexWords } from '../lists/text/grams.ts';
import { MIGRATIONS } from '../migrations.ts';
import { isBusy } from './errors.ts';
import { createDatabaseFile, expectDatabaseFile } from './file.ts';
import { expectKnownSchema } from './schema.ts';

const DIALECT = {
  engine: 'sqlite',
  blob: 'BLOB',
  integer: 'INTEGER',
  text: 'TEXT',
  strict: 'STRICT',
} as const;
export const MAX_LOCK_WAIT_MS = 10_000;

/** Opens the writing connection, and closes it if the database cannot be used. */
export async function openWriter(file: string): Promise<DatabaseSync> {
  const setUp = async (db: DatabaseSync) => {
    await retryWhileLocked(() => expectKnownSchema(db));
    await retryWhileLocked(() => configure(db));
    await migrate(db);
  };
  if (!existsSync(file)) await createDatabaseFile(file, fillNew);
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

/** The file has no final name until it is complete, so it is flushed once when it is closed, not after each step. */
async function fillNew(db: DatabaseSync): Promise<void> {
  configure(db);
  db.exec('PRAGMA synchronous = OFF');
  await migrate(db);
  db.exec('PRAGMA synchronous = FULL');
}

function configure(db: DatabaseSync): void {
  db.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    PRAGMA secure_delete = ON;
    PRAGMA temp_store = MEMORY;
    PRAGMA cache_size = -8192;
    PRAGMA wal_autocheckpoint = 4000;
  `);
  expectPragma(db, 'journal_mode', 'wal');
  expectPragma(db, 'synchronous', 2);
  expectPragma(db, 'foreign_keys', 1);
  db.function('words_of', (accountId, text) => buildIndexWords(String(accountId), String(text)));
}

function expectPragma(db: DatabaseSync, name: string, wanted: string | number): void {
  const actual = Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0];
  if (actual !== wanted) {
    throw new Error(`SQLite does not accept PRAGMA ${name} = ${wanted} here (it stays ${actual})`);
  }
}

async function migrate(db: DatabaseSync): Promise<void> {
  await retryWhileLocked(() =>
    db.exec('CREATE TABLE IF NOT EXISTS migrations (id INTEGER PRIMARY KEY) STRICT'),
  );
  const isDone = db.prepare('SELECT 1 FROM migrations WHERE id = ?');
  for (const [index, statements] of MIGRATIONS.entries()) {
    if (isDone.get(index + 1)) continue;
    await retryWhileLocked(() => db.exec('BEGIN IMMEDIATE'));
    try {
      // Another process may have run it already.
      if (!isDone.get(index + 1)) {
        db.enableDefensive(false);
        for (const statement of statements(DIALECT)) db.exec(statement);
        db.prepare('INSERT INTO migrations (id) VALUES (?)').run(index + 1);
      }
      db.exec('COMMIT');
    } catch (error) {
      // A full disk has already ended the transaction.
      if (db.isTransaction) db.exec('ROLLBACK');
      throw error;
    } finally {
      // Only a migration may write table definitions.
      db.enableDefensive(true);
    }
  }
}

/** Another process (the command line) may hold the write lock: waits without blocking the event loop. */
export async function retryWhileLocked(
  action: () => void,
  deadline = performance.now() + MAX_LOCK_WAIT_MS,
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
