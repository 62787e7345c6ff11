import type { InvoiceFilter, InvoiceSort } from '../../../domain/invoice/invoice-filter.ts';
import type { Sql, SqlPart, SqlValue } from '../../database.ts';
import { storedInvoiceCount } from '../../tables/invoice/invoice-facts.ts';
import type { ListCondition, ListRange } from '../list-ranges.ts';
import type { ListOrder } from '../list-walk.ts';
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
  const marks = statuses.map(() => '?').join(', ');
  return [
    ...condition(
      'statuses',
      statuses.length === 1 ? compare('f.status = ?', statuses[0]) : undefined,
      statuses.length > 1 ? { sql: `f.status IN (${marks})`, values: [...statuses] } : undefined,
    ),
    ...condition('customer', compare('f.customer_id = ?', customerId)),
    ...condition('kind', compare('f.kind = ?', kind)),
    ...condition('overdue', overdue === undefined ? undefined : plain(`f.overdue = ${overdue ? 1 : 0}`)),
    ...condition('issued', isIssued ? plain(`f.status <> 'DRAFT'`) : undefined),
    ...condition(
      'issue_date',
      compare('f.issue_date >= ?', issuedFrom),
      compare('f.issue_date <= ?', issuedTo),
    ),
    ...condition('due_date', compare('f.due_date <= ?', dueTo)),
    ...condition('search', search && found(sql, search, numberColumn)),
  ];
}

function condition(term: Term, ...parts: (SqlPart | undefined)[]): InvoiceCondition[] {
  const given = parts.filter((part) => part !== undefined);
  if (given.length === 0) return [];
  return [
    {
      term,
      sql: given.map((part) => part.sql).join(' AND '),
      values: given.flatMap((part) => part.values),
    },
  ];
}

function compare(sql: string, value: SqlValue | undefined): SqlPart | undefined {
  return value === undefined ? undefined : { sql, values: [value] };
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
  const parts = new Map(conditions.map((each) => [each.term, each]));
  const facts = (index: string, key: readonly string[], terms: readonly Term[]): InvoiceRange[] => {
    const own = terms.flatMap((term) => parts.get(term) ?? []);
    if (own.length < terms.length) return [];
    return [{ ...FACTS, index, key, terms, parts: [ofAccount(accountId), ...own] }];
  };
  const stored = (ranges: InvoiceRange[], counted: Pick<InvoiceFilter, 'customerId' | 'statuses'>) =>
    ranges.map((range) => ({ ...range, stored: storedInvoiceCount(accountId, counted) }));
  const byStatus = (statuses?.length ?? 0) > 1 ? ['status', 'id'] : ['id'];
  const sorted = (column: SortedColumn) =>
    parts.has(column) ? [sortedInvoices(accountId, filter, conditions, column, [column])] : [];
  return [
    ...stored(facts('invoice_facts_by_customer_status', byStatus, ['customer', 'statuses']), filter),
    ...stored(facts('invoice_facts_by_customer', ['id'], ['customer']), { customerId }),
    ...stored(facts('invoice_facts_by_status', byStatus, ['statuses']), { statuses }),
    ...facts('invoice_facts_by_kind', ['id'], ['kind']),
    ...(filter.overdue ? facts(OVERDUE_INDEX, ['due_date', 'id'], ['overdue']) : []),
    ...sorted('issue_date'),
    ...sorted('due_date'),
    ...stored([{ ...FACTS, key: ['id'], terms: [], parts: [ofAccount(accountId)] }], {}),
  ];
}

const FACTS = { table: 'invoice_facts', alias: 'f' } as const;
const OVERDUE_INDEX = 'invoice_facts_overdue';
const SORTED_INDEXES = {
  issue_date: { all: 'invoice_facts_by_issue', byStatus: 'invoice_facts_by_status_issue' },
  due_date: { all: 'invoice_facts_by_due', byStatus: 'invoice_facts_by_status_due' },
};

function ofAccount(accountId: string): SqlPart {
  return { sql: 'f.account_id = ?', values: [accountId] };
}

/** All invoices of the account, of one status, or overdue ones, sorted by a column. */
export function sortedInvoices(
  accountId: string,
  { statuses, overdue }: InvoiceFilter,
  conditions: readonly InvoiceCondition[],
  column: SortedColumn,
  terms: readonly Term[] = [],
): InvoiceRange {
  const isOverdue = overdue === true && column === 'due_date';
  const isOfStatus = statuses?.length === 1 && !isOverdue;
  const own = conditions.filter(
    ({ term }) =>
      terms.includes(term) || (isOfStatus && term === 'statuses') || (isOverdue && term === 'overdue'),
  );
  const { all, byStatus } = SORTED_INDEXES[column];
  return {
    ...FACTS,
    index: isOverdue ? OVERDUE_INDEX : isOfStatus ? byStatus : all,
    key: [column, 'id'],
    terms: own.map(({ term }) => term),
    parts: [ofAccount(accountId), ...own],
  };
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
