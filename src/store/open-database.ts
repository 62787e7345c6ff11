import type { Config } from '../config.ts';
import type { Database } from './database.ts';
import { openSqlite } from './sqlite.ts';

export function openDatabase(config: Pick<Config, 'dataDir'>): Promise<Database> {
  return openSqlite(config.dataDir);
}
