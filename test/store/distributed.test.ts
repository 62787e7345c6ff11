import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Database } from '../../src/store/database.ts';
import { MIGRATION_TABLE } from '../../src/store/migrations.ts';
import { documentedStatements, hasCitus } from '../support/postgres/citus.ts';
import { asAdministrator } from '../support/postgres/postgres.ts';
import { isEngineEnabled, postgresEngine } from '../support/service/engines.ts';

/** The coordinator holds a copy of each reference table under a name with this suffix. */
const SHARD = /_\d{6,}$/;
/** Users belong to the installation, not to an account. */
const OF_PEOPLE =
  /^(users|apps|sessions|passkeys|recovery_codes|reset_codes|wrong_codes|identities|spent_codes|user_mails)_/;

if (isEngineEnabled('postgres')) {
  describe('docs/distributed.md', () => {
    const engine = postgresEngine();
    let url: string;
    let db: Database;
    before(async () => {
      url = await engine.newDatabase();
      db = await engine.open(url);
    });
    after(() => db?.close());

    const spread = documentedStatements().join('\n');

    it('distributes every table that has an account, and no other', async () => {
      const rows = await db.read.all<{ name: string }>(
        `SELECT table_name AS name FROM information_schema.columns
         WHERE table_schema = 'public' AND column_name = 'account_id' ORDER BY table_name`,
      );
      const list = /ARRAY\[([^\]]*)\]/.exec(spread)?.[1] ?? '';
      assert.deepEqual(
        [...list.matchAll(/'(\w+)'/g)].map(([, name]) => name).sort(),
        rows.map(({ name }) => name),
      );
    });

    it('makes every other table a reference table, except the table of migrations', async () => {
      const rows = await db.read.all<{ name: string }>(
        `SELECT table_name AS name FROM information_schema.tables AS t
         WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND NOT EXISTS (
           SELECT 1 FROM information_schema.columns AS c
           WHERE c.table_schema = 'public' AND c.table_name = t.table_name AND c.column_name = 'account_id'
         )`,
      );
      const list = /'\{([^}]*)\}'/.exec(spread)?.[1]?.match(/\w+/g) ?? [];
      assert.deepEqual(
        [...list, 'accounts', MIGRATION_TABLE].sort(),
        rows
          .map(({ name }) => name)
          .filter((name) => !SHARD.test(name) && !name.startsWith('citus_'))
          .sort(),
      );
    });

    it('drops every constraint that spans accounts', async () => {
      const [withoutThem = ''] = documentedStatements();
      // A Citus database was distributed when it was created.
      if (!(await hasCitus(url))) await asAdministrator(url, withoutThem);
      const rows = await db.read.all<{ name: string }>(
        `SELECT conname AS name FROM pg_constraint AS c
         WHERE contype IN ('u', 'p') AND connamespace = 'public'::regnamespace AND NOT EXISTS (
           SELECT 1 FROM pg_attribute AS a
           WHERE a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey) AND a.attname = 'account_id'
         ) ORDER BY conname`,
      );
      assert.deepEqual(
        rows.map(({ name }) => name).filter((name) => !OF_PEOPLE.test(name) && !SHARD.test(name)),
        ['accounts_pkey', `${MIGRATION_TABLE}_pkey`, 'settings_pkey', 'signing_keys_pkey'],
      );
    });
  });
}
