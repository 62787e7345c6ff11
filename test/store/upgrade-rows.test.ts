import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createUpgradeJob } from '../../src/actions/upgrade-rows.ts';
import { INVOICE_SHAPE, QUOTE_SHAPE } from '../../src/domain/stored-shape.ts';
import type { Database } from '../../src/store/database.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import type { Client } from '../support/service/client.ts';
import { type Engine, everyEngine } from '../support/service/service.ts';
import { readStored, STORED_VERSIONS, type StoredDatabase } from '../support/store/stored-database.ts';
import { until } from '../support/until.ts';
import { countOld, startOnStored } from '../support/upgrade/start-on-stored.ts';

for (const version of STORED_VERSIONS) {
  for (const engine of everyEngine()) {
    const stored = await readStored(version, engine);
    // Only rows of an older shape are upgraded.
    if (stored.shapes.quotes === QUOTE_SHAPE && stored.shapes.invoices === INVOICE_SHAPE) continue;
    it(`A quote of ${version} is the same before, during and after the upgrade of its row on ${engine}`, async () => {
      const { service, account, api, ids, total } = await startOnManyRows(version, engine, stored);
      const other = await openDatabase(service.config);
      try {
        const some = ids.filter((id, index) => index < 10 || /[026]2$/.test(id));
        const paths = [...some.map((id) => `/quotes/${id}`), '/quotes?limit=100', '/invoices'];
        const before = await readAll(api, paths);
        assert.equal(await countOld(service.db), total, 'all that are old');

        const edited = ids.find((id) => id.endsWith('022')) ?? '';
        const items = (await api.get(`/quotes/${edited}`)).body.items;
        const { headers, body } = await api.patch(`/quotes/${edited}`, { notes: 'Edited' });
        assert.deepEqual([headers.get('etag'), body.items], ['"2"', items]);
        const after = await readAll(api, paths);
        assert.deepEqual(differing(before, after), [`/quotes/${edited}`]);

        if (engine === 'postgres') await expectWritesOfAccountFirst(service.db, other, account, ids);
        else await createUpgradeJob(other)();
        assert.equal(await countOld(service.db), total - 50, 'one batch');
        assert.deepEqual(differing(after, await readAll(api, paths)), []);

        // The process of that batch is gone; the next two processes share the remaining rows.
        await Promise.all([service.db, other].map(bringAllUpToDate));
        assert.equal(await countOld(service.db), 0);
        assert.deepEqual(differing(after, await readAll(api, paths)), []);

        await makeTenOldAndLong(service.db);
        await createUpgradeJob(other)();
        assert.equal(await countOld(service.db), 6, 'few at once of rows of 100,000 characters');
      } finally {
        await other.close();
        await service.close();
      }
    });
  }
}

/** Starts a service on several batches of drafts besides the stored data, and leaves all rows as they are. */
async function startOnManyRows(version: string, engine: Engine, stored: StoredDatabase) {
  const asDone = JSON.stringify({ shape: 1000, after: null });
  const service = await startOnStored(version, engine, stored, [
    `DELETE FROM settings WHERE name LIKE 'shape of %'`,
    ...['quotes', 'invoices'].map(
      (table) => `INSERT INTO settings VALUES ('shape of ${table}', '${asDone}')`,
    ),
    copiesOf(stored),
  ]);
  for (const _ of ['quotes', 'invoices']) await service.runJob('stored rows');
  await service.db.write((tx) => tx.run(`DELETE FROM settings WHERE name LIKE 'shape of %'`));
  const rows = await service.db.read.all<{ account_id: string; id: string }>(
    'SELECT account_id, id FROM quotes',
  );
  assert.ok(rows.length > 200);
  const account = rows.find(({ id }) => id === stored.draft)?.account_id ?? '';
  const ids = rows.filter(({ account_id }) => account_id === account).map(({ id }) => id);
  const invoices = await service.db.read.all('SELECT id FROM invoices');
  const total =
    (stored.shapes.quotes < QUOTE_SHAPE ? rows.length : 0) +
    (stored.shapes.invoices < INVOICE_SHAPE ? invoices.length : 0);
  return { service, account, api: service.client(stored.key), ids, total };
}

function copiesOf({ draft, shapes }: StoredDatabase): string {
  const copy = `substr(id, 1, length(id) - 3) || substr(CAST(1000 + n AS TEXT), 2)`;
  // Rows of the first version had no shape yet.
  const shape = shapes.quotes === 0 ? '' : ', shape';
  return `WITH RECURSIVE copies (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM copies WHERE n < 229)
    INSERT INTO quotes (account_id, id, number, status, customer_id, valid_until, version, search, doc${shape})
    SELECT account_id, ${copy}, number || '-' || n, status, customer_id, valid_until, 1, search, replace(doc, id, ${copy})${shape}
    FROM quotes, copies WHERE id = '${draft}'`;
}

async function readAll(api: Client, paths: string[]): Promise<Map<string, string>> {
  const replies = await Promise.all(paths.map((path) => api.get(path)));
  return new Map(paths.map((path, i) => [path, `${replies[i]?.headers.get('etag')} ${replies[i]?.text}`]));
}

function differing(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...before.keys()].filter((path) => before.get(path) !== after.get(path));
}

async function bringAllUpToDate(db: Database): Promise<void> {
  const takeBatch = createUpgradeJob(db);
  for (let batch = 0; batch < 10; batch++) await takeBatch();
}

/** Runs a batch next to a write that locks the same quotes in the opposite order: they must not deadlock. */
async function expectWritesOfAccountFirst(
  db: Database,
  other: Database,
  account: string,
  ids: string[],
): Promise<void> {
  const lock = 'SELECT id FROM quotes WHERE account_id = ? AND id = ? FOR UPDATE NOWAIT';
  const [first = '', second = ''] = ids.toSorted();
  let batch: Promise<void> | undefined;
  await db.write(
    async (tx) => {
      await tx.get(lock, account, second);
      batch = createUpgradeJob(other)();
      await until(() => other.read.get('SELECT pid FROM pg_locks WHERE NOT granted'), { maxMs: 10_000 });
      await tx.get(lock, account, first);
    },
    { account },
  );
  await batch;
}

async function makeTenOldAndLong(db: Database): Promise<void> {
  const first = 'SELECT id FROM quotes ORDER BY account_id, id LIMIT 10';
  await db.write(async (tx) => {
    await tx.run(`DELETE FROM settings WHERE name LIKE 'shape of %'`);
    await tx.run(
      `UPDATE quotes SET shape = 0, doc = replace(doc, '"createdAt"', ?) WHERE id IN (${first})`,
      `"long":"${'x'.repeat(100_000)}","createdAt"`,
    );
  });
}
