import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import fc from 'fast-check';
import type { Account } from '../../src/domain/account/account.ts';
import type { CatalogueItem } from '../../src/domain/catalogue-item.ts';
import type { Database } from '../../src/store/database.ts';
import { listCatalogueItems } from '../../src/store/search/by-text/catalogue-list.ts';
import { TEXT_SIZES } from '../../src/store/search/by-text/chunks.ts';
import { searchForm } from '../../src/store/search/text/search-form.ts';
import {
  deleteCatalogueItem,
  insertCatalogueItem,
  loadCatalogueItem,
  replaceCatalogueItem,
} from '../../src/store/tables/catalogue-items.ts';
import { onEveryEngine } from '../support/service/engines.ts';
import { hearing, sqlitePlan } from '../support/store/heard-statements.ts';
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

const LARGE = { ...TEXT_SIZES };
const SMALL = { chunk: 5, few: 4 };

onEveryEngine('The search in the catalogue', (engine) => {
  let db: Database;
  let account: Account;
  beforeEach(async () => {
    db = await engine.open(await engine.newDatabase());
    account = await sampleAccount(db);
    // Rows of somebody else must not show, whatever is asked.
    const other = await sampleAccount(db);
    for (const [id, description] of TEXTS.entries()) await put({ id, description }, other.id);
  });
  afterEach(async () => {
    Object.assign(TEXT_SIZES, LARGE);
    await db.close();
  });

  it('finds what LIKE finds, after random changes', () => compareWithLike());

  it('finds the same where items are many', () => {
    Object.assign(TEXT_SIZES, SMALL);
    return compareWithLike();
  });

  it('looks at no more than a chunk at once, and counts again only after a change', async () => {
    Object.assign(TEXT_SIZES, SMALL);
    for (let id = 0; id < 60; id++) await put({ id, description: 'Website redesign' });
    const { sql, asked } = hearing(db.read);
    const ask = async (search: string) => {
      const { total } = await listCatalogueItems(sql, account.id, { search, limit: 3, offset: 0 });
      return { total, asked: asked.splice(0) };
    };
    for (const [search, total] of [
      ['website', 60],
      ['websign', 0],
    ] as const) {
      const first = await ask(search);
      assert.equal(first.total, total);
      assert.ok(first.asked.length > 24, `${first.asked.length}`);
      assert.ok((await ask(search)).asked.length <= 2, 'nothing is counted again');
      if (engine.name !== 'sqlite') continue;
      for (const statement of first.asked) {
        assert.doesNotMatch(await sqlitePlan(db.read, statement), /SCAN (q|catalogue_items)\b/);
      }
    }
    await put({ id: 3, description: 'Hosting' });
    const later = await ask('website');
    assert.equal(later.total, 59);
    assert.ok(later.asked.length > 24);
    const rare = await ask('hosting');
    assert.deepEqual([rare.total, rare.asked.length], [1, 3]);
  });

  async function compareWithLike(): Promise<void> {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 60 }),
        fc.array(question, { maxLength: 12 }),
        async (steps, questions) => {
          const half = Math.floor(steps.length / 2);
          for (const part of [steps.slice(0, half), steps.slice(half)]) {
            // Together, so that they come into one transaction.
            await Promise.all(part.map((each) => (each.kind === 'put' ? put(each) : remove(each.id))));
            for (const asked of questions) await check(asked);
          }
        },
      ),
      { numRuns: 30 },
    );
  }

  async function check({ search, limit, offset }: { search: string; limit: number; offset: number }) {
    const pattern = `%${searchForm(search).replaceAll(/[\\%_]/g, '\\$&')}%`;
    const wanted = await db.read.all<{ doc: string }>(
      `SELECT doc FROM catalogue_items WHERE account_id = ? AND search LIKE ? ESCAPE '\\' ORDER BY id DESC`,
      ...[account.id, pattern],
    );
    assert.deepEqual(
      await listCatalogueItems(db.read, account.id, { search, limit, offset }),
      { docs: wanted.slice(offset, offset + limit).map(({ doc }) => doc), total: wanted.length },
      JSON.stringify({ search, limit, offset }),
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
    id: `cat_${1000 + id}`,
    description,
    unit: null,
    unitPrice: 100,
    currency: 'EUR',
    taxRate: 20,
    sku: id % 3 === 0 ? `SKU-${id}` : null,
    archived: false,
    createdAt: at,
    updatedAt: at,
  };
}
