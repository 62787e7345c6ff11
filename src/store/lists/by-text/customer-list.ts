import type { CustomerFilter, CustomerSort } from '../../../domain/customer/customer-filter.ts';
import type { Sql } from '../../database.ts';
import { type CustomerRow, completeCustomer } from '../../tables/customers.ts';
import { metadataName } from '../../tables/quote/facts.ts';
import { conditionOn, type ListCondition, type ListRange } from '../list-ranges.ts';
import type { PageSlice, PageTotal } from '../list-total.ts';
import { atLeast, atMost } from '../quote-filters.ts';
import { hasMark } from '../text/has-mark.ts';
import { toSearchForm } from '../text/search-form.ts';
import { allRows, filterBy, type ListedTable, type RowFilter, type TextSearch } from './filtered-rows.ts';
import { listRows, streamRows } from './list-rows.ts';

export interface CustomerPage extends CustomerFilter, PageSlice {
  /** Default: by identifier. */
  sort?: CustomerSort | undefined;
}

const CUSTOMERS: ListedTable = {
  name: 'customers',
  counts: 'customer_counts',
  index: (sql) => sql.customerSearch,
};

export async function listCustomers(
  sql: Sql,
  accountId: string,
  { limit, offset, after, sort, ...filter }: CustomerPage,
): Promise<PageTotal & { rows: CustomerRow[] }> {
  const wanted = searchCustomers(accountId, filter, sort);
  const { rows, ...total } = await listRows(sql, wanted, { limit, offset, after });
  return { rows: rows.map(completeCustomer), ...total };
}

function searchCustomers(
  accountId: string,
  { search = '', ...filter }: CustomerFilter,
  sort: CustomerSort = 'id',
): TextSearch {
  const column = SORTED_COLUMNS[sort.replace('-', '')];
  return {
    table: CUSTOMERS,
    accountId,
    term: toSearchForm(search),
    key: column ? [column, 'id'] : ['id'],
    order: sort.startsWith('-') ? 'DESC' : 'ASC',
    filters: buildFilters(accountId, filter),
  };
}

const SORTED_COLUMNS: Record<string, string | undefined> = {
  name: 'name_key',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
};

function buildFilters(accountId: string, filter: CustomerFilter): RowFilter[] {
  const { email, metadata = [], createdFrom, createdTo, updatedFrom, updatedTo } = filter;
  const { stored: _, ...all } = allRows({ table: CUSTOMERS, accountId });
  const byEmail = { ...all, index: 'customers_by_email', terms: ['email'] };
  const within = (index: string, column: string, from?: number, to?: number) =>
    conditionOn(column, {
      equal: [],
      lower: atLeast(`q.${column}`, from),
      upper: atMost(`q.${column}`, to),
    }).map((condition) => ({
      condition,
      range: { ...all, index, key: [column, 'id'], terms: [column], ...boundsOf(condition) },
    }));
  return [
    ...(email === undefined ? [] : [filterBy('q.email_key', toSearchForm(email), byEmail)]),
    ...within('customers_by_creation', 'created_at', createdFrom, createdTo),
    ...within('customers_by_change', 'updated_at', updatedFrom, updatedTo),
    ...metadata.map(({ key, value }) => {
      const condition = hasMark(MARKS, accountId, { name: metadataName(key), value });
      const { equal } = condition.range;
      return {
        condition,
        range: { table: MARKS.table, alias: 'm', key: [MARKS.idColumn], terms: [condition.term], equal },
      };
    }),
  ];
}

function boundsOf({ range: { lower, upper } }: ListCondition): Pick<ListRange, 'lower' | 'upper'> {
  return { lower, upper };
}

const MARKS = { table: 'customer_marks', idColumn: 'customer_id' };

/** Streams all matches in small batches. */
export async function* streamCustomers(
  sql: Sql,
  accountId: string,
  { sort, ...filter }: CustomerFilter & { sort?: CustomerSort | undefined },
): AsyncGenerator<string[]> {
  for await (const rows of streamRows(sql, searchCustomers(accountId, filter, sort))) {
    yield rows.map((row) => completeCustomer(row).doc);
  }
}
