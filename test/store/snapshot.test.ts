import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { DatabaseUnavailable } from '../../src/domain/outage.ts';
import type { Database } from '../../src/store/database.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite.ts';

/** Reads in one turn of the event loop share a snapshot, which must never be older than a known change. */
describe('A read on SQLite', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'proffer-snapshot-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const value = async ({ read }: Database) =>
    (await read.get<{ value: string }>(`SELECT value FROM settings WHERE name = 'test'`))?.value;
  const put = ({ write }: Database, text: string) =>
    write((tx) =>
      tx.run(
        `INSERT INTO settings (name, value) VALUES ('test', ?)
         ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
        text,
      ),
    );

  test('sees a commit of its own connection in the same turn', async () => {
    const db = await openSqlite(folder);
    for (let times = 0; times < 20; times++) {
      const written = put(db, `own ${times}`);
      await value(db);
      await written;
      assert.equal(await value(db), `own ${times}`);
    }
    await db.close();
  });

  test('reports an outage, not an internal error, while the database is busy', async () => {
    const db = await openSqlite(folder);
    await assert.rejects(db.read.run('DELETE FROM settings'), DatabaseUnavailable);
    await db.close();
  });

  test('continues after a statement that fails', async () => {
    const db = await openSqlite(folder);
    await put(db, 'there');
    await assert.rejects(db.read.get('SELECT value FROM nowhere'), /no such table/);
    assert.equal(await value(db), 'there');
    await db.close();
  });
});
