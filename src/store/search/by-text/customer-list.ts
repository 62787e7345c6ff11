import type { Sql } from '../../database.ts';
import { type CustomerRow, completeCustomer } from '../../tables/customers.ts';
import type { PageSlice, PageTotal } from '../list-total.ts';
import { toSearchForm } from '../text/search-form.ts';
import { type ListedTable, listRows } from './list-rows.ts';

export interface CustomerPage extends PageSlice {
  search?: string | undefined;
  /** Sorts by name instead of by identifier. */
  isByName?: boolean;
}

const CUSTOMERS: ListedTable = {
  name: 'customers',
  counts: 'customer_counts',
  index: (sql) => sql.customerSearch,
};

export async function listCustomers(
  sql: Sql,
  accountId: string,
  { search = '', isByName = false, ...page }: CustomerPage,
): Promise<PageTotal & { rows: CustomerRow[] }> {
  const key = isByName ? ['name_key', 'id'] : ['id'];
  const wanted = { table: CUSTOMERS, accountId, term: toSearchForm(search), key, order: 'ASC' } as const;
  const { rows, ...total } = await listRows(sql, wanted, page);
  return { rows: rows.map(completeCustomer), ...total };
}
