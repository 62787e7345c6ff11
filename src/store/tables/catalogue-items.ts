import type { CatalogueItem } from '../../domain/catalogue/catalogue-item.ts';
import { SHAPES } from '../../domain/stored-shape.ts';
import { formatPlaceholders, padToFixedSize, type Sql } from '../database.ts';
import { BOUNDARY, toSearchForm } from '../lists/text/search-form.ts';
import { type EntryRow, toListedPrice } from './price-list/entries.ts';
import { parseFigures } from './quote/item-costs.ts';
import { parseDoc, type StoredDoc, toCurrentDoc } from './stored-docs.ts';

export interface CatalogueItemRow {
  id: string;
  doc: string;
  version: number;
}

/** An item loaded for a change. */
export interface StoredCatalogueItem {
  item: CatalogueItem;
  version: number;
}

export async function findCatalogueItemRow(
  sql: Sql,
  accountId: string,
  id: string,
): Promise<CatalogueItemRow | undefined> {
  const row = await sql.get<CatalogueItemRow & StoredDoc>(
    'SELECT id, doc, shape, version FROM catalogue_items WHERE account_id = ? AND id = ?',
    accountId,
    id,
  );
  return row && { ...row, doc: toCurrentDoc('catalogueItem', row) };
}

/** Loads the item and locks it until the transaction ends. */
export async function loadCatalogueItem(
  tx: Sql,
  accountId: string,
  id: string,
): Promise<StoredCatalogueItem | undefined> {
  const row = await tx.get<CatalogueItemRow & StoredDoc>(
    `SELECT id, doc, shape, version FROM catalogue_items WHERE account_id = ? AND id = ? ${tx.forUpdate}`,
    accountId,
    id,
  );
  return row && { item: parseDoc('catalogueItem', row), version: row.version };
}

/** An item with its cost, which no response may contain without the right to see it. */
export type CostedItem = CatalogueItem & { cost: number | null };

/** The customer whose price list counts, if that is in the currency. */
export interface PricedFor {
  customerId: string;
  currency: string;
}

type PricedRow = StoredDoc & { id: string; figures: string | null } & (EntryRow | { unit_price: null });

/** Finds items with the prices that the customer's list has for them, or else with those of the catalogue. */
export async function findCatalogueItems(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
  pricedFor: PricedFor | undefined,
): Promise<Map<string, CostedItem>> {
  if (ids.length === 0) return new Map();
  const named = padToFixedSize(ids);
  const listed = pricedFor
    ? `LEFT JOIN customers AS u ON u.account_id = i.account_id AND u.id = ?
       LEFT JOIN price_lists AS p ON p.account_id = u.account_id AND p.id = u.price_list_id AND p.currency = ?
       LEFT JOIN price_list_entries AS e
         ON e.account_id = p.account_id AND e.price_list_id = p.id AND e.catalogue_item_id = i.id`
    : '';
  const rows = await sql.all<PricedRow>(
    `SELECT i.id, i.doc, i.shape, c.doc AS figures, ${listed ? 'e.unit_price, e.quantity_prices' : 'NULL AS unit_price'}
     FROM catalogue_items AS i
     LEFT JOIN item_costs AS c ON c.account_id = i.account_id AND c.owner_id = i.id ${listed}
     WHERE i.account_id = ? AND i.id IN ${formatPlaceholders(1, named.length)}`,
    ...(pricedFor ? [pricedFor.customerId, pricedFor.currency] : []),
    accountId,
    ...named,
  );
  return new Map(
    rows.map(({ id, figures, ...row }) => {
      const item = parseDoc('catalogueItem', row);
      const cost = figures === null ? null : (parseFigures(figures).costs[id] ?? null);
      if (row.unit_price === null || !pricedFor) return [id, { ...item, cost }];
      const { currency } = pricedFor;
      // A cost in the currency of the catalogue is none in that of the list.
      return [
        id,
        { ...item, ...toListedPrice(row), currency, cost: item.currency === currency ? cost : null },
      ];
    }),
  );
}

export async function findCatalogueItemBySku(
  sql: Sql,
  accountId: string,
  sku: string,
): Promise<StoredCatalogueItem | undefined> {
  const row = await sql.get<CatalogueItemRow & StoredDoc>(
    'SELECT id, doc, shape, version FROM catalogue_items WHERE account_id = ? AND sku = ?',
    accountId,
    sku,
  );
  return row && { item: parseDoc('catalogueItem', row), version: row.version };
}

export async function findCatalogueItemsBySku(
  sql: Sql,
  accountId: string,
  skus: readonly string[],
): Promise<Map<string, CatalogueItem>> {
  if (skus.length === 0) return new Map();
  const named = padToFixedSize(skus);
  const rows = await sql.all<StoredDoc & { sku: string }>(
    `SELECT sku, doc, shape FROM catalogue_items WHERE account_id = ? AND sku IN ${formatPlaceholders(1, named.length)}`,
    accountId,
    ...named,
  );
  return new Map(rows.map(({ sku, ...row }) => [sku, parseDoc('catalogueItem', row)]));
}

export async function insertCatalogueItem(tx: Sql, accountId: string, item: CatalogueItem): Promise<void> {
  const search = searchText(item);
  await Promise.all([
    tx.run(
      `INSERT INTO catalogue_items (account_id, id, sku, archived, version, search, doc, shape)
       VALUES (?, ?, ?, ?, 1, ?, ?, ?)`,
      ...[accountId, item.id, item.sku, Number(item.archived), search, ...stored(item)],
    ),
    tx.catalogueSearch.add(tx, accountId, [{ id: item.id, search }]),
    countOneMore(tx, accountId),
  ]);
}

export async function replaceCatalogueItem(
  tx: Sql,
  accountId: string,
  before: CatalogueItem,
  after: CatalogueItem,
): Promise<void> {
  const search = searchText(after);
  await tx.run(
    `UPDATE catalogue_items SET sku = ?, archived = ?, version = version + 1, search = ?, doc = ?, shape = ?
     WHERE account_id = ? AND id = ?`,
    ...[after.sku, Number(after.archived), search, ...stored(after), accountId, after.id],
  );
  if (search === searchText(before)) return;
  await tx.catalogueSearch.replace(tx, accountId, { id: after.id, search });
}

export async function deleteCatalogueItem(tx: Sql, accountId: string, id: string): Promise<void> {
  await tx.catalogueSearch.remove(tx, accountId, id);
  await tx.run(
    'DELETE FROM price_list_entries WHERE account_id = ? AND catalogue_item_id = ?',
    accountId,
    id,
  );
  await tx.run('DELETE FROM catalogue_items WHERE account_id = ? AND id = ?', accountId, id);
  await tx.run('UPDATE catalogue_counts SET n = n - 1 WHERE account_id = ?', accountId);
}

async function countOneMore(tx: Sql, accountId: string): Promise<void> {
  await tx.run(
    `INSERT INTO catalogue_counts (account_id, n) VALUES (?, 1)
     ON CONFLICT (account_id) DO UPDATE SET n = catalogue_counts.n + 1`,
    accountId,
  );
}

function stored(item: CatalogueItem): [string, number] {
  return [JSON.stringify(item), SHAPES.catalogueItem];
}

function searchText({ description, sku }: CatalogueItem): string {
  return toSearchForm(sku ?? '') + BOUNDARY + toSearchForm(description);
}
