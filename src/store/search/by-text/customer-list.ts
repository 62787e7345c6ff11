import { setImmediate } from 'node:timers/promises';
import type { CustomerFilter } from '../../../domain/customer-filter.ts';
import type { Sql } from '../../database.ts';
import { type CustomerRow, completeCustomer } from '../../tables/customers.ts';
import { metadataName } from '../../tables/quote/facts.ts';
import { passesAll } from '../list-step.ts';
import type { PageSlice, PageTotal } from '../list-total.ts';
import { hasMark } from '../text/has-mark.ts';
import { toSearchForm } from '../text/search-form.ts';
import { allRows, filterBy, type ListedTable, type RowFilter } from './filtered-rows.ts';
import { listRows } from './list-rows.ts';

export interface CustomerPage extends CustomerFilter, PageSlice {
  /** Sorts by name instead of by identifier; without filters by email address and metadata. */
  isByName?: boolean;
  isNewestFirst?: boolean;
}

const CUSTOMERS: ListedTable = {
  name: 'customers',
  counts: 'customer_counts',
  index: (sql) => sql.customerSearch,
};

export async function listCustomers(
  sql: Sql,
  accountId: string,
  { search = '', email, metadata, isByName = false, isNewestFirst = false, ...page }: CustomerPage,
): Promise<PageTotal & { rows: CustomerRow[] }> {
  const key = isByName ? ['name_key', 'id'] : ['id'];
  const filters = buildFilters(accountId, { email, metadata });
  const wanted = {
    table: CUSTOMERS,
    accountId,
    term: toSearchForm(search),
    key,
    order: isNewestFirst ? 'DESC' : 'ASC',
    filters,
  } as const;
  const { rows, ...total } = await listRows(sql, wanted, page);
  return { rows: rows.map(completeCustomer), ...total };
}

function buildFilters(accountId: string, { email, metadata = [] }: CustomerFilter): RowFilter[] {
  const { stored: _, ...all } = allRows({ table: CUSTOMERS, accountId });
  const byEmail = { ...all, index: 'customers_by_email', terms: ['email'] };
  return [
    ...(email === undefined ? [] : [filterBy('q.email_key', toSearchForm(email), byEmail)]),
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

const MARKS = { table: 'customer_marks', idColumn: 'customer_id' };

/** Customers that one statement reads. */
const ROWS_PER_STATEMENT = 500;

/** Streams all matches in small batches. */
export async function* streamCustomers(
  sql: Sql,
  accountId: string,
  { search = '', ...filter }: CustomerFilter,
): AsyncGenerator<string[]> {
  const pattern = `%${toSearchForm(search).replaceAll(/[\\%_]/g, '\\$&')}%`;
  const passes = passesAll([
    { sql: `q.search LIKE ? ESCAPE '\\'`, values: [pattern] },
    ...buildFilters(accountId, filter).map(({ condition }) => condition),
  ]);
  for (let last = ''; ; ) {
    const rows = await sql.all<CustomerRow & { matches: number }>(
      `SELECT q.id, q.doc, ${passes.sql} AS matches
       FROM customers AS q WHERE q.account_id = ? AND q.id > ? ORDER BY q.id LIMIT ${ROWS_PER_STATEMENT}`,
      ...[...passes.values, accountId, last],
    );
    yield rows.filter(({ matches }) => matches === 1).map(({ doc }) => doc);
    last = rows.at(-1)?.id ?? '';
    if (rows.length < ROWS_PER_STATEMENT) return;
    // SQLite answers synchronously: yield to other requests.
    await setImmediate();
  }
}
