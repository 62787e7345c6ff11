import type { Deps } from '../../app/deps.ts';
import {
  type CatalogueItem,
  type CatalogueItemInput,
  type CatalogueItemPatch,
  newCatalogueItem,
  patchCatalogueItem,
} from '../../domain/catalogue/catalogue-item.ts';
import { Problem } from '../../domain/errors.ts';
import { assertNoErrors } from '../../domain/field-errors.ts';
import { findTaxErrors } from '../../domain/quote/line/line-rules.ts';
import { createValidity } from '../../domain/quote/line/validity.ts';
import type { Sql } from '../../store/database.ts';
import type { CatalogueFilter, CataloguePage } from '../../store/lists/by-text/catalogue-list.ts';
import type { PageSlice } from '../../store/lists/list-total.ts';
import { readList } from '../../store/lists/read-list.ts';
import * as table from '../../store/tables/catalogue-items.ts';
import { requireAccount } from '../account/require-account.ts';
import { expectCursor } from '../expect-cursor.ts';
import { createResourceActions } from '../resource-actions.ts';

export async function listCatalogueItems(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  page: PageSlice & CatalogueFilter,
): Promise<CataloguePage> {
  await expectCursor(db.read, 'catalogue_items', accountId, page.after);
  return readList(db, 'catalogue', accountId, page);
}

export const {
  read: readCatalogueItem,
  create: createCatalogueItem,
  change: changeCatalogueItem,
  remove: deleteCatalogueItem,
} = createResourceActions({
  noun: 'catalogue item',
  idPrefix: 'cat',
  findRow: table.findCatalogueItemRow,
  async load(tx, accountId, id) {
    const found = await table.loadCatalogueItem(tx, accountId, id);
    return found && { stored: found.item, version: found.version };
  },
  async compose(tx, accountId, input: CatalogueItemInput, at) {
    return expectFittingTax(newCatalogueItem(input, await requireAccount(tx, accountId), at));
  },
  async patch(tx, accountId, before, patch: CatalogueItemPatch, now) {
    return expectFittingTax(patchCatalogueItem(before, patch, await requireAccount(tx, accountId), now));
  },
  async insert(tx, accountId, item) {
    await expectFreeSku(tx, accountId, item);
    await table.insertCatalogueItem(tx, accountId, item);
  },
  async replace(tx, accountId, before, after) {
    await expectFreeSku(tx, accountId, after);
    await table.replaceCatalogueItem(tx, accountId, before, after);
  },
  remove: table.deleteCatalogueItem,
  costs: {
    isSet: ({ cost }) => cost !== undefined,
    compose: ({ cost }, _before, id) => (cost == null ? {} : { [id]: cost }),
  },
});

/** The rate may be that of the account, and the item may have changed since the route checked it. */
function expectFittingTax(item: CatalogueItem): CatalogueItem {
  assertNoErrors(findTaxErrors(item, '', createValidity([])));
  return item;
}

/** The writes of an account take turns across all processes, so no other write can claim the sku before this one commits. */
async function expectFreeSku(tx: Sql, accountId: string, { id, sku }: CatalogueItem): Promise<void> {
  const other = sku === null ? undefined : await table.findCatalogueItemBySku(tx, accountId, sku);
  if (!other || other.item.id === id) return;
  throw new Problem('sku_taken', 'Another catalogue item has this sku. See the item in catalogueItemId.', {
    errors: [{ path: '/sku', message: 'is already the sku of another item' }],
    extra: { catalogueItemId: other.item.id },
  });
}
