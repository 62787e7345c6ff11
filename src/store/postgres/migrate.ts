import pg from 'pg';
import { type Migration, translateTypes } from '../migrations/migration.ts';
import { MIGRATION_TABLE } from '../migrations.ts';
import {
  BEFORE_1_0,
  buildHashUpdate,
  type DoneMigration,
  describeUnusable,
  isBefore10,
} from '../unusable-schema.ts';
import { buildClientConfig } from './connection.ts';
import { translateDatabaseError, UnsuitableDatabase } from './errors.ts';
import { describeMissingSettings, type Pooler } from './session.ts';

/** Any number that is the same in all processes. */
const LOCK_KEY = 0x50726f66;
const OLDEST_VERSION = 15;

/**
 * Migrates in one process while the others wait for the lock and then find nothing to do. Returns warnings about the
 * server's settings.
 */
export async function migratePostgres(
  url: string,
  pooler: Pooler,
  migrations: readonly Migration[],
): Promise<string[]> {
  try {
    return await migrate(url, pooler, migrations);
  } catch (error) {
    throw translateDatabaseError(error);
  }
}

async function migrate(url: string, pooler: Pooler, migrations: readonly Migration[]): Promise<string[]> {
  const client = new pg.Client({ ...buildClientConfig(url), pipeline: false });
  client.on('error', () => {});
  await client.connect();
  try {
    await checkServer(client);
    const texts = migrations.map((migration) => migration('postgres'));
    const done = await readLastMigration(client, texts);
    for (const [index, text] of texts.entries()) {
      if (index < done) continue;
      await inTransaction(client, () => apply(client, index + 1, text));
    }
    if (done < texts.length) await client.query(buildHashUpdate(texts));
    const missing = pooler === 'transaction' ? await describeMissingSettings(client) : undefined;
    return missing === undefined ? [] : [missing];
  } finally {
    await client.end();
  }
}

async function checkServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number; encoding: string; durable: string }>(
    `SELECT current_setting('server_version_num')::int / 10000 AS version,
            current_setting('server_encoding') AS encoding,
            current_setting('synchronous_commit') AS durable`,
  );
  const { version = 0, encoding, durable } = rows[0] ?? {};
  if (version < OLDEST_VERSION) {
    throw new UnsuitableDatabase(`PostgreSQL ${OLDEST_VERSION} or later is needed, this is ${version}`);
  }
  if (encoding !== 'UTF8')
    throw new UnsuitableDatabase(`The database must be created with ENCODING 'UTF8', not ${encoding}`);
  if (durable === 'off') {
    throw new UnsuitableDatabase(
      'synchronous_commit is off: acknowledged writes could be lost. Turn it on for this database',
    );
  }
}

/** Looks at one state of the database: another process may be migrating it. */
async function readLastMigration(client: pg.Client, migrations: readonly string[]): Promise<number> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const last = await lastMigration(client, migrations);
  await client.query('COMMIT');
  return last;
}

/**
 * Migrations run in order, so the newest one implies all others. A database that this version cannot use is not
 * touched.
 */
async function lastMigration(client: pg.Client, migrations: readonly string[]): Promise<number> {
  const found = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND pg_table_is_visible(oid)`,
  );
  const tables = new Set(found.rows.map(({ name }) => name));
  if (isBefore10(tables)) throw new UnsuitableDatabase(BEFORE_1_0);
  if (!tables.has(MIGRATION_TABLE)) return 0;
  const { rows } = await client.query<DoneMigration>(`SELECT * FROM ${MIGRATION_TABLE} ORDER BY id`);
  const problem = describeUnusable(tables, rows, migrations);
  if (problem) throw new UnsuitableDatabase(problem);
  return rows.at(-1)?.id ?? 0;
}

async function apply(client: pg.Client, id: number, migration: string): Promise<void> {
  await client.query(`SELECT pg_advisory_xact_lock(${LOCK_KEY})`);
  await client.query(`CREATE TABLE IF NOT EXISTS ${MIGRATION_TABLE} (id INTEGER PRIMARY KEY)`);
  const done = await client.query(`INSERT INTO ${MIGRATION_TABLE} (id) VALUES ($1) ON CONFLICT DO NOTHING`, [
    id,
  ]);
  if (done.rowCount === 0) return;
  await client.query(translateTypes(migration));
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN');
  try {
    // The role may have a statement timeout that is meant for the service's normal statements.
    await client.query('SET LOCAL statement_timeout = 0');
    await work();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}
