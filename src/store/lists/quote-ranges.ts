import { minIdAt } from '../../domain/ids.ts';
import type { QuoteFilter } from '../../domain/quote/list/quote-filter.ts';
import type { SqlPart } from '../database.ts';
import { type IndexRange, type ListRange, narrowRange } from './list-ranges.ts';
import { type CountedFilter, storedCount } from './quote-counts.ts';
import type { BoundedColumn, Condition, SortedColumn, Term } from './quote-filters.ts';
import type { Bounds } from './skip-ages.ts';

/** An index range that contains all matches of a filter. Its table is `quote_facts` as `q`, or `quote_marks` or `approvals` as `m`. */
export type QuoteRange = ListRange<Term>;

/** One range per indexed term of the filter, and finally all quotes of the account. */
export function findRanges(
  accountId: string,
  filter: QuoteFilter,
  conditions: readonly Condition[],
): QuoteRange[] {
  const { statuses, customerId } = filter;
  const all = allQuotes(accountId);
  const facts = (index: string, key: readonly string[], terms: readonly Term[]) =>
    narrowRange(all, conditions, { index, key, terms });
  const stored = (ranges: QuoteRange[], counted: CountedFilter) =>
    ranges.map((range) => ({ ...range, stored: storedCount(accountId, counted) }));
  const byStatus = statuses && statuses.length > 1 ? ['status', 'id'] : ['id'];
  const isCreatedWithin = conditions.some(({ term }) => term === 'created');
  return [
    ...stored(facts('quote_facts_by_customer_status', byStatus, ['customer', 'statuses']), filter),
    ...stored(facts('quote_facts_by_customer', ['id'], ['customer']), { customerId }),
    ...stored(facts('quote_facts_by_status', byStatus, ['statuses']), { statuses }),
    ...(['updated_at', 'valid_until'] as const)
      .filter((column) => conditions.some(({ term }) => term === column))
      .map((column) => sortedRange(accountId, conditions, column, statuses?.length === 1)),
    ...facts('quote_facts_by_amount', ['total', 'id'], ['amount']),
    ...conditions.flatMap(({ term, ids, range }) =>
      ids ? [{ ...(term === 'approval' ? REQUESTS : MARKS), ...range, terms: [term] }] : [],
    ),
    ...(isCreatedWithin ? [{ ...all, ...toIdBounds(accountId, filter, 'q.id') }] : []),
    ...stored([all], {}),
  ];
}

const MARKS = { table: 'quote_marks', alias: 'm', key: ['quote_id'] };
const REQUESTS = { ...MARKS, table: 'approvals', index: 'approvals_waiting' };

export function allQuotes(accountId: string): QuoteRange {
  const equal = [{ sql: 'q.account_id = ?', values: [accountId] }];
  return { table: 'quote_facts', alias: 'q', key: ['id'], terms: [], equal };
}

const SORTED_INDEXES = {
  updated_at: 'quote_facts_by_change',
  valid_until: 'quote_facts_by_validity',
  last_event_at: 'quote_facts_by_event',
  total: 'quote_facts_by_amount',
  margin: 'quote_facts_by_margin',
};
const INDEXES_BY_STATUS: Record<BoundedColumn, string> = {
  updated_at: 'quote_facts_by_updated_at',
  valid_until: 'quote_facts_by_valid_until',
};

export function hasStatusIndex(column: SortedColumn): column is BoundedColumn {
  return column in INDEXES_BY_STATUS;
}

/** All quotes of the account, or of the one status of the filter, sorted by a column and within its bounds. */
export function sortedRange(
  accountId: string,
  conditions: readonly Condition[],
  column: SortedColumn,
  isOfStatus: boolean,
): QuoteRange {
  const bounds = conditions.filter(({ term }) => term === (column === 'total' ? 'amount' : column));
  const terms: Term[] = [...(isOfStatus ? (['statuses'] as const) : []), ...bounds.map(({ term }) => term)];
  if (column === 'total' && terms.length === 0) throw new Error('amounts are sorted within a currency');
  const index = isOfStatus && hasStatusIndex(column) ? INDEXES_BY_STATUS[column] : SORTED_INDEXES[column];
  const all = allQuotes(accountId);
  return narrowRange(all, conditions, { index, key: [column, 'id'], terms })[0] ?? all;
}

/**
 * Least identifier of a filter by time of creation, with which an identifier begins, and the first one after it. A quote
 * under a test clock may have a later creation time than its identifier, never an earlier one.
 */
export function idsWithin(accountId: string, { createdFrom, createdTo }: QuoteFilter): Bounds<SqlPart> {
  const isLive = `(SELECT kind FROM accounts WHERE id = ?) = 'live'`;
  return {
    lower:
      createdFrom === undefined
        ? undefined
        : {
            sql: `CASE WHEN ${isLive} THEN ? ELSE '' END`,
            values: [accountId, minIdAt('quo', clamped(createdFrom))],
          },
    upper:
      createdTo === undefined ? undefined : { sql: '?', values: [minIdAt('quo', clamped(createdTo) + 1)] },
  };
}

export function toIdBounds(
  accountId: string,
  filter: QuoteFilter,
  column: string,
): Pick<IndexRange, 'lower' | 'upper'> {
  const { lower, upper } = idsWithin(accountId, filter);
  return {
    lower: lower && { ...lower, sql: `${column} >= ${lower.sql}` },
    upper: upper && { ...upper, sql: `${column} < ${upper.sql}` },
  };
}

const MAX_ID_TIME = 32 ** 9;

function clamped(time: number): number {
  return Math.min(Math.max(time, 0), MAX_ID_TIME);
}
