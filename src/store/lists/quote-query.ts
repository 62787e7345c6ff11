import { minIdAt } from '../../domain/ids.ts';
import type { QuoteFilter } from '../../domain/quote/list/quote-filter.ts';
import type { QuoteSort } from '../../domain/quote/list/quote-sorts.ts';
import type { Sql, SqlPart } from '../database.ts';
import type { Condition, ListOrder, ListQuery, Source } from './list-query.ts';
import { storedCount } from './quote-counts.ts';
import { allRows, countUpTo, isEqual, isOneOf, isWithin, rangeOf } from './sources.ts';
import { hasMark, listMarks, type MarkTable, markedRows } from './text/has-mark.ts';
import { findText, foundTexts, hasText, type QuoteText } from './text/quote-text.ts';

const TABLE = 'quote_facts';
const MARKS: MarkTable = { table: 'quote_marks', idColumn: 'quote_id', marked: TABLE };

/** What lists of quotes are made of, with the rows of `quote_facts` as `q`. */
export async function buildQuoteQuery(
  sql: Sql,
  accountId: string,
  filter: QuoteFilter,
  sort: QuoteSort,
): Promise<ListQuery> {
  const text = await findText(sql, accountId, filter);
  const conditions = buildConditions(sql, accountId, filter, text);
  const all = allRows(sql, { name: TABLE, counts: storedCount(accountId, {}) }, accountId, PRIMARY);
  return {
    conditions,
    sources: [
      ...listIndexes(sql, accountId, filter, conditions, all),
      ...listMarks(filter).map((mark) => markedRows(MARKS, accountId, mark)),
      ...(filter.approval === undefined ? [] : [requestedRows(accountId)]),
      ...(text ? foundTexts(sql, accountId, text) : []),
    ],
    all,
    order: orderQuotes(sql, accountId, sort),
  };
}

const PRIMARY = 'sqlite_autoindex_quote_facts_1';

function buildConditions(
  sql: Sql,
  accountId: string,
  filter: QuoteFilter,
  text: QuoteText | undefined,
): Condition[] {
  const { currency, totalFrom, totalTo } = filter;
  return [
    ...isOneOf(sql, 'statuses', 'q.status', filter.statuses),
    ...isEqual('customer', 'q.customer_id', filter.customerId),
    ...createdWithin(accountId, filter),
    ...isWithin('updated', 'q.updated_at', filter.updatedFrom, filter.updatedTo),
    ...isWithin('valid', 'q.valid_until', filter.validFrom, filter.validTo),
    ...isEqual('amount', 'q.currency', currency),
    ...(currency === undefined ? [] : isWithin('amount', 'q.total', totalFrom, totalTo)),
    ...(filter.approval === undefined ? [] : [isRequested(accountId)]),
    ...listMarks(filter).map((mark) => hasMark(MARKS, accountId, mark)),
    ...(text ? hasText(sql, accountId, text) : []),
  ];
}

/**
 * Bounds of the identifier as well, which begins with the time of creation. A quote under a test clock may have a later
 * creation time than its identifier, never an earlier one.
 */
function createdWithin(accountId: string, { createdFrom, createdTo }: QuoteFilter): Condition[] {
  const least: SqlPart[] =
    createdFrom === undefined
      ? []
      : [
          {
            sql: `q.id >= CASE WHEN (SELECT kind FROM accounts WHERE id = ?) = 'live' THEN ? ELSE '' END`,
            values: [accountId, minIdAt('quo', clamp(createdFrom))],
          },
        ];
  const greatest: SqlPart[] =
    createdTo === undefined ? [] : [{ sql: 'q.id < ?', values: [minIdAt('quo', clamp(createdTo) + 1)] }];
  const bounds = [...least, ...greatest].map((part) => ({ term: 'created', ...part }));
  return [...bounds, ...isWithin('created', 'q.created_at', createdFrom, createdTo)];
}

const MAX_ID_TIME = 32 ** 9;

function clamp(time: number): number {
  return Math.min(Math.max(time, 0), MAX_ID_TIME);
}

/** A quote has at most one request: about the content that it has now. */
function isRequested(accountId: string): Condition {
  return {
    term: 'approval',
    sql: `(SELECT 1 FROM approvals AS m
      WHERE m.account_id = ? AND m.quote_id = q.id AND m.state = 'requested' LIMIT 1) IS NOT NULL`,
    values: [accountId],
    isLookup: true,
  };
}

function requestedRows(accountId: string): Source {
  const isWaiting = `m.account_id = ? AND m.state = 'requested'`;
  return {
    from: { sql: `approvals AS m CROSS JOIN ${TABLE} AS q`, values: [] },
    on: { sql: `${isWaiting} AND q.account_id = m.account_id AND q.id = m.quote_id`, values: [accountId] },
    terms: ['approval'],
    isOther: true,
    size: countUpTo({ sql: `FROM approvals AS m WHERE ${isWaiting}`, values: [accountId] }),
  };
}

function listIndexes(
  sql: Sql,
  accountId: string,
  { statuses, customerId }: QuoteFilter,
  conditions: readonly Condition[],
  all: Source,
): Source[] {
  const range = (index: string, ...terms: string[]) =>
    rangeOf(sql, all, conditions, { table: TABLE, index, terms });
  const stored = (ranges: Source[], isInOrder: boolean, filter: Parameters<typeof storedCount>[1]) =>
    ranges.map((each) => ({ ...each, size: storedCount(accountId, filter), isStored: true, isInOrder }));
  return [
    // The index has the status too, after the identifier.
    ...stored(range('quote_facts_by_customer', 'customer', 'statuses'), true, { customerId, statuses }),
    ...stored(range('quote_facts_by_customer', 'customer'), true, { customerId }),
    ...stored(range('quote_facts_by_status', 'statuses'), statuses?.length === 1, { statuses }),
    ...range('quote_facts_by_change', 'updated'),
    ...range('quote_facts_by_validity', 'valid'),
    ...range(PRIMARY, 'created').map((each) => ({ ...each, isInOrder: true })),
  ];
}

const SORTED_COLUMNS: Record<string, string | undefined> = {
  updatedAt: 'updated_at',
  validUntil: 'valid_until',
  lastEventAt: 'last_event_at',
  total: 'total',
  margin: 'margin',
};
/** Indexes in the order of a column. Others are not worth what they cost each write. */
const SORTED_INDEXES: Record<string, { index: string; term: string } | undefined> = {
  updated_at: { index: 'quote_facts_by_change', term: 'updated' },
  valid_until: { index: 'quote_facts_by_validity', term: 'valid' },
};

/** The column of quotes sorted by before the identifier; none for the order of creation and for that of customers. */
export function sortColumn(sort: QuoteSort): string | undefined {
  return SORTED_COLUMNS[sort.replace('-', '')];
}

export function hasSortIndex(sort: QuoteSort): boolean {
  const column = sortColumn(sort);
  return column === undefined ? !isByCustomer(sort) : SORTED_INDEXES[column] !== undefined;
}

export function isByCustomer(sort: QuoteSort): boolean {
  return sort.endsWith('customerName');
}

/** The quotes of one customer have one name: they are sorted by creation. */
export function sortWithin({ customerId }: QuoteFilter, sort: QuoteSort): QuoteSort {
  if (customerId === undefined || !isByCustomer(sort)) return sort;
  return sort.startsWith('-') ? '-createdAt' : 'createdAt';
}

function orderQuotes(sql: Sql, accountId: string, sort: QuoteSort): ListOrder {
  const isDescending = sort.startsWith('-');
  const on = { sql: 'q.account_id = ?', values: [accountId] };
  if (isByCustomer(sort)) return { ...orderByCustomer(sql, on), isDescending };
  const column = sortColumn(sort);
  if (column === undefined) return { key: ['q.id'], isDescending };
  const sorted = SORTED_INDEXES[column];
  const order = { key: [`q.${column}`, 'q.id'], isDescending };
  if (!sorted) return order;
  const from = { sql: `${TABLE} AS q ${sql.indexedBy(sorted.index)}`, values: [] };
  return { ...order, walk: { from, on, terms: [sorted.term] } };
}

/** Sorted by the name of the customer, which quotes do not store: a new name needs no change of them. */
function orderByCustomer(sql: Sql, on: SqlPart): Omit<ListOrder, 'isDescending'> {
  const join = { from: 'customers AS c', on: 'c.account_id = q.account_id AND c.id = q.customer_id' };
  return {
    key: ['c.name_key', 'c.id', 'q.id'],
    join,
    isCostly: true,
    walk: {
      from: {
        sql: `customers AS c ${sql.indexedBy('customers_by_name')}
          CROSS JOIN ${TABLE} AS q ${sql.indexedBy('quote_facts_by_customer')}`,
        values: [],
      },
      on: { sql: `c.account_id = ? AND ${on.sql} AND ${join.on}`, values: [...on.values, ...on.values] },
      terms: [],
    },
  };
}
