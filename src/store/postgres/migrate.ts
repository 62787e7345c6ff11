import pg from 'pg';
import { MIGRATIONS } from '../migrations.ts';
import { describeUnknownMigration } from '../unknown-migration.ts';
import { buildClientConfig } from './connection.ts';
import { translateDatabaseError, UnsuitableDatabase } from './errors.ts';
import { describeMissingSettings, type Pooler } from './session.ts';

const DIALECT = {
  engine: 'postgres',
  blob: 'BYTEA',
  integer: 'BIGINT',
  text: 'TEXT COLLATE "C"',
  strict: '',
} as const;
/** Any number that is the same in all processes. */
const LOCK_KEY = 0x50726f66;
const OLDEST_VERSION = 15;

/**
 * Migrates in one process while the others wait for the lock and then find nothing to do. Returns warnings about the
 * server's settings.
 */
export async function migratePostgres(url: string, pooler: Pooler): Promise<string[]> {
  try {
    return await migrate(url, pooler);
  } catch (error) {
    throw translateDatabaseError(error);
  }
}

async function migrate(url: string, pooler: Pooler): Promise<string[]> {
  const client = new pg.Client({ ...buildClientConfig(url), pipeline: false });
  client.on('error', () => {});
  await client.connect();
  try {
    await checkServer(client);
    const done = await lastMigration(client);
    for (const [index, statements] of MIGRATIONS.entries()) {
      if (index < done) continue;
      await inTransaction(client, () => apply(client, index + 1, statements(DIALECT)));
    }
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

/** Migrations run in order, so the newest one implies all others. A database of a newer version is not touched. */
async function lastMigration(client: pg.Client): Promise<number> {
  const known = await client.query(`SELECT to_regclass('migrations') IS NOT NULL AS there`);
  if (!known.rows[0]?.there) return 0;
  const { rows } = await client.query<{ id: number | null }>('SELECT max(id) AS id FROM migrations');
  const last = rows[0]?.id ?? 0;
  const unknown = describeUnknownMigration(last);
  if (unknown) throw new UnsuitableDatabase(unknown);
  return last;
}

async function apply(client: pg.Client, id: number, statements: readonly string[]): Promise<void> {
  await client.query(`SELECT pg_advisory_xact_lock(${LOCK_KEY})`);
  await client.query('CREATE TABLE IF NOT EXISTS migrations (id INTEGER PRIMARY KEY)');
  const done = await client.query('INSERT INTO migrations (id) VALUES ($1) ON CONFLICT DO NOTHING', [id]);
  if (done.rowCount === 0) return;
  for (const statement of statements) await client.query(statement);
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
