import type { Sql } from '../../database.ts';
import type { PageSlice, PageTotal } from '../list-total.ts';
import { toSearchForm } from '../text/search-form.ts';
import { allRows, filterBy, type ListedTable, type RowFilter } from './filtered-rows.ts';
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

const CATALOGUE: ListedTable = {
  name: 'catalogue_items',
  counts: 'catalogue_counts',
  index: (sql) => sql.catalogueSearch,
};

/** Lists items newest first. */
export async function listCatalogueItems(
  sql: Sql,
  accountId: string,
  { search = '', sku, archived, ...page }: PageSlice & CatalogueFilter,
): Promise<CataloguePage> {
  const wanted = {
    table: CATALOGUE,
    accountId,
    term: toSearchForm(search),
    key: ['id'],
    order: 'DESC',
    filters: buildFilters(accountId, { sku, archived }),
  } as const;
  const { rows, ...total } = await listRows(sql, wanted, page);
  return { docs: rows.map(({ doc }) => doc), ...total };
}

function buildFilters(accountId: string, { sku, archived }: CatalogueFilter): RowFilter[] {
  const { stored: _, ...all } = allRows({ table: CATALOGUE, accountId });
  const bySku = { ...all, terms: ['sku'] };
  const byArchived = { ...all, terms: ['archived'], index: 'catalogue_items_by_archived' };
  return [
    ...(sku === undefined ? [] : [filterBy('q.sku', sku, bySku)]),
    ...(archived === undefined ? [] : [filterBy('q.archived', Number(archived), byArchived)]),
  ];
}
