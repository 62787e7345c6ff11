import type { CustomerFilter, CustomerSort } from '../../../domain/customer/customer-filter.ts';
import type { Sql } from '../../database.ts';
import { type CustomerRow, toCustomerRow } from '../../tables/customers.ts';
import { metadataName } from '../../tables/quote/facts.ts';
import { LIST_LIMITS } from '../list-limits.ts';
import type { ListOrder, ListQuery } from '../list-query.ts';
import type { PageSlice, PageTotal } from '../list-total.ts';
import { allRows, contains, foundRows, isEqual, isWithin, rangeOf } from '../sources.ts';
import { hasMark, type MarkTable, markedRows } from '../text/has-mark.ts';
import { toSearchForm } from '../text/search-form.ts';
import { listRows } from './list-rows.ts';

export interface CustomerPage extends CustomerFilter, PageSlice {
  /** Default: by identifier. */
  sort?: CustomerSort | undefined;
}

const CUSTOMERS = { name: 'customers', counts: 'customer_counts' };
const MARKS: MarkTable = { table: 'customer_marks', idColumn: 'customer_id', marked: CUSTOMERS.name };

export async function listCustomers(
  sql: Sql,
  accountId: string,
  { limit, offset, after, sort = 'id', ...filter }: CustomerPage,
): Promise<PageTotal & { rows: CustomerRow[] }> {
  const list = buildCustomerQuery(sql, accountId, filter, sort);
  const { rows, ...total } = await listRows(sql, CUSTOMERS, accountId, list, { limit, offset, after });
  return { rows: rows.map(toCustomerRow), ...total };
}

/** Whether an index yields the page: all customers, in any order. */
export function isPlainCustomerPage({ offset, ...page }: CustomerPage): boolean {
  return offset <= LIST_LIMITS.near && FILTERS.every((name) => page[name] === undefined || page[name] === '');
}

/** A record, so that none is missing. */
const FILTERS = Object.keys({
  search: true,
  email: true,
  createdFrom: true,
  createdTo: true,
  updatedFrom: true,
  updatedTo: true,
  metadata: true,
} satisfies Record<keyof CustomerFilter, true>) as (keyof CustomerFilter)[];

/** What lists of customers are made of, with the rows of `customers` as `q`. */
export function buildCustomerQuery(
  sql: Sql,
  accountId: string,
  { search = '', email, metadata = [], ...filter }: CustomerFilter,
  sort: CustomerSort,
): ListQuery {
  const term = toSearchForm(search);
  const marks = metadata.map(({ key, value }) => ({ name: metadataName(key), value }));
  const conditions = [
    ...isEqual('email', 'q.email_key', email === undefined ? undefined : toSearchForm(email)),
    ...isWithin('created', 'q.created_at', filter.createdFrom, filter.createdTo),
    ...isWithin('updated', 'q.updated_at', filter.updatedFrom, filter.updatedTo),
    ...marks.map((mark) => hasMark(MARKS, accountId, mark)),
    ...contains(sql.customerSearch, term),
  ];
  const all = allRows(sql, CUSTOMERS, accountId, 'sqlite_autoindex_customers_1');
  const range = (index: string, term: string) =>
    rangeOf(sql, all, conditions, { table: CUSTOMERS.name, index, terms: [term] });
  return {
    conditions,
    sources: [
      ...range('customers_by_email', 'email').map((each) => ({ ...each, isInOrder: true })),
      ...range('customers_by_creation', 'created'),
      ...range('customers_by_change', 'updated'),
      ...marks.map((mark) => markedRows(MARKS, accountId, mark)),
      ...foundRows(sql.customerSearch, accountId, term),
    ],
    all,
    order: orderCustomers(sql, accountId, sort),
  };
}

const SORTED: Record<string, { column: string; index: string; term: string } | undefined> = {
  name: { column: 'q.name_key', index: 'customers_by_name', term: 'name' },
  createdAt: { column: 'q.created_at', index: 'customers_by_creation', term: 'created' },
  updatedAt: { column: 'q.updated_at', index: 'customers_by_change', term: 'updated' },
};

function orderCustomers(sql: Sql, accountId: string, sort: CustomerSort): ListOrder {
  const isDescending = sort.startsWith('-');
  const sorted = SORTED[sort.replace('-', '')];
  if (!sorted) return { key: ['q.id'], isDescending };
  const from = { sql: `${CUSTOMERS.name} AS q ${sql.indexedBy(sorted.index)}`, values: [] };
  const walk = { from, on: { sql: 'q.account_id = ?', values: [accountId] }, terms: [sorted.term] };
  return { key: [sorted.column, 'q.id'], isDescending, walk };
}
