import type { Config } from '../config.ts';
import type { Turns } from '../threads/write-turns.ts';
import { type Database, DatabaseUnavailable } from './database.ts';
import { isMoveUnfinished } from './move-data.ts';
import { patiently } from './postgres/patience.ts';
import { openPostgres } from './postgres/postgres.ts';
import { openSqlite } from './sqlite/sqlite.ts';

export async function openDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'databasePooler'>,
  turns?: Turns,
): Promise<Database> {
  const { databaseUrl, databasePooler, dataDir } = config;
  const db =
    databaseUrl === null
      ? await openSqlite(dataDir, turns)
      : await openPostgres(databaseUrl, { pooler: databasePooler });
  if (await whenAble(db, () => isMoveUnfinished(db.read))) {
    await db.close();
    throw new DatabaseUnavailable(
      'a move into this database has not ended: give the same move command again',
    );
  }
  return db;
}

/** Runs what a start needs; a PostgreSQL that has its hands full gets the time that it has for a migration. */
export function whenAble<T>(db: Database, action: () => Promise<T>): Promise<T> {
  return db.engine === 'postgres' ? patiently(action) : action();
}
