import type { Config } from '../app/config/config.ts';
import { DatabaseUnavailable } from '../domain/outage.ts';
import type { Database } from './database.ts';
import { isMoveUnfinished } from './move-data.ts';
import { lockFolder } from './sqlite/folder-lock.ts';
import { openSqlite, type SqliteOptions } from './sqlite/sqlite.ts';

type Place = Pick<Config, 'dataDir' | 'databaseUrl' | 'databasePooler'>;

export async function openDatabase(place: Place, options: SqliteOptions = {}): Promise<Database> {
  const db = await open(place, options);
  if (await retryWhileBusy(db, () => isMoveUnfinished(db.read))) {
    await db.close();
    throw new DatabaseUnavailable(
      'a move into this database has not ended: give the same move command again',
    );
  }
  return db;
}

/** Runs an action of the startup. A PostgreSQL that is busy gets as much time as for a migration. */
export async function retryWhileBusy<T>(db: Database, action: () => Promise<T>): Promise<T> {
  if (db.engine === 'sqlite') return action();
  const { retryAtStartup } = await import('./postgres/retry-at-startup.ts');
  return retryAtStartup(action);
}

/**
 * Opens a database exclusively for a move, finished or not: the service must neither change data that is being copied
 * nor start on incomplete data.
 */
export async function openExclusively(place: Place): Promise<Database> {
  if (place.databaseUrl !== null) return open(place);
  const lock = lockFolder(place.dataDir);
  try {
    const db = await open(place);
    return { ...db, close: () => db.close().finally(lock.release) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function open(
  { databaseUrl, databasePooler, dataDir }: Place,
  options?: SqliteOptions,
): Promise<Database> {
  if (databaseUrl === null) return openSqlite(dataDir, options);
  // Imported on demand: the PostgreSQL client costs memory and time that SQLite installations save.
  const { openPostgres } = await import('./postgres/postgres.ts');
  return openPostgres(databaseUrl, { pooler: databasePooler });
}
