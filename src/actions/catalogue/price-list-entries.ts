import type { Deps } from '../../app/deps.ts';
import {
  isSamePrice,
  LIST_FULL,
  type ListedPrice,
  MAX_ENTRIES,
  type PriceList,
  type PriceListEntry,
} from '../../domain/catalogue/price-list.ts';
import { Problem } from '../../domain/errors.ts';
import { assertNoErrors } from '../../domain/field-errors.ts';
import { isId } from '../../domain/ids.ts';
import type { Sql } from '../../store/database.ts';
import type { PageTotal } from '../../store/lists/list-total.ts';
import { readList } from '../../store/lists/read-list.ts';
import { findCatalogueItems } from '../../store/tables/catalogue-items.ts';
import * as table from '../../store/tables/price-list/entries.ts';
import { findPriceList } from '../../store/tables/price-list/price-lists.ts';
import { assertCursorFound } from '../expect-cursor.ts';
import { expectFound } from '../expect-found.ts';

type Store = Pick<Deps, 'db'>;

/** Lists entries with their items, newest items first. */
export async function listPriceListEntries(
  { db }: Store,
  accountId: string,
  page: table.EntryPage,
): Promise<PageTotal & { entries: table.CataloguedEntry[]; currency: string }> {
  const { priceListId, after } = page;
  const { currency } = await requirePriceList(db.read, accountId, priceListId);
  if (after !== undefined) {
    assertCursorFound((await table.findEntries(db.read, accountId, priceListId, [after])).size > 0);
  }
  return { ...(await readList(db, 'priceEntries', accountId, page)), currency };
}

/** Returns the prices that the list has for these items, by item. */
export function findListedPrices(
  { db }: Store,
  accountId: string,
  priceListId: string,
  itemIds: readonly string[],
): Promise<Map<string, ListedPrice>> {
  return table.findEntries(db.read, accountId, priceListId, itemIds);
}

export function toEntry({ item, price }: table.CataloguedEntry, currency: string): PriceListEntry {
  const { id: catalogueItemId, description, sku } = item;
  return { catalogueItemId, ...price, currency, description, sku };
}

interface EntryIds {
  priceListId: string;
  catalogueItemId: string;
}

/** Throws unless the account has the price list and the catalogue item. Checked before a body. */
export async function expectListable({ db }: Store, accountId: string, ids: EntryIds): Promise<void> {
  await requireListable(db.read, accountId, ids);
}

async function requireListable(
  sql: Sql,
  accountId: string,
  { priceListId, catalogueItemId }: EntryIds,
): Promise<{ currency: string; item: table.CataloguedEntry['item'] }> {
  const { currency } = await requirePriceList(sql, accountId, priceListId);
  const items = isId('cat', catalogueItemId)
    ? await findCatalogueItems(sql, accountId, [catalogueItemId], undefined)
    : new Map();
  return { currency, item: expectFound(items.get(catalogueItemId), 'catalogue item') };
}

export function putPriceListEntry(
  { db }: Store,
  accountId: string,
  { priceListId, catalogueItemId }: EntryIds,
  price: ListedPrice,
): Promise<PriceListEntry> {
  const put = async (tx: Sql) => {
    const { currency, item } = await requireListable(tx, accountId, { priceListId, catalogueItemId });
    const known = await table.findEntries(tx, accountId, priceListId, [catalogueItemId]);
    if (known.size === 0 && (await table.countEntries(tx, accountId, priceListId)) >= MAX_ENTRIES) {
      assertNoErrors([LIST_FULL]);
    }
    await table.putEntry(tx, accountId, priceListId, catalogueItemId, price);
    return toEntry({ item, price }, currency);
  };
  return db.write(put, { account: accountId });
}

export function deletePriceListEntry(
  { db }: Store,
  accountId: string,
  { priceListId, catalogueItemId }: EntryIds,
): Promise<void> {
  const remove = async (tx: Sql) => {
    await requirePriceList(tx, accountId, priceListId);
    if (await table.deleteEntry(tx, accountId, priceListId, catalogueItemId)) return;
    throw new Problem('not_found', 'The price list has no entry for this catalogue item.');
  };
  return db.write(remove, { account: accountId });
}

/** A price that somebody types over another one; `null` is none. */
export interface PriceChange {
  catalogueItemId: string;
  before: ListedPrice | null;
  after: ListedPrice | null;
}

/**
 * Applies the changes that nobody else was faster with, and returns what the list has for the others, by item. Items
 * that are gone, or have no room, are among them.
 */
export function changePrices(
  { db }: Store,
  accountId: string,
  priceListId: string,
  changes: readonly PriceChange[],
): Promise<Map<string, ListedPrice | null>> {
  const change = async (tx: Sql) => {
    await requirePriceList(tx, accountId, priceListId);
    const ids = changes.map(({ catalogueItemId }) => catalogueItemId);
    const items = await findCatalogueItems(tx, accountId, ids, undefined);
    const stored = await table.findEntries(tx, accountId, priceListId, ids);
    let room = MAX_ENTRIES - (await table.countEntries(tx, accountId, priceListId));
    const left = new Map<string, ListedPrice | null>();
    for (const { catalogueItemId: id, before, after } of changes) {
      const present = stored.get(id) ?? null;
      if (
        !isSamePrice(present, before) ||
        !items.has(id) ||
        (present === null && after !== null && room-- <= 0)
      ) {
        left.set(id, present);
      } else if (after) await table.putEntry(tx, accountId, priceListId, id, after);
      else await table.deleteEntry(tx, accountId, priceListId, id);
    }
    return left;
  };
  return db.write(change, { account: accountId });
}

export async function requirePriceList(sql: Sql, accountId: string, id: string): Promise<PriceList> {
  const found = isId('prl', id) ? await findPriceList(sql, accountId, id) : undefined;
  return expectFound(found, 'price list').stored;
}
