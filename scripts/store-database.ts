// Stores a database of this version, on each engine, together with the responses that its users see, for the upgrade
// tests: node scripts/store-database.ts test/fixtures/stored/<version>
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { MIGRATIONS } from '../src/store/migrations.ts';
import { startTestService, type TestService } from '../test/support/service/service.ts';
import { fill } from './store-database/fill.ts';

const target = readTarget();

/** Fixed, so that links stay the same. */
const SECRET = 'the secret of the stored databases, which is none';
const NOW = Date.parse('2026-03-10T10:00:00.000Z');
const POSTGRES = {
  engine: 'postgres',
  blob: 'BYTEA',
  integer: 'BIGINT',
  text: 'TEXT COLLATE "C"',
  strict: '',
} as const;

mkdirSync(target, { recursive: true });
for (const engine of ['sqlite', 'postgres'] as const) {
  const service = await startTestService({ engine, now: NOW, env: { PROFFER_SECRET: SECRET } });
  const seen = { secret: SECRET, ...(await fill(service)) };
  const data = engine === 'sqlite' ? await sqliteFile(service) : await postgresDump(service);
  writeFileSync(join(target, `${engine}.gz`), gzipSync(data, { level: 9 }));
  writeFileSync(join(target, `${engine}.json`), `${JSON.stringify(seen, null, 1)}\n`);
  await service.close();
}
// There is no shared server of a test run; the service stops its own.
process.exit();

function readTarget(): string {
  const [folder] = process.argv.slice(2);
  if (folder) return folder;
  throw new Error('Name the folder: node scripts/store-database.ts test/fixtures/stored/<version>');
}

async function sqliteFile(service: TestService): Promise<Uint8Array> {
  const file = join(target, 'copy.db');
  await service.db.backup?.(file);
  const data = readFileSync(file);
  rmSync(file);
  return data;
}

/** Dumps the tables of this version, then their rows. */
async function postgresDump(service: TestService): Promise<Buffer> {
  const client = new pg.Client({ connectionString: service.config.databaseUrl ?? '' });
  await client.connect();
  const tables = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relpersistence = 'p'
       AND relnamespace = current_schema()::regnamespace ORDER BY oid`,
  );
  const statements = [
    'CREATE TABLE migrations (id INTEGER PRIMARY KEY)',
    ...MIGRATIONS.flatMap((m) => m(POSTGRES)),
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
