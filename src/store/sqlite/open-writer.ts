import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { createDatabaseFile, expectDatabaseFile } from './file.ts';
import type { MigrationTask } from './migration-worker.ts';
import { expectKnownSchema } from './schema.ts';
import { configure, lacksMigrations, migrate, retryWhileLocked } from './set-up.ts';

/** A smaller database is migrated faster than a thread starts. */
const LARGE_BYTES = 16_000_000;

/** Opens the writing connection, and closes it if the database cannot be used. */
export async function openWriter(file: string, migrations: readonly string[]): Promise<DatabaseSync> {
  const setUp = async (db: DatabaseSync) => {
    await retryWhileLocked(() => expectKnownSchema(db, migrations));
    await retryWhileLocked(() => configure(db));
    if (statSync(file).size > LARGE_BYTES && lacksMigrations(db, migrations.length))
      await migrateInThread({ file, migrations });
    await migrate(db, migrations);
  };
  if (!existsSync(file)) await createDatabaseFile(file, (db) => fillNew(db, migrations));
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
async function fillNew(db: DatabaseSync, migrations: readonly string[]): Promise<void> {
  configure(db);
  db.exec('PRAGMA synchronous = OFF');
  await migrate(db, migrations);
  db.exec('PRAGMA synchronous = FULL');
}

/** Migrates in a thread, because a statement over all rows of a large table would block the event loop for seconds. */
async function migrateInThread(workerData: MigrationTask): Promise<void> {
  const worker = new Worker(new URL('./migration-worker.ts', import.meta.url), { workerData });
  // Rejects if the thread fails, with the error of the database.
  await once(worker, 'exit');
}
