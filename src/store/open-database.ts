import type { Config } from '../config.ts';
import { type Database, DatabaseUnavailable } from './database.ts';
import { isMoveUnfinished } from './move-data.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import type { Turns } from './turns.ts';

export async function openDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  turns?: Turns,
): Promise<Database> {
  const { databaseUrl, dataDir } = config;
  const db = databaseUrl === null ? await openSqlite(dataDir, turns) : await openPostgres(databaseUrl);
  if (await isMoveUnfinished(db.read)) {
    await db.close();
    throw new DatabaseUnavailable(
      'a move into this database has not ended: give the same move command again',
    );
  }
  return db;
}
