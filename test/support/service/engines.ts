import { rm } from 'node:fs/promises';
import { after, before, describe } from 'node:test';
import type { Database } from '../../../src/store/database.ts';
import type { Migration } from '../../../src/store/migrations/migration.ts';
import { MIGRATIONS } from '../../../src/store/migrations.ts';
import { openPostgres } from '../../../src/store/postgres/postgres.ts';
import { openSqlite } from '../../../src/store/sqlite/sqlite.ts';
import { startPostgres, type TestPostgres } from '../postgres/postgres.ts';
import { IS_ALL } from '../run/all.ts';
import { newDataFolder, newFolderWithTables } from './data-folder.ts';

export interface TestEngine {
  name: Database['engine'];
  /** Returns the location of a new database: a folder or a URL. It may have tables already. */
  newDatabase(): Promise<string>;
  emptyDatabase(): Promise<string>;
  open(place: string, migrations?: readonly Migration[]): Promise<Database>;
}

/** `TEST_ENGINES=sqlite` disables the other engine. */
export function isEngineEnabled(engine: Database['engine']): boolean {
  return process.env.TEST_ENGINES?.split(',').includes(engine) ?? true;
}

/** Defines the same tests for every engine. */
export function onEveryEngine(what: string, define: (engine: TestEngine) => void): void {
  if (isEngineEnabled('sqlite')) describe(`${what} on SQLite`, () => define(sqliteEngine()));
  if (isEngineEnabled('postgres')) describe(`${what} on PostgreSQL`, () => define(postgresEngine()));
}

/** Defines tests whose statements other tests run on both engines: for one engine, and in `npm run test:all` for both. */
export function onFirstEngine(what: string, define: (engine: TestEngine) => void): void {
  if (IS_ALL || !isEngineEnabled('sqlite')) onEveryEngine(what, define);
  else describe(`${what} on SQLite`, () => define(sqliteEngine()));
}

export function sqliteEngine(): TestEngine {
  const folders: string[] = [];
  const madeBy = (make: (prefix: string) => Promise<string>) => async () => {
    const folder = await make('proffer-sqlite-');
    folders.push(folder);
    return folder;
  };
  after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));
  return {
    name: 'sqlite',
    newDatabase: madeBy(newFolderWithTables),
    emptyDatabase: madeBy(newDataFolder),
    open: (folder, migrations = MIGRATIONS) => openSqlite(folder, { migrations }),
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
    newDatabase: () => postgres.createWithTables(),
    emptyDatabase: () => postgres.createDatabase(),
    open: (url, migrations = MIGRATIONS) => openPostgres(url, { migrations }),
  };
}
