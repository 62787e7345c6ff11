import type { InvoiceFilter, InvoiceSort } from '../../../domain/invoice/invoice-filter.ts';
import type { Sql, SqlPart, SqlValue } from '../../database.ts';
import { storedInvoiceCount } from '../../tables/invoice/invoice-facts.ts';
import { conditionOn, isOneOf, type ListCondition, type ListRange, narrowRange } from '../list-ranges.ts';
import type { ListOrder } from '../list-step.ts';
import { found, type InvoiceSearch } from './invoice-search.ts';

/** A column of `invoice_facts` with two indexes: alone and after the status. */
export type SortedColumn = 'issue_date' | 'due_date';

type Term = 'statuses' | 'customer' | 'kind' | 'overdue' | 'issued' | SortedColumn | 'search';
export type InvoiceCondition = ListCondition<Term>;
export type InvoiceRange = ListRange<Term>;

/** All conditions of a filter on each invoice, as `f`, except the account and the quote. */
export function buildInvoiceConditions(
  sql: Sql,
  filter: InvoiceFilter,
  search: InvoiceSearch | undefined,
  numberColumn = 'f.search',
): InvoiceCondition[] {
  const { customerId, statuses = [], kind, overdue, dueTo, issuedFrom, issuedTo } = filter;
  const isIssued = issuedFrom !== undefined || issuedTo !== undefined;
  return [
    ...conditionOn('statuses', {
      equal: statuses.length > 0 ? [isOneOf(sql, 'f.status', statuses)] : [],
    }),
    ...conditionOn('customer', { equal: compare('f.customer_id = ?', customerId) }),
    ...conditionOn('kind', { equal: compare('f.kind = ?', kind) }),
    ...conditionOn('overdue', {
      equal: overdue === undefined ? [] : [plain(`f.overdue = ${overdue ? 1 : 0}`)],
    }),
    ...conditionOn('issued', { equal: isIssued ? [plain(`f.status <> 'DRAFT'`)] : [] }),
    ...conditionOn('issue_date', {
      equal: [],
      lower: compare('f.issue_date >= ?', issuedFrom)[0],
      upper: compare('f.issue_date <= ?', issuedTo)[0],
    }),
    ...conditionOn('due_date', { equal: [], upper: compare('f.due_date <= ?', dueTo)[0] }),
    ...conditionOn('search', { equal: search ? [found(sql, search, numberColumn)] : [] }),
  ];
}

function compare(sql: string, value: SqlValue | undefined): SqlPart[] {
  return value === undefined ? [] : [{ sql, values: [value] }];
}

function plain(sql: string): SqlPart {
  return { sql, values: [] };
}

/** One range per indexed term of the filter, and finally all invoices of the account. */
export function findInvoiceRanges(
  accountId: string,
  filter: InvoiceFilter,
  conditions: readonly InvoiceCondition[],
): InvoiceRange[] {
  const { customerId, statuses } = filter;
  const all = allInvoices(accountId);
  const facts = (index: string, key: readonly string[], terms: readonly Term[]) =>
    narrowRange(all, conditions, { index, key, terms });
  const stored = (ranges: InvoiceRange[], counted: Pick<InvoiceFilter, 'customerId' | 'statuses'>) =>
    ranges.map((range) => ({ ...range, stored: storedInvoiceCount(accountId, counted) }));
  const byStatus = (statuses?.length ?? 0) > 1 ? ['status', 'id'] : ['id'];
  return [
    ...stored(facts('invoice_facts_by_customer_status', byStatus, ['customer', 'statuses']), filter),
    ...stored(facts('invoice_facts_by_customer', ['id'], ['customer']), { customerId }),
    ...stored(facts('invoice_facts_by_status', byStatus, ['statuses']), { statuses }),
    ...facts('invoice_facts_by_kind', ['id'], ['kind']),
    ...(filter.overdue ? facts(OVERDUE_INDEX, ['due_date', 'id'], ['overdue']) : []),
    ...(['issue_date', 'due_date'] as const)
      .filter((column) => conditions.some(({ term }) => term === column))
      .map((column) => sortedInvoices(accountId, filter, conditions, column)),
    ...stored([all], {}),
  ];
}

export function allInvoices(accountId: string): InvoiceRange {
  const equal = [{ sql: 'f.account_id = ?', values: [accountId] }];
  return { table: 'invoice_facts', alias: 'f', key: ['id'], terms: [], equal };
}

const OVERDUE_INDEX = 'invoice_facts_overdue';
const SORTED_INDEXES = {
  issue_date: { all: 'invoice_facts_by_issue', byStatus: 'invoice_facts_by_status_issue' },
  due_date: { all: 'invoice_facts_by_due', byStatus: 'invoice_facts_by_status_due' },
};

/** All invoices of the account, of one status, or overdue ones, sorted by a column and within its bounds. */
export function sortedInvoices(
  accountId: string,
  { statuses, overdue }: InvoiceFilter,
  conditions: readonly InvoiceCondition[],
  column: SortedColumn,
): InvoiceRange {
  const isOverdue = overdue === true && column === 'due_date';
  const isOfStatus = statuses?.length === 1 && !isOverdue;
  const hasBounds = conditions.some(({ term }) => term === column);
  const terms: Term[] = [
    ...(isOverdue ? (['overdue'] as const) : []),
    ...(isOfStatus ? (['statuses'] as const) : []),
    ...(hasBounds ? [column] : []),
  ];
  const { all: whole, byStatus } = SORTED_INDEXES[column];
  const index = isOverdue ? OVERDUE_INDEX : isOfStatus ? byStatus : whole;
  const all = allInvoices(accountId);
  return narrowRange(all, conditions, { index, key: [column, 'id'], terms })[0] ?? all;
}

/** The column sorted by before the identifier; none for the order of creation. */
export function sortedColumn(sort: InvoiceSort): SortedColumn | undefined {
  if (sort.endsWith('issueDate')) return 'issue_date';
  return sort.endsWith('dueDate') ? 'due_date' : undefined;
}

export function invoiceOrder(sort: InvoiceSort): ListOrder {
  const column = sortedColumn(sort);
  return { key: column ? [column, 'id'] : ['id'], isDescending: sort.startsWith('-') };
}
