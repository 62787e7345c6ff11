import type { QuoteFilter } from '../../domain/quote/list/quote-filter.ts';
import type { Sql, SqlPart, SqlValue } from '../database.ts';
import { conditionOn, isOneOf, type ListCondition } from './list-ranges.ts';
import { hasMark, listMarks } from './text/has-mark.ts';

/** A column of `quote_facts` that lists are sorted by. */
export type SortedColumn = 'updated_at' | 'valid_until' | 'last_event_at' | 'total' | 'margin';
/** A column that lists are filtered by as well, with two indexes: alone and after the status. */
export type BoundedColumn = 'updated_at' | 'valid_until';

/** Parts of a filter. A mark is matched exactly: the reference, or one metadata pair. */
export type Term =
  | 'statuses'
  | 'customer'
  | 'search'
  | 'q'
  | 'created'
  | BoundedColumn
  | 'amount'
  | 'approval'
  | `mark ${string}`;

/** A condition on each quote, as `q`. */
export type Condition = ListCondition<Term>;

/** All conditions of a filter except the account. `text` is in search form; `hasText` is a condition on `quote_search`. */
export function buildConditions(
  sql: Sql,
  accountId: string,
  filter: QuoteFilter,
  text: string,
  hasText?: SqlPart,
): Condition[] {
  const { statuses, customerId, currency } = filter;
  const { createdFrom, createdTo, updatedFrom, updatedTo, validFrom, validTo, totalFrom, totalTo } = filter;
  const amount = {
    equal: isEqual('q.currency', currency),
    lower: atLeast('q.total', totalFrom),
    upper: atMost('q.total', totalTo),
  };
  const contains = { sql: sql.search.contains('q.search'), values: [text] };
  return [
    ...conditionOn('statuses', { equal: statuses ? [isOneOf(sql, 'q.status', statuses)] : [] }),
    ...conditionOn('customer', { equal: isEqual('q.customer_id', customerId) }),
    ...conditionOn('created', {
      equal: [],
      lower: atLeast('q.created_at', createdFrom),
      upper: atMost('q.created_at', createdTo),
    }),
    ...conditionOn('updated_at', {
      equal: [],
      lower: atLeast('q.updated_at', updatedFrom),
      upper: atMost('q.updated_at', updatedTo),
    }),
    ...conditionOn('valid_until', {
      equal: [],
      lower: atLeast('q.valid_until', validFrom),
      upper: atMost('q.valid_until', validTo),
    }),
    ...(currency === undefined ? [] : conditionOn('amount', amount)),
    ...(filter.approval === undefined ? [] : [isRequested(accountId)]),
    ...listMarks(filter).map((mark) => hasMark(QUOTE_MARKS, accountId, mark)),
    ...conditionOn('search', { equal: text === '' ? [] : [contains] }),
    ...conditionOn('q', { equal: hasText ? [textOfQuote(hasText)] : [] }),
  ];
}

function textOfQuote({ sql, values }: SqlPart): SqlPart {
  return {
    sql: `(SELECT ${sql} FROM quote_search AS t WHERE t.account_id = q.account_id AND t.quote_id = q.id)`,
    values,
  };
}

export function isEqual(column: string, value: SqlValue | undefined): SqlPart[] {
  return value === undefined ? [] : [{ sql: `${column} = ?`, values: [value] }];
}

export function atLeast(column: string, value: number | undefined): SqlPart | undefined {
  return value === undefined ? undefined : { sql: `${column} >= ?`, values: [value] };
}

export function atMost(column: string, value: number | undefined): SqlPart | undefined {
  return value === undefined ? undefined : { sql: `${column} <= ?`, values: [value] };
}

/** A quote has at most one request: about the content that it has now. */
function isRequested(accountId: string): Condition {
  const isWaiting = { sql: `m.account_id = ? AND m.state = 'requested'`, values: [accountId] };
  return {
    term: 'approval',
    range: { equal: [isWaiting] },
    sql: `(SELECT 1 FROM approvals AS m
      WHERE m.account_id = q.account_id AND m.quote_id = q.id AND m.state = 'requested' LIMIT 1) IS NOT NULL`,
    values: [],
    ids: { ...isWaiting, table: 'approvals AS m', column: 'm.quote_id' },
  };
}

const QUOTE_MARKS = { table: 'quote_marks', idColumn: 'quote_id' };
