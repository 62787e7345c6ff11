import type { Sql, SqlPart } from '../database.ts';
import { LIST_LIMITS } from './list-limits.ts';
import type { ListWalk, WalkCondition } from './list-step.ts';

/** Equalities that an index begins with, and bounds of its next column. */
export interface IndexRange {
  equal: readonly SqlPart[];
  lower?: SqlPart | undefined;
  upper?: SqlPart | undefined;
}

/** A condition on each row of a list, and the part of the filter that it stands for. */
export interface ListCondition<Term extends string = string> extends WalkCondition {
  term: Term;
  /** The same as a range of an index. */
  range: IndexRange;
}

/** Returns no condition if the range has neither equalities nor bounds. */
export function conditionOn<Term extends string>(term: Term, range: IndexRange): ListCondition<Term>[] {
  const parts = listParts(range);
  if (parts.length === 0) return [];
  return [{ term, range, ...joinParts(parts) }];
}

export function isOneOf(sql: Sql, column: string, values: readonly string[]): SqlPart {
  if (values.length === 1) return { sql: `${column} = ?`, values: [...values] };
  return sql.isAmong(column, values);
}

/** An index range that contains all matches of a filter. */
export interface ListRange<Term extends string = string> extends IndexRange {
  table: string;
  alias: string;
  /** `undefined` means the primary key. */
  index?: string;
  /** Sort columns of the range. The last one identifies the row. */
  key: readonly string[];
  /** Terms of the filter that every row of the range meets. */
  terms: readonly Term[];
  /** Stored number of its rows, if there is one. */
  stored?: SqlPart;
}

/**
 * Narrows the range of all rows of an account by some terms of the filter; empty if the filter lacks one. Only the last
 * term may have bounds.
 */
export function narrowRange<Range extends ListRange>(
  all: Range,
  conditions: readonly ListCondition<Range['terms'][number]>[],
  narrower: Pick<Range, 'index' | 'key' | 'terms'>,
): Range[] {
  const own = narrower.terms.flatMap((term) => conditions.filter((each) => each.term === term));
  if (own.length < narrower.terms.length) return [];
  const { lower, upper } = own.at(-1)?.range ?? {};
  const equal = [...all.equal, ...own.flatMap(({ range }) => range.equal)];
  return [{ ...all, ...narrower, equal, lower, upper }];
}

export interface SizedRange<Range extends ListRange = ListRange> {
  range: Range;
  /** Number of rows; if counted, capped at one more than the count limit. */
  size: number;
}

/** Sizes of the ranges, narrowest first. */
export async function measureRanges<Range extends ListRange>(
  sql: Sql,
  ranges: readonly Range[],
): Promise<SizedRange<Range>[]> {
  const counts = ranges.map((range) => range.stored ?? buildCount(range));
  const row = await sql.get<Record<string, number>>(
    `SELECT ${counts.map((count, index) => `${count.sql} AS n${index}`).join(', ')}`,
    ...counts.flatMap(({ values }) => values),
  );
  return ranges
    .map((range, index) => ({ range, size: Number(row?.[`n${index}`] ?? 0) }))
    .sort((a, b) => a.size - b.size);
}

function buildCount(range: ListRange): SqlPart {
  const { sql, values } = idsIn(range);
  return { sql: `(SELECT count(*) FROM (${sql}) AS ids)`, values };
}

/** Sorted by its index, which keeps PostgreSQL on it. */
export function idsIn(range: ListRange): SqlPart {
  const { table, alias, key } = range;
  const within = joinParts(listParts(range));
  return {
    sql: `SELECT ${alias}.${key.at(-1)} FROM ${table} AS ${alias} WHERE ${within.sql}
      ORDER BY ${key.map((column) => `${alias}.${column}`).join(', ')} LIMIT ${LIST_LIMITS.counted + 1}`,
    values: within.values,
  };
}

function listParts({ equal, lower, upper }: IndexRange): SqlPart[] {
  return [...equal, lower, upper].filter((part) => part !== undefined);
}

function joinParts(parts: readonly SqlPart[]): SqlPart {
  return { sql: parts.map((part) => part.sql).join(' AND '), values: parts.flatMap(({ values }) => values) };
}

/** Walks a range in its own order, and checks the rest of the conditions. */
export function walkAlong(
  { table, alias, index, key, equal, lower, upper, terms }: ListRange,
  conditions: readonly ListCondition[],
  isDescending: boolean,
): ListWalk {
  const [from, to] = isDescending ? [upper, lower] : [lower, upper];
  const rest = conditions.filter(({ term }) => !terms.includes(term));
  return { table, alias, index, key, isDescending, range: equal, from, to, conditions: rest };
}

/** Walks rows of the range that are named by their identifiers. */
export function walkAmong(
  sql: Sql,
  { table, alias, equal }: ListRange,
  ids: readonly string[],
  conditions: readonly ListCondition[],
): ListWalk {
  const isNamed = sql.isAmong(`${alias}.id`, ids);
  return { table, alias, key: ['id'], isDescending: false, range: [...equal, isNamed], conditions };
}

/** Cost of looking up a row, relative to reading the next one. */
export const LOOKUP_COST = 6;
/** Assumed share of the rows in a range of which only the first ones were counted. */
const USUAL_SHARE = 0.1;

/** The fastest range in order of creation. `isLookedUp` names ranges whose rows lack columns of the conditions. */
export function chooseRangeById<Range extends ListRange>(
  ranges: readonly Range[],
  sizes: readonly SizedRange<Range>[],
  conditions: readonly ListCondition[],
  isLookedUp: (range: Range) => boolean = () => false,
): Range {
  const all = ranges.at(-1) as Range;
  const count = sizes.find(({ range }) => range === all)?.size ?? 0;
  const cost = ({ range, size }: SizedRange<Range>): number => {
    if (range.terms.length === conditions.length) return 0;
    const isKnown = range.stored !== undefined || size <= LIST_LIMITS.counted;
    if (range.equal.length === 1 && !isLookedUp(range)) return isKnown ? size : count;
    return LOOKUP_COST * (isKnown ? size : Math.max(size, count * USUAL_SHARE));
  };
  const [least] = sizes.filter(({ range }) => range.key.length === 1).toSorted((a, b) => cost(a) - cost(b));
  return least?.range ?? all;
}
