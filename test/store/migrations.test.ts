import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import type { Account } from '../../src/domain/account/account.ts';
import type { Database } from '../../src/store/database.ts';
import type { Migration } from '../../src/store/migrations/migration.ts';
import { MIGRATION_TABLE, MIGRATIONS } from '../../src/store/migrations.ts';
import { testAll } from '../support/run/all.ts';
import { onEveryEngine, sqliteEngine } from '../support/service/engines.ts';
import { sampleAccount } from '../support/store/store-samples.ts';
import { until } from '../support/until.ts';

/** A migration that no version has: it creates a table from existing rows, and changes it. */
const INVENTED: Migration = (engine) => `
CREATE TABLE invented (account_id TEXT NOT NULL, n INTEGER NOT NULL) STRICT;
INSERT INTO invented SELECT id, 1 FROM accounts;
ALTER TABLE invented ADD COLUMN note ${engine === 'sqlite' ? 'TEXT' : 'VARCHAR'};
`;
const LATER = [...MIGRATIONS, INVENTED];

const STORE = join(import.meta.dirname, '../../src/store/sqlite/sqlite.ts');

const oneMore = (index: number) => index + 1;

onEveryEngine('Opening a database', (engine) => {
  it('creates the tables once, although eight processes start concurrently', async () => {
    const place = await engine.emptyDatabase();
    const opened = await Promise.all(Array.from({ length: 8 }, () => engine.open(place)));
    const [first, second] = opened;
    assert.ok(first && second);
    assert.deepEqual(await listMigrations(first), [...MIGRATIONS.keys()].map(oneMore));
    const account = await sampleAccount(first);
    const seen = await second.read.get<{ id: string }>('SELECT id FROM accounts');
    assert.equal(seen?.id, account.id);
    await Promise.all(opened.map((db) => db.close()));
  });

  it('changes nothing the second time', async () => {
    const place = await engine.emptyDatabase();
    const db = await engine.open(place);
    const account = await sampleAccount(db);
    await db.close();
    const again = await engine.open(place);
    const rows = await again.read.all<{ id: string }>('SELECT id FROM accounts');
    assert.deepEqual(
      rows.map(({ id }) => id),
      [account.id],
    );
    await again.ping();
    await again.close();
  });

  it('runs a later migration once and keeps the rows, although eight processes start concurrently', async () => {
    const place = await engine.emptyDatabase();
    const account = await fillFirstSchema(place);
    const opened = await Promise.all(Array.from({ length: 8 }, () => engine.open(place, LATER)));
    for (const db of opened) {
      assert.deepEqual(await listMigrations(db), [...LATER.keys()].map(oneMore));
      const rows = await db.read.all<{ account_id: string; n: number; note: string | null }>(
        'SELECT account_id, n, note FROM invented',
      );
      assert.deepEqual(
        rows.map((row) => ({ ...row })),
        [{ account_id: account.id, n: 1, note: null }],
      );
    }
    await Promise.all(opened.map((db) => db.close()));
  });

  it('rejects a database of a later version and leaves it as it is', async () => {
    const place = await engine.emptyDatabase();
    await (await engine.open(place, LATER)).close();
    await assert.rejects(
      engine.open(place),
      new RegExp(
        `a newer version of Proffer has upgraded this database \\(to ${LATER.length}, .*run that version`,
      ),
    );
    const db = await engine.open(place, LATER);
    assert.deepEqual(await listMigrations(db), [...LATER.keys()].map(oneMore));
    await db.close();
  });

  it('rejects a database whose first schema an unfinished version has created, and leaves it as it is', async () => {
    const REFUSED = /an unfinished version of Proffer created this database \(its migration 1 is not the one/;
    const edited: Migration = (name) => `${MIGRATIONS[0]?.(name)} CREATE TABLE edited (id INTEGER);`;
    const other = [edited, ...MIGRATIONS.slice(1)];
    const place = await engine.emptyDatabase();
    await (await engine.open(place, other)).close();
    await assert.rejects(engine.open(place), REFUSED);
    const again = await engine.open(place, other);
    // As one that ran before hashes were stored, and without a table of today.
    await again.write(async (tx) => {
      await tx.run(`UPDATE ${MIGRATION_TABLE} SET sha256 = NULL WHERE id = 1`);
      await tx.run('ALTER TABLE decisions RENAME TO answers');
    });
    await again.close();
    await assert.rejects(engine.open(place), REFUSED);
  });

  it('takes other comments and blanks in a migration for the same, and stores the hashes of earlier ones', async () => {
    const place = await engine.emptyDatabase();
    const spaced = MIGRATIONS.map(
      (migration): Migration =>
        (name) =>
          `-- Other.\n\n${migration(name)}\n`,
    );
    const db = await engine.open(place, spaced);
    const hashes = () => db.read.all<{ sha256: string }>(`SELECT sha256 FROM ${MIGRATION_TABLE} ORDER BY id`);
    const stored = await hashes();
    for (const { sha256 } of stored) assert.match(sha256, /^[0-9a-f]{64}$/);
    await (await engine.open(place)).close();
    await db.write((tx) => tx.run(`UPDATE ${MIGRATION_TABLE} SET sha256 = NULL`));
    await (await engine.open(place, LATER)).close();
    assert.deepEqual((await hashes()).slice(0, MIGRATIONS.length), stored);
    await db.close();
  });

  it('undoes a migration that fails, and repeats all of it', async () => {
    const place = await engine.emptyDatabase();
    const account = await fillFirstSchema(place);
    const failing: Migration = (name) => `${INVENTED(name)} INSERT INTO invented VALUES (NULL);`;
    await assert.rejects(engine.open(place, [...MIGRATIONS, failing]));
    const before = await engine.open(place);
    assert.ok(!(await tableNames(before)).includes('invented'));
    assert.deepEqual(await listMigrations(before), [...MIGRATIONS.keys()].map(oneMore));
    await before.close();
    const db = await engine.open(place, LATER);
    const rows = await db.read.all<{ account_id: string }>('SELECT account_id FROM invented');
    assert.deepEqual(
      rows.map(({ account_id }) => account_id),
      [account.id],
    );
    await db.close();
  });

  async function fillFirstSchema(place: string): Promise<Account> {
    const db = await engine.open(place);
    const account = await sampleAccount(db);
    await db.close();
    return account;
  }

  it('gives every table an account column', async () => {
    const db = await engine.open(await engine.newDatabase());
    const withoutAccount = ['accounts', MIGRATION_TABLE, 'settings', 'signing_keys', ...OF_PEOPLE];
    const tables = await tableNames(db);
    assert.ok(tables.length > withoutAccount.length);
    for (const table of tables.filter((name) => !withoutAccount.includes(name))) {
      await db.read.get(`SELECT account_id FROM ${table} LIMIT 1`);
    }
    await db.close();
  });
});

/** These tables belong to the installation; people have a role in each account. */
const OF_PEOPLE = [
  ...[
    'users',
    'apps',
    'sessions',
    'passkeys',
    'recovery_codes',
    'reset_codes',
    'wrong_codes',
    'identities',
    'spent_codes',
  ],
  'user_mails',
];

async function listMigrations(db: Database): Promise<number[]> {
  const rows = await db.read.all<{ id: number }>(`SELECT id FROM ${MIGRATION_TABLE} ORDER BY id`);
  return rows.map(({ id }) => id);
}

async function tableNames(db: Database): Promise<string[]> {
  const rows = await db.read.all<{ name: string }>(
    db.engine === 'sqlite'
      ? `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '%grams%'`
      : `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
  );
  return rows.map(({ name }) => name);
}

describe('A SQLite file', () => {
  const engine = sqliteEngine();

  testAll('is intact after its first start was killed at any moment', async () => {
    for (const delay of [0, 1, 2, 4, 8, 16, 32]) {
      const folder = await engine.emptyDatabase();
      const script = `
        const { openSqlite } = await import(${JSON.stringify(STORE)});
        process.stdout.write('go');
        await openSqlite(${JSON.stringify(folder)});
        setInterval(() => {}, 1000);`;
      const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
      await once(child.stdout, 'data');
      // The test varies the moment of the kill; it does not wait for a condition.
      setTimeout(() => child.kill('SIGKILL'), delay);
      await once(child, 'exit');
      const db = await engine.open(folder);
      await sampleAccount(db);
      await db.close();
      const file = new DatabaseSync(join(folder, 'proffer.db'));
      assert.equal(file.prepare('PRAGMA integrity_check').get()?.integrity_check, 'ok');
      file.close();
    }
  });

  it('is migrated in a thread if it is large, so that the event loop continues', async () => {
    const folder = await engine.emptyDatabase();
    await (await engine.open(folder)).close();
    const file = new DatabaseSync(join(folder, 'proffer.db'));
    file.exec(`CREATE TABLE ballast (bytes BLOB); INSERT INTO ballast VALUES (zeroblob(20000000));
      PRAGMA wal_checkpoint(TRUNCATE)`);
    const endless =
      'SELECT count(*) FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT i FROM n);';
    const script = `
      const { openSqlite } = await import(${JSON.stringify(STORE)});
      const { MIGRATIONS } = await import(${JSON.stringify(join(STORE, '../../migrations.ts'))});
      const opening = openSqlite(${JSON.stringify(folder)}, { migrations: [...MIGRATIONS, () => ${JSON.stringify(endless)}] });
      setInterval(() => process.stdout.write('.'), 10);
      await opening;`;
    // A thread takes over the options of its process, so the script is no option.
    await writeFile(join(folder, 'open.mjs'), script);
    const child = spawn(process.execPath, [join(folder, 'open.mjs')]);
    try {
      let ticks = 0;
      child.stdout.on('data', (text) => {
        ticks = isLocked(file) ? ticks + text.length : 0;
      });
      await until(() => ticks > 50);
    } finally {
      file.close();
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });

  it('is written with a full fsync in WAL mode', async () => {
    const folder = await engine.emptyDatabase();
    const db = await engine.open(folder);
    const { synchronous, journal_mode, foreign_keys } = await db.write(async (tx) => ({
      ...(await tx.get<{ synchronous: number }>('PRAGMA synchronous')),
      ...(await tx.get<{ journal_mode: string }>('PRAGMA journal_mode')),
      ...(await tx.get<{ foreign_keys: number }>('PRAGMA foreign_keys')),
    }));
    assert.deepEqual(
      { synchronous, journal_mode, foreign_keys },
      { synchronous: 2, journal_mode: 'wal', foreign_keys: 1 },
    );
    await db.close();
  });
});

/** Whether another process has a transaction. */
function isLocked(file: DatabaseSync): boolean {
  try {
    file.exec('BEGIN IMMEDIATE');
    file.exec('ROLLBACK');
    return false;
  } catch {
    return true;
  }
}
