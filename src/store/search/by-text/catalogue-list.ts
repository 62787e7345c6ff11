import type { Sql } from '../../database.ts';
import type { PageSlice, PageTotal } from '../list-total.ts';
import { toSearchForm } from '../text/search-form.ts';
import { type ListedTable, listRows } from './list-rows.ts';

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
  { search = '', ...page }: PageSlice & { search?: string | undefined },
): Promise<CataloguePage> {
  const wanted = {
    table: CATALOGUE,
    accountId,
    term: toSearchForm(search),
    key: ['id'],
    order: 'DESC',
  } as const;
  const { rows, ...total } = await listRows(sql, wanted, page);
  return { docs: rows.map(({ doc }) => doc), ...total };
}
