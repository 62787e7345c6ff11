import type { InvoiceFilter, InvoiceSort } from '../../../domain/invoice/invoice-filter.ts';
import type { Sql, SqlPart } from '../../database.ts';
import { LAST_DUE_DATE, storedInvoiceCount } from '../../tables/invoice/invoice-facts.ts';
import type { Condition, ListOrder, ListQuery, Source } from '../list-query.ts';
import { allRows, countUpTo, isEqual, isOneOf, isWithin, rangeOf } from '../sources.ts';
import { hasMark, listMarks, type MarkTable, markedRows } from '../text/has-mark.ts';
import { findInvoiceText, foundInvoices, hasInvoiceText, type InvoiceText } from './invoice-text.ts';

const TABLE = 'invoice_facts';
const PRIMARY = 'sqlite_autoindex_invoice_facts_1';
const MARKS: MarkTable = { table: 'invoice_marks', idColumn: 'invoice_id', marked: TABLE };

/** What lists of invoices are made of, with the rows of `invoice_facts` as `q`. */
export async function buildInvoiceQuery(
  sql: Sql,
  accountId: string,
  filter: InvoiceFilter,
  sort: InvoiceSort,
): Promise<ListQuery> {
  const text = await findInvoiceText(sql, accountId, filter);
  const conditions = buildConditions(sql, accountId, filter, text);
  const all = allRows(sql, { name: TABLE, counts: storedInvoiceCount(accountId, {}) }, accountId, PRIMARY);
  return {
    conditions,
    sources: [
      ...listIndexes(sql, accountId, filter, conditions, all),
      ...listMarks(filter).map((mark) => markedRows(MARKS, accountId, mark)),
      ...(filter.quoteId === undefined ? [] : [ofQuote(accountId, filter.quoteId)]),
      ...(text ? foundInvoices(sql, accountId, text) : []),
    ],
    all,
    order: orderInvoices(sql, accountId, sort),
  };
}

function buildConditions(
  sql: Sql,
  accountId: string,
  filter: InvoiceFilter,
  text: InvoiceText | undefined,
): Condition[] {
  const { issuedFrom, issuedTo, overdue, currency } = filter;
  const isIssued = issuedFrom !== undefined || issuedTo !== undefined;
  return [
    ...isOneOf(sql, 'statuses', 'q.status', filter.statuses),
    ...isEqual('customer', 'q.customer_id', filter.customerId),
    ...isEqual('kind', 'q.kind', filter.kind),
    // Written out, because the index has the overdue ones alone.
    ...(overdue === undefined
      ? []
      : [{ term: 'overdue', sql: `q.overdue = ${overdue ? 1 : 0}`, values: [] }]),
    ...(isIssued ? [{ term: 'draft', sql: `q.status <> 'DRAFT'`, values: [] }] : []),
    ...isWithin('issued', 'q.issue_date', issuedFrom, issuedTo),
    ...isWithin('due', 'q.due_date', filter.dueFrom, findLastDue(filter)),
    ...isWithin('created', 'q.created_at', filter.createdFrom, filter.createdTo),
    ...isWithin('updated', 'q.updated_at', filter.updatedFrom, filter.updatedTo),
    ...isEqual('amount', 'q.currency', currency),
    ...(currency === undefined ? [] : isWithin('amount', 'q.total', filter.totalFrom, filter.totalTo)),
    ...listMarks(filter).map((mark) => hasMark(MARKS, accountId, mark)),
    ...(filter.quoteId === undefined ? [] : [isOfQuote(accountId, filter.quoteId)]),
    ...(text ? [hasInvoiceText(sql, accountId, text)] : []),
  ];
}

/** The last due date of a filter, before that of credit notes, which have none. */
function findLastDue({ dueFrom, dueTo }: InvoiceFilter): string | undefined {
  if (dueFrom === undefined && dueTo === undefined) return undefined;
  return dueTo !== undefined && dueTo < LAST_DUE_DATE ? dueTo : LAST_DUE_DATE;
}

function isOfQuote(accountId: string, quoteId: string): Condition {
  return {
    term: 'quote',
    sql: '(SELECT i.quote_id FROM invoices AS i WHERE i.account_id = ? AND i.id = q.id) = ?',
    values: [accountId, quoteId],
  };
}

function ofQuote(accountId: string, quoteId: string): Source {
  const isOf = { sql: 'i.account_id = ? AND i.quote_id = ?', values: [accountId, quoteId] };
  return {
    from: { sql: `invoices AS i CROSS JOIN ${TABLE} AS q`, values: [] },
    on: { ...isOf, sql: `${isOf.sql} AND q.account_id = i.account_id AND q.id = i.id` },
    terms: ['quote'],
    isOther: true,
    size: countUpTo({ ...isOf, sql: `FROM invoices AS i WHERE ${isOf.sql}` }),
  };
}

function listIndexes(
  sql: Sql,
  accountId: string,
  { statuses, customerId, overdue }: InvoiceFilter,
  conditions: readonly Condition[],
  all: Source,
): Source[] {
  const range = (index: string, ...terms: string[]) =>
    rangeOf(sql, all, conditions, { table: TABLE, index, terms });
  const stored = (ranges: Source[], isInOrder: boolean, filter: Parameters<typeof storedInvoiceCount>[1]) =>
    ranges.map((each) => ({
      ...each,
      size: storedInvoiceCount(accountId, filter),
      isStored: true,
      isInOrder,
    }));
  return [
    // The index has the status too, after the identifier.
    ...stored(range('invoice_facts_by_customer', 'customer', 'statuses'), true, { customerId, statuses }),
    ...stored(range('invoice_facts_by_customer', 'customer'), true, { customerId }),
    ...stored(range('invoice_facts_by_status', 'statuses'), statuses?.length === 1, { statuses }),
    ...(overdue ? range('invoice_facts_overdue', 'overdue') : []),
    ...range('invoice_facts_by_issue', 'issued'),
    ...range('invoice_facts_by_due', 'due'),
    ...range('invoice_facts_by_change', 'updated'),
  ];
}

const SORTED: Record<string, { column: string; index?: string; term: string } | undefined> = {
  issueDate: { column: 'issue_date', index: 'invoice_facts_by_issue', term: 'issued' },
  dueDate: { column: 'due_date', index: 'invoice_facts_by_due', term: 'due' },
  updatedAt: { column: 'updated_at', index: 'invoice_facts_by_change', term: 'updated' },
  total: { column: 'total', term: 'amount' },
};

/** Whether an index yields all invoices in this order. */
export function hasInvoiceIndex(sort: InvoiceSort): boolean {
  return !sort.endsWith('total');
}

function orderInvoices(sql: Sql, accountId: string, sort: InvoiceSort): ListOrder {
  const isDescending = sort.startsWith('-');
  const sorted = SORTED[sort.replace('-', '')];
  if (!sorted) return { key: ['q.id'], isDescending };
  const { column, index, term } = sorted;
  const order = { key: [`q.${column}`, 'q.id'], isDescending };
  if (!index) return order;
  const on: SqlPart = { sql: 'q.account_id = ?', values: [accountId] };
  return {
    ...order,
    walk: { from: { sql: `${TABLE} AS q ${sql.indexedBy(index)}`, values: [] }, on, terms: [term] },
  };
}
