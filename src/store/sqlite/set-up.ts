import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { MIGRATION_TABLE } from '../migrations.ts';
import { buildHashUpdate } from '../unusable-schema.ts';
import { isBusy } from './errors.ts';

export const MAX_LOCK_WAIT_MS = 10_000;
/** The commit after which the log has this length moves it into the file. */
export const LOG_PAGES = 4000;

export function configure(db: DatabaseSync): void {
  db.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    PRAGMA secure_delete = ON;
    PRAGMA temp_store = MEMORY;
    PRAGMA cache_size = -8192;
    PRAGMA wal_autocheckpoint = ${LOG_PAGES};
  `);
  expectPragma(db, 'journal_mode', 'wal');
  expectPragma(db, 'synchronous', 2);
  expectPragma(db, 'foreign_keys', 1);
}

function expectPragma(db: DatabaseSync, name: string, wanted: string | number): void {
  const actual = Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0];
  if (actual !== wanted) {
    throw new Error(`SQLite does not accept PRAGMA ${name} = ${wanted} here (it stays ${actual})`);
  }
}

/** Runs the migrations that the database does not have yet. */
export async function migrate(db: DatabaseSync, migrations: readonly string[]): Promise<void> {
  await retryWhileLocked(() =>
    db.exec(`CREATE TABLE IF NOT EXISTS ${MIGRATION_TABLE} (id INTEGER PRIMARY KEY) STRICT`),
  );
  const isDone = db.prepare(`SELECT 1 FROM ${MIGRATION_TABLE} WHERE id = ?`);
  for (const [index, migration] of migrations.entries()) {
    if (isDone.get(index + 1)) continue;
    await retryWhileLocked(() => db.exec('BEGIN IMMEDIATE'));
    try {
      // Another process may have run it already.
      if (!isDone.get(index + 1)) {
        db.exec(migration);
        db.prepare(`INSERT INTO ${MIGRATION_TABLE} (id) VALUES (?)`).run(index + 1);
      }
      db.exec('COMMIT');
    } catch (error) {
      // A full disk has already ended the transaction.
      if (db.isTransaction) db.exec('ROLLBACK');
      throw error;
    }
  }
  if (db.prepare(`SELECT 1 FROM ${MIGRATION_TABLE} WHERE sha256 IS NULL LIMIT 1`).get())
    await retryWhileLocked(() => db.exec(buildHashUpdate(migrations)));
}

/** Whether the database has tables, but not all `known` migrations. */
export function lacksMigrations(db: DatabaseSync, known: number): boolean {
  const hasTable = db
    .prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = '${MIGRATION_TABLE}'`)
    .get();
  if (!hasTable) return false;
  const { done } = db.prepare(`SELECT count(*) AS done FROM ${MIGRATION_TABLE}`).get() as { done: number };
  return done < known;
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
