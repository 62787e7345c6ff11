import type { CatalogueItem } from '../../../domain/catalogue/catalogue-item.ts';
import type { ListedPrice } from '../../../domain/catalogue/price-list.ts';
import { formatLimit, formatPlaceholders, padToFixedSize, type Sql } from '../../database.ts';
import { LIST_LIMITS } from '../../lists/list-limits.ts';
import { type PageSlice, type PageTotal, toExactTotal } from '../../lists/list-total.ts';
import { toSearchForm } from '../../lists/text/search-form.ts';
import { parseDoc, type StoredDoc } from '../stored-docs.ts';

export interface EntryRow {
  catalogue_item_id: string;
  unit_price: number;
  /** JSON */
  quantity_prices: string | null;
}

/** An entry and its item as the catalogue has it. */
export interface CataloguedEntry {
  item: CatalogueItem;
  price: ListedPrice;
}

export type EntryPage = PageSlice & { priceListId: string; search?: string | undefined };

export function toListedPrice({
  unit_price,
  quantity_prices,
}: Omit<EntryRow, 'catalogue_item_id'>): ListedPrice {
  const quantityPrices = quantity_prices === null ? null : JSON.parse(quantity_prices);
  return { unitPrice: unit_price, quantityPrices };
}

/** Lists entries by the age of their items, newest first. A search looks at each of the entries, which are limited. */
export async function listEntries(
  sql: Sql,
  accountId: string,
  { priceListId, search = '', after, ...page }: EntryPage,
): Promise<PageTotal & { entries: CataloguedEntry[] }> {
  const term = toSearchForm(search);
  // A subselect, because PostgreSQL may join two indexes without statistics entry by entry.
  const isMatch = `AND (SELECT ${sql.catalogueSearch.contains('i.search')} FROM catalogue_items AS i
    WHERE i.account_id = ? AND i.id = e.catalogue_item_id)`;
  const found = `FROM price_list_entries AS e WHERE e.account_id = ? AND e.price_list_id = ? ${term && isMatch}`;
  const values = [accountId, priceListId, ...(term === '' ? [] : [term, accountId])];
  const part = formatLimit(page.limit + 1, page.offset);
  const start = after === undefined ? [] : [after];
  const [count, rows] = await Promise.all([
    sql.get<{ n: number }>(`SELECT count(*) AS n ${found}`, ...values),
    sql.all<EntryRow & StoredDoc>(
      `SELECT p.catalogue_item_id, p.unit_price, p.quantity_prices, i.doc, i.shape FROM (
         SELECT e.catalogue_item_id, e.unit_price, e.quantity_prices ${found}
           ${start.length > 0 ? 'AND e.catalogue_item_id < ?' : ''} ORDER BY e.catalogue_item_id DESC ${part.sql}
       ) AS p JOIN catalogue_items AS i ON i.account_id = ? AND i.id = p.catalogue_item_id
       ORDER BY p.catalogue_item_id DESC`,
      ...[...values, ...start, ...part.values, accountId],
    ),
  ]);
  const entries = rows
    .slice(0, page.limit)
    .map((row) => ({ item: parseDoc('catalogueItem', row), price: toListedPrice(row) }));
  return {
    ...toExactTotal(Number(count?.n ?? 0), page),
    entries,
    hasMore: rows.length > page.limit,
  };
}

export function isPlainEntryPage({ search, offset }: EntryPage): boolean {
  return !search && offset <= LIST_LIMITS.near;
}

/** Returns the prices of the items that have one, by item. */
export async function findEntries(
  sql: Sql,
  accountId: string,
  priceListId: string,
  itemIds: readonly string[],
): Promise<Map<string, ListedPrice>> {
  if (itemIds.length === 0) return new Map();
  const named = padToFixedSize(itemIds);
  const rows = await sql.all<EntryRow>(
    `SELECT catalogue_item_id, unit_price, quantity_prices FROM price_list_entries
     WHERE account_id = ? AND price_list_id = ? AND catalogue_item_id IN ${formatPlaceholders(1, named.length)}`,
    ...[accountId, priceListId, ...named],
  );
  return new Map(rows.map((row) => [row.catalogue_item_id, toListedPrice(row)]));
}

export async function countEntries(sql: Sql, accountId: string, priceListId: string): Promise<number> {
  const row = await sql.get<{ n: number }>(
    'SELECT count(*) AS n FROM price_list_entries WHERE account_id = ? AND price_list_id = ?',
    ...[accountId, priceListId],
  );
  return Number(row?.n ?? 0);
}

/** Creates or replaces the price of an item. */
export async function putEntry(
  tx: Sql,
  accountId: string,
  priceListId: string,
  itemId: string,
  { unitPrice, quantityPrices }: ListedPrice,
): Promise<void> {
  await tx.run(
    `INSERT INTO price_list_entries (account_id, price_list_id, catalogue_item_id, unit_price, quantity_prices)
     VALUES (?, ?, ?, ?, ?) ON CONFLICT (account_id, price_list_id, catalogue_item_id)
     DO UPDATE SET unit_price = excluded.unit_price, quantity_prices = excluded.quantity_prices`,
    ...[accountId, priceListId, itemId, unitPrice, quantityPrices && JSON.stringify(quantityPrices)],
  );
}

/** Returns whether there was one. */
export async function deleteEntry(
  tx: Sql,
  accountId: string,
  priceListId: string,
  itemId: string,
): Promise<boolean> {
  const deleted = await tx.run(
    'DELETE FROM price_list_entries WHERE account_id = ? AND price_list_id = ? AND catalogue_item_id = ?',
    ...[accountId, priceListId, itemId],
  );
  return deleted > 0;
}
