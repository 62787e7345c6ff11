import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { translateTypes } from '../../src/store/migrations/migration.ts';
import { MIGRATION_TABLE, MIGRATIONS } from '../../src/store/migrations.ts';
import { type Engine, startTestService, type TestService } from '../../test/support/service/service.ts';
import type { StoredDatabase } from '../../test/support/store/stored-database.ts';
import { fill } from './fill.ts';

/** Fixed, so that links stay the same. */
const SECRET = 'the secret of the stored databases, which is none';
const NOW = Date.parse('2026-03-10T10:00:00.000Z');

/** A database of this version: a SQLite file, or SQL for PostgreSQL, and what its users see. */
export interface StoredVersion {
  data: Uint8Array;
  seen: StoredDatabase;
}

export async function storeDatabase(engine: Engine): Promise<StoredVersion> {
  const service = await startTestService({ engine, now: NOW, env: { PROFFER_SECRET: SECRET } });
  try {
    const seen = { secret: SECRET, ...(await fill(service)) };
    return { seen, data: engine === 'sqlite' ? await copyFile(service) : await dumpPostgres(service) };
  } finally {
    await service.close();
  }
}

async function copyFile(service: TestService): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'proffer-stored-'));
  try {
    const file = join(folder, 'copy.db');
    await service.db.backup(file);
    return readFileSync(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Dumps the tables of this version, then their rows. */
async function dumpPostgres(service: TestService): Promise<Uint8Array> {
  const client = new pg.Client({ connectionString: service.config.databaseUrl ?? '' });
  await client.connect();
  const tables = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relpersistence = 'p'
       AND relnamespace = current_schema()::regnamespace ORDER BY oid`,
  );
  const statements = [
    `CREATE TABLE ${MIGRATION_TABLE} (id INTEGER PRIMARY KEY)`,
    ...MIGRATIONS.map((migration) => translateTypes(migration('postgres'))),
  ];
  for (const { name } of tables.rows) {
    const { rows } = await client.query(`SELECT coalesce(json_agg(t), '[]')::text AS rows FROM ${name} AS t`);
    statements.push(
      `DELETE FROM ${name}`,
      `INSERT INTO ${name} SELECT * FROM json_populate_recordset(NULL::${name}, $stored$${rows[0].rows}$stored$)`,
    );
  }
  await client.end();
  return Buffer.from(`${statements.join(';\n')};\n`);
}
