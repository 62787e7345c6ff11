import type { Deps } from '../../deps.ts';
import type { Account } from '../../domain/account/account.ts';
import {
  type CatalogueItem,
  type CatalogueItemInput,
  type CatalogueItemPatch,
  newCatalogueItem,
  patchCatalogueItem,
} from '../../domain/catalogue-item.ts';
import { Problem } from '../../domain/errors.ts';
import { isId, newId } from '../../domain/ids.ts';
import type { Sql } from '../../store/database.ts';
import {
  type CataloguePage,
  listCatalogueItems as listPage,
} from '../../store/search/by-text/catalogue-list.ts';
import { findAccount } from '../../store/tables/account/accounts.ts';
import * as table from '../../store/tables/catalogue-items.ts';
import type { KeptResponse } from '../../store/tables/idempotency.ts';
import { realTime } from '../account/account-time.ts';
import { expectFound } from '../expect-found.ts';
import type { ExpectVersion } from '../expect-version.ts';
import { once, type Responding } from '../idempotency/once.ts';

type Store = Pick<Deps, 'db'>;

export function listCatalogueItems(
  { db }: Store,
  accountId: string,
  page: { search?: string | undefined; limit: number; offset: number },
): Promise<CataloguePage> {
  return listPage(db.read, accountId, page);
}

export async function readCatalogueItem(
  { db }: Store,
  accountId: string,
  id: string,
): Promise<table.CatalogueItemRow> {
  return expectFound(
    isId('cat', id) ? await table.findCatalogueItemRow(db.read, accountId, id) : undefined,
    'catalogue item',
  );
}

export function createCatalogueItem<Response extends KeptResponse>(
  { db }: Store,
  accountId: string,
  input: CatalogueItemInput,
  { repeatable, respond, now }: Responding<CatalogueItem, Response>,
): Promise<Response> {
  const create = async (tx: Sql) => {
    const item = newCatalogueItem(input, await accountOf(tx, accountId), {
      id: newId('cat', realTime(tx, now)),
      now,
    });
    await expectFreeSku(tx, accountId, item);
    await table.insertCatalogueItem(tx, accountId, item);
    return respond(item);
  };
  return db.write((tx) => once(tx, repeatable, () => create(tx)), { account: accountId });
}

/** Gives the stored item back when the patch changes nothing. */
export function changeCatalogueItem(
  { db }: Store,
  accountId: string,
  { id, patch, expectVersion }: { id: string; patch: CatalogueItemPatch; expectVersion: ExpectVersion },
  now: number,
): Promise<table.StoredCatalogueItem> {
  return db.write(
    async (tx) => {
      const stored = expectFound(await table.loadCatalogueItem(tx, accountId, id), 'catalogue item');
      expectVersion(stored.version);
      const item = patchCatalogueItem(stored.item, patch, await accountOf(tx, accountId), now);
      if (item === stored.item) return stored;
      await expectFreeSku(tx, accountId, item);
      await table.replaceCatalogueItem(tx, accountId, stored.item, item);
      return { item, version: stored.version + 1 };
    },
    { account: accountId },
  );
}

export function deleteCatalogueItem(
  { db }: Store,
  accountId: string,
  id: string,
  expectVersion: ExpectVersion,
): Promise<void> {
  return db.write(
    async (tx) => {
      const { version } = expectFound(await table.loadCatalogueItem(tx, accountId, id), 'catalogue item');
      expectVersion(version);
      await table.deleteCatalogueItem(tx, accountId, id);
    },
    { account: accountId },
  );
}

/** The writes of one account take turns, on all replicas: nobody else takes it before this one is written. */
async function expectFreeSku(tx: Sql, accountId: string, { id, sku }: CatalogueItem): Promise<void> {
  const other = sku === null ? undefined : await table.findCatalogueItemBySku(tx, accountId, sku);
  if (!other || other.item.id === id) return;
  throw new Problem('sku_taken', 'Another catalogue item has this sku. See the item in catalogueItemId.', {
    errors: [{ path: '/sku', message: 'is already the sku of another item' }],
    extra: { catalogueItemId: other.item.id },
  });
}

async function accountOf(tx: Sql, accountId: string): Promise<Account> {
  const stored = await findAccount(tx, accountId);
  if (!stored) throw new Error('a caller without an account');
  return stored.account;
}
