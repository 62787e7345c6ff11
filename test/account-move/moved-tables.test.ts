import assert from 'node:assert/strict';
import { it } from 'node:test';
import { listTables } from '../../src/store/catalog.ts';
import type { Database } from '../../src/store/database.ts';
import { TABLES_NOT_MOVED, UNIQUE_AMONG_ACCOUNTS } from '../../src/store/move-account/moved-tables.ts';
import { onEveryEngine } from '../support/service/engines.ts';

onEveryEngine('A move of an account', (engine) => {
  it('knows what is unique among all accounts, and which tables stay', async () => {
    const db = await engine.open(await engine.newDatabase());
    try {
      const tables = await listTables(db);
      const own = tables.filter(({ columns }) => columns.includes('account_id')).map(({ name }) => name);
      assert.deepEqual(
        Object.keys(TABLES_NOT_MOVED).filter((name) => !own.includes(name)),
        [],
      );
      const unique: string[] = [];
      for (const table of own.filter((name) => !Object.hasOwn(TABLES_NOT_MOVED, name))) {
        for (const columns of await listUniqueColumns(db, table)) {
          if (!columns.includes('account_id') && !columns.includes('seq')) unique.push(`${table}.${columns}`);
        }
      }
      const known = UNIQUE_AMONG_ACCOUNTS.map(({ table, column }) => `${table}.${column}`);
      assert.deepEqual(unique.sort(), known.sort());
    } finally {
      await db.close();
    }
  });
});

/** Columns of each unique index. */
async function listUniqueColumns({ engine, read }: Database, table: string): Promise<string[][]> {
  const rows = await read.all<{ name: string; columns: string }>(
    engine === 'sqlite'
      ? `SELECT l.name, (SELECT group_concat(i.name) FROM pragma_index_info(l.name) AS i) AS columns
         FROM pragma_index_list(?) AS l WHERE l."unique" = 1`
      : `SELECT c.relname AS name, string_agg(attname, ',') AS columns
         FROM pg_index JOIN pg_class AS c ON c.oid = indexrelid
         JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey::int2[])
         WHERE indrelid = to_regclass(?) AND indisunique GROUP BY c.relname`,
    table,
  );
  return rows.map(({ columns }) => columns.split(','));
}
