import { minIdAt } from '../../domain/ids.ts';
import type { QuoteFilter } from '../../domain/quote-list/quote-filter.ts';
import type { Sql, SqlPart, SqlValue } from '../database.ts';
import { metadataName, REFERENCE } from '../tables/quote/facts.ts';
import type { ListCondition, ListRange } from './list-ranges.ts';
import { type CountedFilter, storedCount } from './quote-counts.ts';

/** A column of `quote_facts` with two indexes: alone and after the status. */
export type SortedColumn = 'updated_at' | 'valid_until';

/** Parts of a filter. A mark is matched exactly: the reference, or one metadata pair. */
type Term = 'statuses' | 'customer' | 'search' | 'created' | SortedColumn | 'amount' | `mark ${string}`;

/** A condition on each quote, as `q`. */
export type Condition = ListCondition<Term>;

/** All conditions of a filter except the account. `text` is in search form. */
export function buildConditions(sql: Sql, filter: QuoteFilter, text: string): Condition[] {
  const { statuses, customerId, currency } = filter;
  const { createdFrom, createdTo, updatedFrom, validTo, totalFrom, totalTo } = filter;
  const isOfCurrency = currency === undefined ? undefined : { sql: 'q.currency = ?', values: [currency] };
  return [
    ...condition('statuses', statuses && isOneOf('q.status', statuses)),
    ...condition('customer', equals('q.customer_id', customerId)),
    ...condition('created', atLeast('q.created_at', createdFrom), atMost('q.created_at', createdTo)),
    ...condition('updated_at', atLeast('q.updated_at', updatedFrom)),
    ...condition('valid_until', atMost('q.valid_until', validTo)),
    ...condition(
      'amount',
      isOfCurrency,
      isOfCurrency && atLeast('q.total', totalFrom),
      isOfCurrency && atMost('q.total', totalTo),
    ),
    ...marksOf(filter).flatMap(({ name, value }) =>
      condition(`mark ${name}`, {
        // Looked up for each quote. With `EXISTS`, PostgreSQL would first read all such rows of the account.
        sql: `(SELECT 1 FROM quote_marks AS m
          WHERE m.account_id = q.account_id AND m.name = ? AND m.value = ? AND m.quote_id = q.id LIMIT 1) IS NOT NULL`,
        values: [name, value],
      }),
    ),
    ...condition(
      'search',
      text === '' ? undefined : { sql: sql.search.contains('q.search'), values: [text] },
    ),
  ];
}

function condition(term: Term, ...parts: (SqlPart | undefined)[]): Condition[] {
  const given = parts.filter((part) => part !== undefined);
  if (given.length === 0) return [];
  const values = given.flatMap((part) => part.values);
  return [{ term, sql: given.map((part) => part.sql).join(' AND '), values }];
}

function equals(column: string, value: SqlValue | undefined): SqlPart | undefined {
  return value === undefined ? undefined : { sql: `${column} = ?`, values: [value] };
}

function isOneOf(column: string, values: readonly string[]): SqlPart {
  if (values.length === 1) return { sql: `${column} = ?`, values: [...values] };
  return { sql: `${column} IN (${values.map(() => '?').join(', ')})`, values: [...values] };
}

function atLeast(column: string, value: number | undefined): SqlPart | undefined {
  return value === undefined ? undefined : { sql: `${column} >= ?`, values: [value] };
}

function atMost(column: string, value: number | undefined): SqlPart | undefined {
  return value === undefined ? undefined : { sql: `${column} <= ?`, values: [value] };
}

interface Mark {
  name: string;
  value: string;
}

function marksOf({ reference, metadata }: QuoteFilter): Mark[] {
  return [
    ...(reference === undefined ? [] : [{ name: REFERENCE, value: reference }]),
    ...(metadata ?? []).map(({ key, value }) => ({ name: metadataName(key), value })),
  ];
}

/** A range of quotes (`q`) or of marks (`m`). */
export type QuoteRange = ListRange<Term>;

/** One range per indexed term of the filter, and finally all quotes of the account. */
export function findRanges(
  accountId: string,
  filter: QuoteFilter,
  conditions: readonly Condition[],
): QuoteRange[] {
  const { statuses, customerId } = filter;
  const parts = new Map(conditions.map((each) => [each.term, each]));
  const facts = (index: string, key: readonly string[], terms: readonly Term[]): QuoteRange[] => {
    const own = terms.flatMap((term) => parts.get(term) ?? []);
    if (own.length < terms.length) return [];
    return [{ ...FACTS, index, key, terms, parts: [ofAccount(accountId), ...own] }];
  };
  const stored = (ranges: QuoteRange[], counted: CountedFilter) =>
    ranges.map((range) => ({ ...range, stored: storedCount(accountId, counted) }));
  const byStatus = statuses && statuses.length > 1 ? ['status', 'id'] : ['id'];
  const sorted = (column: SortedColumn) =>
    parts.has(column) ? [sortedRange(accountId, filter, conditions, column, [column])] : [];
  return [
    ...stored(facts('quote_facts_by_customer_status', byStatus, ['customer', 'statuses']), filter),
    ...stored(facts('quote_facts_by_customer', ['id'], ['customer']), { customerId }),
    ...stored(facts('quote_facts_by_status', byStatus, ['statuses']), { statuses }),
    ...sorted('updated_at'),
    ...sorted('valid_until'),
    ...facts('quote_facts_by_amount', ['total', 'id'], ['amount']),
    ...marksOf(filter).map((mark) => markRange(accountId, mark)),
    ...(parts.has('created') ? [createdRange(accountId, filter)] : []),
    ...stored([{ ...FACTS, key: ['id'], terms: [], parts: [ofAccount(accountId)] }], {}),
  ];
}

const FACTS = { table: 'quote_facts', alias: 'q' } as const;

const SORTED_INDEXES = {
  updated_at: { all: 'quote_facts_by_change', byStatus: 'quote_facts_by_updated_at' },
  valid_until: { all: 'quote_facts_by_validity', byStatus: 'quote_facts_by_valid_until' },
};

function ofAccount(accountId: string): SqlPart {
  return { sql: 'q.account_id = ?', values: [accountId] };
}

/** All quotes of the account, or of one status, sorted by a column. */
export function sortedRange(
  accountId: string,
  { statuses }: QuoteFilter,
  conditions: readonly Condition[],
  column: SortedColumn,
  terms: readonly Term[] = [],
): QuoteRange {
  const isOfStatus = statuses?.length === 1;
  const own = conditions.filter(({ term }) => terms.includes(term) || (isOfStatus && term === 'statuses'));
  const { all, byStatus } = SORTED_INDEXES[column];
  return {
    ...FACTS,
    ...{ index: isOfStatus ? byStatus : all, key: [column, 'id'], terms: own.map(({ term }) => term) },
    parts: [ofAccount(accountId), ...own],
  };
}

function markRange(accountId: string, { name, value }: Mark): QuoteRange {
  return {
    ...{ table: 'quote_marks', alias: 'm', key: ['quote_id'], terms: [`mark ${name}`] },
    parts: [{ sql: 'm.account_id = ? AND m.name = ? AND m.value = ?', values: [accountId, name, value] }],
  };
}

function createdRange(accountId: string, filter: QuoteFilter): QuoteRange {
  const parts = [ofAccount(accountId), ...toIdBounds(accountId, filter, 'q.id')];
  return { ...FACTS, key: ['id'], terms: [], parts };
}

/**
 * Bounds of the identifier, which begins with the time of creation. A quote under a test clock may have a later
 * creation time than its identifier, never an earlier one.
 */
export function toIdBounds(
  accountId: string,
  { createdFrom, createdTo }: QuoteFilter,
  column: string,
): SqlPart[] {
  const isLive = `(SELECT kind FROM accounts WHERE id = ?) = 'live'`;
  const parts: SqlPart[] = [];
  if (createdFrom !== undefined) {
    const values = [accountId, minIdAt('quo', clamped(createdFrom))];
    parts.push({ sql: `${column} >= CASE WHEN ${isLive} THEN ? ELSE '' END`, values });
  }
  if (createdTo !== undefined) {
    parts.push({ sql: `${column} < ?`, values: [minIdAt('quo', clamped(createdTo) + 1)] });
  }
  return parts;
}

const MAX_ID_TIME = 32 ** 9;

function clamped(time: number): number {
  return Math.min(Math.max(time, 0), MAX_ID_TIME);
}
