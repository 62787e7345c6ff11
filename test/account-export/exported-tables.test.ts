import assert from 'node:assert/strict';
import { it } from 'node:test';
import { listTables } from '../../src/store/catalog.ts';
import { EXPORTED_TABLES, TABLES_NOT_EXPORTED } from '../../src/store/tables/account/exported-tables.ts';
import { SEALED_COLUMNS } from '../../src/store/tables/sealed-values.ts';
import { onEveryEngine } from '../support/service/engines.ts';

const SECRET = /hash$|secret|token|password|challenge|^code|^reply_ref$/;

onEveryEngine('The tables of an account', (engine) => {
  it('are exported, or it is said why not', async () => {
    const db = await engine.open(await engine.newDatabase());
    try {
      const tables = await listTables(db);
      const ofAccounts = tables.filter(
        ({ name, columns }) => name === 'accounts' || columns.includes('account_id'),
      );
      const exported = new Set(EXPORTED_TABLES.map(({ table }) => table));
      const said = [...exported, ...Object.keys(TABLES_NOT_EXPORTED)];
      assert.deepEqual(said.sort(), ofAccounts.map(({ name }) => name).sort());
      assert.equal(new Set(EXPORTED_TABLES.map(({ name }) => name)).size, EXPORTED_TABLES.length);
      for (const { table, columns, join } of EXPORTED_TABLES) {
        const names = columns.split(', ').map((column) => column.replace(/^\w+\.| AS \w+$/g, ''));
        if (join === undefined) {
          const known = tables.find(({ name }) => name === table)?.columns;
          assert.deepEqual(
            names.filter((name) => !known?.includes(name)),
            [],
            table,
          );
        }
        const sealed = SEALED_COLUMNS.filter((each) => each.table === table).map(({ column }) =>
          String(column),
        );
        assert.deepEqual(
          names.filter((name) => SECRET.test(name) || sealed.includes(name)),
          [],
          table,
        );
      }
    } finally {
      await db.close();
    }
  });
});
