import type { QuoteFilter } from '../../domain/quote-list/quote-filter.ts';
import type { QuoteSort } from '../../domain/quote-list/quote-sorts.ts';
import type { Sql, SqlPart } from '../database.ts';
import { LIST_LIMITS } from './list-limits.ts';
import { type ListWalk, passesAll } from './list-walk.ts';
import {
  buildConditions,
  type Condition,
  findRanges,
  type QuoteRange,
  sortedRange,
  toIdBounds,
} from './quote-filters.ts';
import { orderFor, sortColumn } from './quote-page.ts';
import { toSearchForm } from './text/search-form.ts';

export interface QuoteSearch {
  accountId: string;
  filter: QuoteFilter;
  /** The search text in search form. */
  text: string;
  conditions: readonly Condition[];
  ranges: readonly QuoteRange[];
}

export function searchOf(sql: Sql, accountId: string, filter: QuoteFilter): QuoteSearch {
  const text = filter.search ? toSearchForm(filter.search) : '';
  const conditions = buildConditions(sql, filter, text);
  return { accountId, filter, text, conditions, ranges: findRanges(accountId, filter, conditions) };
}

export interface SizedRange {
  range: QuoteRange;
  /** Number of rows; if counted, capped at one more than the count limit. */
  size: number;
}

/** Sizes of the ranges, narrowest first. */
export async function measureRanges(sql: Sql, { ranges }: QuoteSearch): Promise<SizedRange[]> {
  const counts = ranges.map((range) => range.stored ?? countOf(range));
  const row = await sql.get<Record<string, number>>(
    `SELECT ${counts.map((count, index) => `${count.sql} AS n${index}`).join(', ')}`,
    ...counts.flatMap(({ values }) => values),
  );
  return ranges
    .map((range, index) => ({ range, size: Number(row?.[`n${index}`] ?? 0) }))
    .sort((a, b) => a.size - b.size);
}

function countOf(range: QuoteRange): SqlPart {
  const { sql, values } = idsIn(range);
  return { sql: `(SELECT count(*) FROM (${sql}) AS ids)`, values };
}

/** Sorted by its index, which keeps PostgreSQL on it. */
function idsIn({ table, alias, key, parts }: QuoteRange): SqlPart {
  return {
    sql: `SELECT ${alias}.${key.at(-1)} FROM ${table} AS ${alias} WHERE ${parts.map((part) => part.sql).join(' AND ')}
      ORDER BY ${key.map((column) => `${alias}.${column}`).join(', ')} LIMIT ${LIST_LIMITS.counted + 1}`,
    values: parts.flatMap(({ values }) => values),
  };
}

/** Walks a range in its own order. Marks do not have the columns that a page is sorted by. */
export function narrowWalk(sql: Sql, search: QuoteSearch, { range }: SizedRange): ListWalk {
  if (range.alias === 'm') return walkAmong(sql, search, idsIn(range));
  return { ...walkAlong(range, search.conditions), isDescending: false };
}

/** Walks the candidates that include all matches; `undefined` if there are too many. */
export async function findFewQuotes(
  sql: Sql,
  search: QuoteSearch,
  sizes: readonly SizedRange[],
): Promise<ListWalk | undefined> {
  // A range of several statuses would start over at each step.
  const narrowest = sizes.find(({ range: { key } }) => key[0] !== 'status');
  if (narrowest && narrowest.size <= LIST_LIMITS.counted) return narrowWalk(sql, search, narrowest);
  return search.text === '' ? undefined : candidateWalk(sql, search, LIST_LIMITS.narrow);
}

/** Walks the candidates of the substring index; `undefined` if there are too many. */
async function candidateWalk(sql: Sql, search: QuoteSearch, most: number): Promise<ListWalk | undefined> {
  const { accountId, text } = search;
  const count = sql.search.candidates(accountId, text, most + 1);
  const row = await sql.get<{ n: number }>(`SELECT ${count.sql} AS n`, ...count.values);
  if (Number(row?.n ?? 0) > most) return undefined;
  const { from, values } = sql.search.firstCandidates(accountId, text, most + 1);
  return walkAmong(sql, search, { sql: `SELECT q.id FROM ${from}`, values });
}

function walkAmong(sql: Sql, { accountId, conditions }: QuoteSearch, ids: SqlPart): ListWalk {
  const range = [
    { sql: `q.account_id = ? AND q.id ${sql.oneOf(ids.sql)}`, values: [accountId, ...ids.values] },
  ];
  return { table: 'quote_facts', alias: 'q', key: ['id'], isDescending: false, range, conditions };
}

/** Walks in the order of the page. */
export function walkFor(search: QuoteSearch, sizes: readonly SizedRange[], sort: QuoteSort): ListWalk {
  const { accountId, filter, conditions, ranges } = search;
  const column = sortColumn(sort);
  const range = column
    ? (ranges.find(({ key }) => key[0] === column) ?? sortedRange(accountId, filter, conditions, column))
    : narrowestById(search, sizes);
  const bounds = column ? [] : toIdBounds(accountId, filter, `${range.alias}.${range.key.at(-1)}`);
  const walk = walkAlong(range, conditions);
  // The index of identifiers alone is on `quotes`.
  const table = conditions.length === 0 && !column ? 'quotes' : walk.table;
  return { ...walk, table, range: [...range.parts, ...bounds], isDescending: orderFor(sort).isDescending };
}

/** Cost of looking up a quote, relative to reading the next one. */
const LOOKUP_COST = 3;

/** The fastest range in order of creation. */
function narrowestById({ ranges, conditions }: QuoteSearch, sizes: readonly SizedRange[]): QuoteRange {
  const all = ranges.at(-1) as QuoteRange;
  const cost = ({ range, size }: SizedRange): number => {
    if (range.terms.length === conditions.length) return 0;
    if (range.stored === undefined && size > LIST_LIMITS.counted) return LOOKUP_COST * LIST_LIMITS.examined;
    return range.parts.length > 1 || range.alias === 'm' ? LOOKUP_COST * size : size;
  };
  const [least] = sizes.filter(({ range }) => range.key.length === 1).toSorted((a, b) => cost(a) - cost(b));
  return least?.range ?? all;
}

function walkAlong(
  { table, alias, index, key, parts, terms }: QuoteRange,
  conditions: readonly Condition[],
): Omit<ListWalk, 'isDescending'> {
  const rest = conditions.filter(({ term }) => !terms.includes(term));
  return {
    ...{ table, alias, index, key, range: parts },
    conditions: alias === 'm' && rest.length > 0 ? [lookedUp(rest)] : rest,
  };
}

/** Conditions on the quote that a mark belongs to. */
function lookedUp(conditions: readonly Condition[]): SqlPart {
  const passes = passesAll(conditions);
  return {
    sql: `(SELECT ${passes.sql} FROM quote_facts AS q WHERE q.account_id = m.account_id AND q.id = m.quote_id) = 1`,
    values: passes.values,
  };
}
