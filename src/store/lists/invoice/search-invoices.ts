import type { InvoiceFilter, InvoiceSort } from '../../../domain/invoice/invoice-filter.ts';
import { formatLimit, type SearchIndex, type Sql } from '../../database.ts';
import { LAST_DUE_DATE } from '../../tables/invoice/invoice-facts.ts';
import { LIST_LIMITS } from '../list-limits.ts';
import { chooseRangeById, type SizedRange, walkAlong, walkAmong } from '../list-ranges.ts';
import type { ListWalk } from '../list-step.ts';
import { skipAges } from '../skip-ages.ts';
import {
  allInvoices,
  buildInvoiceConditions,
  findInvoiceRanges,
  type InvoiceCondition,
  type InvoiceRange,
  invoiceOrder,
  sortedColumn,
  sortedInvoices,
} from './invoice-filters.ts';
import { type InvoiceSearch, searchFor } from './invoice-search.ts';

/** A filter of the invoices of an account, with its conditions and the ranges to look in. */
export interface InvoiceQuery {
  accountId: string;
  filter: InvoiceFilter;
  search: InvoiceSearch | undefined;
  conditions: readonly InvoiceCondition[];
  ranges: readonly InvoiceRange[];
}

export async function prepareQuery(
  sql: Sql,
  accountId: string,
  filter: InvoiceFilter,
): Promise<InvoiceQuery> {
  const search = await findSearch(sql, accountId, filter);
  const conditions = buildInvoiceConditions(sql, filter, accountId, search);
  return {
    ...{ accountId, filter, search, conditions },
    ranges: findInvoiceRanges(accountId, filter, conditions),
  };
}

/** Returns `undefined` without a term, and if the one customer of the filter matches, with all of its invoices. */
async function findSearch(
  sql: Sql,
  accountId: string,
  { customerId, search }: InvoiceFilter,
): Promise<InvoiceSearch | undefined> {
  if (!search) return undefined;
  const wanted = searchFor(accountId, search, customerId);
  if (customerId === undefined) return wanted;
  const row = await sql.get(
    `SELECT 1 AS found FROM customers WHERE account_id = ? AND id = ? AND ${sql.invoiceSearch.contains('search')}`,
    ...[accountId, customerId, wanted.customer],
  );
  return row === undefined ? wanted : undefined;
}

/** Walks in the order of the page. */
export function walkInvoices(
  query: InvoiceQuery,
  sizes: readonly SizedRange<InvoiceRange>[],
  sort: InvoiceSort,
): ListWalk {
  const { accountId, filter, conditions, ranges } = query;
  const column = sortedColumn(sort);
  const range = column
    ? sortedInvoices(accountId, filter, conditions, column)
    : chooseRangeById(ranges, sizes, conditions);
  const { isDescending } = invoiceOrder(sort);
  const walk = walkAlong(range, conditions, isDescending);
  return column ? walk : { ...walk, skip: skipDates(accountId, filter, isDescending) };
}

/** Passes over ages without an invoice of these dates. */
function skipDates(
  accountId: string,
  { issuedFrom, issuedTo, dueFrom, dueTo }: InvoiceFilter,
  isDescending: boolean,
): ListWalk['skip'] {
  const index = { table: 'invoice_facts', accountId } as const;
  if (issuedFrom !== undefined || issuedTo !== undefined) {
    const bounds = { lower: issuedFrom, upper: issuedTo };
    return skipAges(
      { ...index, name: 'invoice_facts_by_age_issue', column: 'issue_date' },
      bounds,
      isDescending,
    );
  }
  if (dueFrom === undefined && dueTo === undefined) return undefined;
  return skipAges(
    { ...index, name: 'invoice_facts_by_age_due', column: 'due_date' },
    { lower: dueFrom, upper: dueTo ?? LAST_DUE_DATE },
    isDescending,
  );
}

/** Walks the candidates that include all matches; `undefined` if there are too many. */
export async function findFewInvoices(
  sql: Sql,
  query: InvoiceQuery,
  sizes: readonly SizedRange<InvoiceRange>[],
): Promise<ListWalk | undefined> {
  // A range of several statuses would start over at each step.
  const narrowest = sizes.find(({ range: { key } }) => key[0] !== 'status');
  if (narrowest && narrowest.size <= LIST_LIMITS.counted) {
    return walkAlong(narrowest.range, query.conditions, false);
  }
  const ids =
    (await fewMarked(sql, query.conditions)) ?? (query.search && (await fewFound(sql, query.search)));
  return ids && walkAmong(sql, allInvoices(query.accountId), ids, query.conditions);
}

/** Invoices with the reference or the metadata of the filter; `undefined` without them, and if there are too many. */
async function fewMarked(sql: Sql, conditions: readonly InvoiceCondition[]): Promise<string[] | undefined> {
  for (const { ids } of conditions) {
    if (!ids) continue;
    const rows = await sql.all<{ id: string }>(
      `SELECT ${ids.column} AS id FROM ${ids.table} WHERE ${ids.sql} ${formatLimit(LIST_LIMITS.narrow + 1).sql}`,
      ...ids.values,
    );
    if (rows.length <= LIST_LIMITS.narrow) return rows.map(({ id }) => id);
  }
  return undefined;
}

/** Invoices that match by their number or by their customer; `undefined` if there may be too many. */
async function fewFound(sql: Sql, search: InvoiceSearch): Promise<string[] | undefined> {
  const [byNumber, byCustomer] = await Promise.all([
    foundByNumber(sql, search),
    foundByCustomer(sql, search),
  ]);
  return byNumber && byCustomer && [...new Set([...byNumber, ...byCustomer])];
}

async function foundByNumber(
  sql: Sql,
  { accountId, customerId, number }: InvoiceSearch,
): Promise<string[] | undefined> {
  const rows = await candidates(sql, sql.invoiceSearch, accountId, number, 'q.customer_id');
  return rows?.filter((row) => [undefined, row.customer_id].includes(customerId)).map(({ id }) => id);
}

async function foundByCustomer(
  sql: Sql,
  { accountId, customerId, customer }: InvoiceSearch,
): Promise<string[] | undefined> {
  if (customerId !== undefined) return [];
  const customers = await candidates(sql, sql.customerSearch, accountId, customer, 'q.id AS customer_id');
  if (!customers) return undefined;
  if (customers.length === 0) return [];
  const isOfOne = sql.isAmong(
    'customer_id',
    customers.map(({ id }) => id),
  );
  const rows = await sql.all<{ id: string }>(
    `SELECT id FROM invoice_facts WHERE account_id = ? AND ${isOfOne.sql}
     ${formatLimit(LIST_LIMITS.narrow + 1).sql}`,
    ...[accountId, ...isOfOne.values],
  );
  return rows.length > LIST_LIMITS.narrow ? undefined : rows.map(({ id }) => id);
}

/** Rows that contain the text; `undefined` if the substring index returns too many candidates. */
async function candidates(
  sql: Sql,
  { contains, firstCandidates }: SearchIndex,
  accountId: string,
  text: string,
  column: string,
): Promise<{ id: string; customer_id: string }[] | undefined> {
  const { from, values } = firstCandidates(accountId, text, LIST_LIMITS.narrow + 1);
  const rows = await sql.all<{ id: string; customer_id: string; is_found: number }>(
    `SELECT q.id, ${column}, CASE WHEN ${contains('q.search')} THEN 1 ELSE 0 END AS is_found FROM ${from}
     WHERE q.account_id = ?`,
    ...[text, ...values, accountId],
  );
  if (rows.length > LIST_LIMITS.narrow) return undefined;
  return rows.filter((row) => row.is_found === 1);
}
