import type { InvoiceFilter, InvoiceSort } from '../../../domain/invoice/invoice-filter.ts';
import type { Sql, SqlPart, SqlValue } from '../../database.ts';
import { LAST_DUE_DATE, storedInvoiceCount } from '../../tables/invoice/invoice-facts.ts';
import { conditionOn, isOneOf, type ListCondition, type ListRange, narrowRange } from '../list-ranges.ts';
import type { ListOrder } from '../list-step.ts';
import { atLeast, atMost, isEqual } from '../quote-filters.ts';
import { hasMark, listMarks } from '../text/has-mark.ts';
import { found, type InvoiceSearch } from './invoice-search.ts';

/** A column of `invoice_facts` that lists are sorted by. Dates have two indexes: alone and after the status. */
export type SortedColumn = 'issue_date' | 'due_date' | 'updated_at' | 'total';

type Term =
  | 'statuses'
  | 'customer'
  | 'kind'
  | 'overdue'
  | 'issued'
  | 'created'
  | Exclude<SortedColumn, 'total'>
  | 'amount'
  | 'search'
  | `mark ${string}`;
export type InvoiceCondition = ListCondition<Term>;
export type InvoiceRange = ListRange<Term>;

/** All conditions of a filter on each invoice, as `f`, except the account and the quote. */
export function buildInvoiceConditions(
  sql: Sql,
  filter: InvoiceFilter,
  accountId: string,
  search: InvoiceSearch | undefined,
): InvoiceCondition[] {
  const { customerId, statuses = [], kind, overdue, issuedFrom, issuedTo } = filter;
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
    ...conditionOn('due_date', {
      equal: [],
      lower: compare('f.due_date >= ?', filter.dueFrom)[0],
      upper: compare('f.due_date <= ?', findLastDue(filter))[0],
    }),
    ...buildNumberConditions(filter),
    ...listMarks(filter).map((mark) => hasMark(INVOICE_MARKS, accountId, mark)),
    ...conditionOn('search', { equal: search ? [found(sql, search)] : [] }),
  ];
}

/** Conditions on times and amounts. */
function buildNumberConditions(filter: InvoiceFilter): InvoiceCondition[] {
  const { currency } = filter;
  const amount = {
    equal: isEqual('f.currency', currency),
    lower: atLeast('f.total', filter.totalFrom),
    upper: atMost('f.total', filter.totalTo),
  };
  return [
    ...conditionOn('created', {
      equal: [],
      lower: atLeast('f.created_at', filter.createdFrom),
      upper: atMost('f.created_at', filter.createdTo),
    }),
    ...conditionOn('updated_at', {
      equal: [],
      lower: atLeast('f.updated_at', filter.updatedFrom),
      upper: atMost('f.updated_at', filter.updatedTo),
    }),
    ...(currency === undefined ? [] : conditionOn('amount', amount)),
  ];
}

/** The last due date of a filter, before that of credit notes, which have none. */
function findLastDue({ dueFrom, dueTo }: InvoiceFilter): string | undefined {
  if (dueFrom === undefined && dueTo === undefined) return undefined;
  return dueTo !== undefined && dueTo < LAST_DUE_DATE ? dueTo : LAST_DUE_DATE;
}

const INVOICE_MARKS = { table: 'invoice_marks', idColumn: 'invoice_id', alias: 'f' };

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
    ...facts(SORTED_INDEXES.total.all, ['total', 'id'], ['amount']),
    ...(['issue_date', 'due_date', 'updated_at'] as const)
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
const SORTED_INDEXES: Record<SortedColumn, { all: string; byStatus?: string }> = {
  issue_date: { all: 'invoice_facts_by_issue', byStatus: 'invoice_facts_by_status_issue' },
  due_date: { all: 'invoice_facts_by_due', byStatus: 'invoice_facts_by_status_due' },
  updated_at: { all: 'invoice_facts_by_change' },
  // Amounts are sorted within a currency.
  total: { all: 'invoice_facts_by_amount' },
};

/** All invoices of the account, of one status, or overdue ones, sorted by a column and within its bounds. */
export function sortedInvoices(
  accountId: string,
  { statuses, overdue }: InvoiceFilter,
  conditions: readonly InvoiceCondition[],
  column: SortedColumn,
): InvoiceRange {
  const { all: whole, byStatus } = SORTED_INDEXES[column];
  const bounds: Term = column === 'total' ? 'amount' : column;
  const isOverdue = overdue === true && column === 'due_date';
  const isOfStatus = statuses?.length === 1 && !isOverdue && byStatus !== undefined;
  const hasBounds = conditions.some(({ term }) => term === bounds);
  const terms: Term[] = [
    ...(isOverdue ? (['overdue'] as const) : []),
    ...(isOfStatus ? (['statuses'] as const) : []),
    ...(hasBounds ? [bounds] : []),
  ];
  const index = isOverdue ? OVERDUE_INDEX : isOfStatus ? byStatus : whole;
  const all = allInvoices(accountId);
  return narrowRange(all, conditions, { index, key: [column, 'id'], terms })[0] ?? all;
}

/** The column sorted by before the identifier; none for the order of creation. */
export function sortedColumn(sort: InvoiceSort): SortedColumn | undefined {
  return SORTED_COLUMNS[sort.replace('-', '')];
}

const SORTED_COLUMNS: Record<string, SortedColumn | undefined> = {
  issueDate: 'issue_date',
  dueDate: 'due_date',
  updatedAt: 'updated_at',
  total: 'total',
};

export function invoiceOrder(sort: InvoiceSort): ListOrder {
  const column = sortedColumn(sort);
  return { key: column ? [column, 'id'] : ['id'], isDescending: sort.startsWith('-') };
}
