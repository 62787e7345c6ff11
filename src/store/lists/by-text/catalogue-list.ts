import type { Sql } from '../../database.ts';
import { toCurrentDoc } from '../../tables/stored-docs.ts';
import { LIST_LIMITS } from '../list-limits.ts';
import type { ListQuery } from '../list-query.ts';
import type { PageSlice, PageTotal } from '../list-total.ts';
import { allRows, contains, foundRows, isEqual, rangeOf } from '../sources.ts';
import { toSearchForm } from '../text/search-form.ts';
import { listRows } from './list-rows.ts';

export interface CatalogueFilter {
  /** Part of the description or the sku. */
  search?: string | undefined;
  sku?: string | undefined;
  archived?: boolean | undefined;
}

export interface CataloguePage extends PageTotal {
  /** JSON of the API, one string per entry. */
  docs: string[];
}

const CATALOGUE = { name: 'catalogue_items', counts: 'catalogue_counts' };

/** Lists items newest first. */
export async function listCatalogueItems(
  sql: Sql,
  accountId: string,
  { limit, offset, after, ...filter }: PageSlice & CatalogueFilter,
): Promise<CataloguePage> {
  const list = buildCatalogueQuery(sql, accountId, filter);
  const { rows, ...total } = await listRows(sql, CATALOGUE, accountId, list, { limit, offset, after });
  return { docs: rows.map((row) => toCurrentDoc('catalogueItem', row)), ...total };
}

export function isPlainCataloguePage({
  offset,
  search,
  sku,
  archived,
}: PageSlice & CatalogueFilter): boolean {
  return offset <= LIST_LIMITS.near && !search && sku === undefined && archived === undefined;
}

function buildCatalogueQuery(
  sql: Sql,
  accountId: string,
  { search = '', sku, archived }: CatalogueFilter,
): ListQuery {
  const term = toSearchForm(search);
  const conditions = [
    ...isEqual('sku', 'q.sku', sku),
    ...isEqual('archived', 'q.archived', archived === undefined ? undefined : Number(archived)),
    ...contains(sql.catalogueSearch, term),
  ];
  const all = allRows(sql, CATALOGUE, accountId, 'sqlite_autoindex_catalogue_items_1');
  const range = (index: string, term: string) =>
    rangeOf(sql, all, conditions, { table: CATALOGUE.name, index, terms: [term] });
  return {
    conditions,
    sources: [
      ...range('sqlite_autoindex_catalogue_items_2', 'sku'),
      ...range('catalogue_items_by_archived', 'archived').map((each) => ({ ...each, isInOrder: true })),
      ...foundRows(sql.catalogueSearch, accountId, term),
    ],
    all,
    order: { key: ['q.id'], isDescending: true },
  };
}
