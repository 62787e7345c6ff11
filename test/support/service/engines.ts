import { rm } from 'node:fs/promises';
import { after, before, describe } from 'node:test';
import type { Database } from '../../../src/store/database.ts';
import { openPostgres } from '../../../src/store/postgres/postgres.ts';
import { openSqlite } from '../../../src/store/sqlite/sqlite.ts';
import { startPostgres, type TestPostgres } from '../postgres/postgres.ts';
import { newDataFolder } from './data-folder.ts';

export interface TestEngine {
  name: Database['engine'];
  /** What opens a database: a folder or a URL. */
  newDatabase(): Promise<string>;
  open(place: string): Promise<Database>;
}

/** `TEST_ENGINES=sqlite` leaves the other out. */
export function isEngineWanted(engine: Database['engine']): boolean {
  return process.env.TEST_ENGINES?.split(',').includes(engine) ?? true;
}

/** Defines the same tests on every engine. */
export function onEveryEngine(what: string, define: (engine: TestEngine) => void): void {
  if (isEngineWanted('sqlite')) describe(`${what} on SQLite`, () => define(sqliteEngine()));
  if (isEngineWanted('postgres')) describe(`${what} on PostgreSQL`, () => define(postgresEngine()));
}

export function sqliteEngine(): TestEngine {
  const folders: string[] = [];
  after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));
  return {
    name: 'sqlite',
    async newDatabase() {
      const folder = await newDataFolder('proffer-sqlite-');
      folders.push(folder);
      return folder;
    },
    open: openSqlite,
  };
}

export function postgresEngine(): TestEngine {
  let postgres: TestPostgres;
  before(async () => {
    postgres = await startPostgres({ shared: true });
  });
  after(() => postgres?.stop());
  return {
    name: 'postgres',
    newDatabase: () => postgres.createDatabase(),
    open: (url) => openPostgres(url),
  };
}
