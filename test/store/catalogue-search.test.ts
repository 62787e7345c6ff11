import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import fc from 'fast-check';
import type { Account } from '../../src/domain/account/account.ts';
import { CATALOGUE_FIELDS } from '../../src/domain/catalogue/catalogue-fields.ts';
import type { CatalogueItem } from '../../src/domain/catalogue/catalogue-item.ts';
import { getDefaults } from '../../src/domain/fields.ts';
import type { Database } from '../../src/store/database.ts';
import { listCatalogueItems } from '../../src/store/lists/by-text/catalogue-list.ts';
import { toSearchForm } from '../../src/store/lists/text/search-form.ts';
import {
  deleteCatalogueItem,
  insertCatalogueItem,
  loadCatalogueItem,
  replaceCatalogueItem,
} from '../../src/store/tables/catalogue-items.ts';
import { onEveryEngine } from '../support/service/engines.ts';
import {
  checkAfterChanges,
  FEW_ROWS,
  restoreListLimits,
  setListLimits,
} from '../support/store/list-limits.ts';
import { NOW, sampleAccount } from '../support/store/store-samples.ts';

const TEXTS = ['Website redesign', 'Design', '100% a_b', 'A\\B', 'Straße', '設計 工事', '😀', 'Été'];
const SEARCHES = ['', 'design', 'DES', 'websign', 'ss', '%', '_', '\\', '計', 'e', 'ite re', 'sku-1', 'zzz'];

const step = fc.record({
  kind: fc.constantFrom('put', 'put', 'put', 'delete'),
  id: fc.nat(40),
  description: fc.constantFrom(...TEXTS),
});
const question = fc.record({
  search: fc.constantFrom(...SEARCHES),
  limit: fc.integer({ min: 1, max: 10 }),
  offset: fc.oneof(fc.nat(4), fc.nat(40)),
});

onEveryEngine('The search in the catalogue', (engine) => {
  let db: Database;
  let account: Account;
  beforeEach(async () => {
    db = await engine.open(await engine.newDatabase());
    account = await sampleAccount(db);
    // Rows of another account must never appear in the results.
    const other = await sampleAccount(db);
    for (const [id, description] of TEXTS.entries()) await put({ id, description }, other.id);
  });
  afterEach(async () => {
    restoreListLimits();
    await db.close();
  });

  it('returns the same results as LIKE after random changes', () => compareWithLike());

  it('returns the same results for a large catalogue', () => {
    setListLimits(FEW_ROWS);
    return compareWithLike();
  });

  it('stops counting at its limits and serves the pages beyond them', async () => {
    setListLimits({ ...FEW_ROWS, counted: 10 });
    for (let id = 0; id < 30; id++) await put({ id, description: 'Website redesign' });
    const list = (offset: number) =>
      listCatalogueItems(db.read, account.id, { search: 'website', limit: 6, offset });
    const { docs, ...first } = await list(0);
    assert.deepEqual([docs.length, first], [6, { total: 10, isExact: false, hasMore: true }]);
    const last = await list(24);
    assert.deepEqual([last.docs.length, last.hasMore], [6, false]);
  });

  /** Runs the changes concurrently, so that they share one transaction. */
  function compareWithLike(): Promise<void> {
    const apply = (part: { kind: string; id: number; description: string }[]) =>
      Promise.all(part.map((each) => (each.kind === 'put' ? put(each) : remove(each.id))));
    return checkAfterChanges(step, question, { apply, check });
  }

  async function check({ search, limit, offset }: { search: string; limit: number; offset: number }) {
    const pattern = `%${toSearchForm(search).replaceAll(/[\\%_]/g, '\\$&')}%`;
    const wanted = await db.read.all<{ doc: string }>(
      `SELECT doc FROM catalogue_items WHERE account_id = ? AND search LIKE ? ESCAPE '\\' ORDER BY id DESC`,
      ...[account.id, pattern],
    );
    assert.deepEqual(
      await listCatalogueItems(db.read, account.id, { search, limit, offset }),
      {
        docs: wanted.slice(offset, offset + limit).map(({ doc }) => doc),
        ...{ total: wanted.length, isExact: true, hasMore: wanted.length > offset + limit },
      },
      JSON.stringify({ search, limit, offset }),
    );
    const after = `cat_${1000 + offset}`;
    const rest = wanted.filter(({ doc }) => JSON.parse(doc).id < after);
    assert.deepEqual(
      await listCatalogueItems(db.read, account.id, { search, limit, offset: 0, after }),
      {
        docs: rest.slice(0, limit).map(({ doc }) => doc),
        ...{ total: wanted.length, isExact: true, hasMore: rest.length > limit },
      },
      JSON.stringify({ search, limit, after }),
    );
  }

  async function put(
    { id, description }: { id: number; description: string },
    accountId = account.id,
  ): Promise<void> {
    const item = itemOf(id, description);
    await db.write(
      async (tx) => {
        const stored = await loadCatalogueItem(tx, accountId, item.id);
        if (stored) await replaceCatalogueItem(tx, accountId, stored.item, item);
        else await insertCatalogueItem(tx, accountId, item);
      },
      { account: accountId },
    );
  }

  async function remove(id: number): Promise<void> {
    const item = itemOf(id, '');
    await db.write(
      async (tx) => {
        if (await loadCatalogueItem(tx, account.id, item.id))
          await deleteCatalogueItem(tx, account.id, item.id);
      },
      { account: account.id },
    );
  }
});

function itemOf(id: number, description: string): CatalogueItem {
  const at = new Date(NOW).toISOString();
  return {
    ...getDefaults(CATALOGUE_FIELDS),
    id: `cat_${1000 + id}`,
    description,
    unitPrice: 100,
    currency: 'EUR',
    taxRate: 20,
    recurring: null,
    quantityPrices: null,
    sku: id % 3 === 0 ? `SKU-${id}` : null,
    createdAt: at,
    updatedAt: at,
  };
}
