import { formatLimit, type SearchIndex, type Sql, type SqlPart, type SqlValue } from '../database.ts';
import { LIST_LIMITS } from './list-limits.ts';
import type { Condition, Source } from './list-query.ts';

/* Parts that conditions and ways of several lists are made of. */

export function isEqual(term: string, column: string, value: SqlValue | undefined): Condition[] {
  return value === undefined ? [] : [{ term, sql: `${column} = ?`, values: [value] }];
}

/** Bounds of a column, both included. */
export function isWithin(
  term: string,
  column: string,
  from: SqlValue | undefined,
  to: SqlValue | undefined,
): Condition[] {
  const parts: SqlPart[] = [
    ...(from === undefined ? [] : [{ sql: `${column} >= ?`, values: [from] }]),
    ...(to === undefined ? [] : [{ sql: `${column} <= ?`, values: [to] }]),
  ];
  if (parts.length === 0) return [];
  return [
    { term, sql: parts.map(({ sql }) => sql).join(' AND '), values: parts.flatMap(({ values }) => values) },
  ];
}

export function isOneOf(sql: Sql, term: string, column: string, values: readonly string[] = []): Condition[] {
  if (values.length === 0) return [];
  if (values.length === 1) return isEqual(term, column, values[0]);
  return [{ term, ...sql.isAmong(column, values) }];
}

/** A subselect with a number of rows, up to the limit of counts. */
export function countUpTo({ sql, values }: SqlPart): SqlPart {
  const limit = formatLimit(LIST_LIMITS.counted + 1).sql;
  return { sql: `(SELECT count(*) FROM (SELECT 1 ${sql} ${limit}) AS counted)`, values };
}

/** A condition by the text of each row; none without a term. */
export function contains(index: SearchIndex, term: string): Condition[] {
  return term === '' ? [] : [{ term: 'search', sql: index.contains('q.search'), values: [term] }];
}

/** All rows of the account, in order of the identifier. SQLite might choose another index unless it is told. */
export function allRows(
  sql: Sql,
  { name, counts }: { name: string; counts: string | SqlPart },
  accountId: string,
  primary: string,
): Source {
  const stored = `(SELECT coalesce(sum(n), 0) FROM ${counts} WHERE account_id = ?)`;
  return {
    from: { sql: `${name} AS q ${sql.indexedBy(primary)}`, values: [] },
    on: { sql: 'q.account_id = ?', values: [accountId] },
    terms: [],
    size: typeof counts === 'string' ? { sql: stored, values: [accountId] } : counts,
    isStored: true,
    isInOrder: true,
  };
}

/** A way by an index that begins with the account and then has the columns of one condition; none without it. */
export function rangeOf(
  sql: Sql,
  all: Source,
  conditions: readonly Condition[],
  { table, index, terms }: { table: string; index: string; terms: readonly string[] },
): Source[] {
  const own = terms.flatMap((term) => conditions.filter((each) => each.term === term));
  if (own.length < terms.length) return [];
  const from = `${table} AS q ${sql.indexedBy(index)}`;
  const rows = [all.on, ...own];
  const size = countUpTo({
    sql: `FROM ${from} WHERE ${rows.map((part) => part.sql).join(' AND ')}`,
    values: rows.flatMap(({ values }) => values),
  });
  return [{ from: { sql: from, values: [] }, on: all.on, terms, size }];
}

/** Rows that contain the text, by the index of trigrams; none without a term. */
export function foundRows(index: SearchIndex, accountId: string, term: string): Source[] {
  if (term === '') return [];
  const { from, on } = index.candidates(accountId, term, 'q');
  const size = index.countCandidates(accountId, term, LIST_LIMITS.counted + 1);
  const isFound = { sql: `${on.sql} AND ${index.contains('q.search')}`, values: [...on.values, term] };
  return [{ from: { sql: from, values: [] }, on: isFound, terms: ['search'], isOther: true, size }];
}
