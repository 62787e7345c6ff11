import type { SearchIndex, Sql, SqlValue } from '../../database.ts';
import { LIST_LIMITS } from '../list-limits.ts';
import { getKnownTotal } from '../list-page.ts';
import {
  chooseRangeById,
  type ListCondition,
  type ListRange,
  measureRanges,
  walkAlong,
  walkAmong,
} from '../list-ranges.ts';
import { type ListWalk, passesAll } from '../list-step.ts';
import { type FoundPage, type PageSlice, toFoundPage } from '../list-total.ts';
import { countMatches, scanForPage, skipToPage, startWalk, walkToPage } from '../list-walk.ts';

/** A table that is listed in full or searched by text. */
export interface ListedTable {
  name: string;
  /** Table with the number of rows per account. */
  counts: string;
  index: (sql: Sql) => SearchIndex;
}

/** The search term and the columns that the list is sorted by. */
export interface TextSearch {
  table: ListedTable;
  accountId: string;
  term: string;
  key: readonly string[];
  order: 'ASC' | 'DESC';
  filters?: readonly RowFilter[];
}

/** A filter that an index answers: a condition on each row, as `q`, and the range that contains all matches. */
export interface RowFilter {
  condition: ListCondition;
  range: ListRange;
}

/** All rows of an account, as `q`. */
export function allRows({ table, accountId }: Pick<TextSearch, 'table' | 'accountId'>): ListRange {
  return {
    ...{ table: table.name, alias: 'q', key: ['id'], terms: [] },
    equal: [{ sql: 'q.account_id = ?', values: [accountId] }],
    stored: {
      sql: `coalesce((SELECT n FROM ${table.counts} WHERE account_id = ?), 0)`,
      values: [accountId],
    },
  };
}

/** Filters by the value of a column, which the index of the range has after the account. */
export function filterBy(column: string, value: SqlValue, range: ListRange): RowFilter {
  const isEqual = { sql: `${column} = ?`, values: [value] };
  const condition = { term: range.terms.join(), range: { equal: [isEqual] }, ...isEqual };
  return { condition, range: { ...range, equal: [...range.equal, isEqual] } };
}

/** Finds a page of the rows that pass all filters and contain the term. The list is sorted by identifier. */
export async function findFilteredPage(sql: Sql, search: TextSearch, page: PageSlice): Promise<FoundPage> {
  const { filters = [] } = search;
  const conditions = [...filters.map(({ condition }) => condition), ...containsTerm(sql, search)];
  const ranges = [...filters.map(({ range }) => range), allRows(search)];
  const sizes = await measureRanges(sql, ranges);
  const range = chooseRangeById(ranges, sizes, conditions, ({ alias }) => alias === 'm');
  const inOrder = walkRange(search, range, conditions);
  const total = getKnownTotal({ conditions, sizes });
  const startAfter = page.after;
  if (inOrder.conditions.length === 0 && total) {
    return toFoundPage(await skipToPage(sql, { ...inOrder, startAfter }, page), page, total);
  }
  const walk = startWalk(sql, { ...inOrder, startAfter }, total === undefined && startAfter === undefined);
  const first = await walk.step(page);
  const isSparse = first.length <= page.limit && !walk.isOver;
  const few = isSparse ? await walkFew(sql, search, conditions) : undefined;
  if (few) {
    const order = { key: ['id'], isDescending: inOrder.isDescending, startAfter };
    return scanForPage(sql, few, order, page);
  }
  const found = await walkToPage(walk, page, first);
  const counted = startAfter === undefined ? walk : startWalk(sql, inOrder);
  return toFoundPage(found, page, total ?? (await countMatches(counted)));
}

export function containsTerm(sql: Sql, { table, term }: TextSearch): ListCondition[] {
  if (!term) return [];
  return [
    {
      ...{ term: 'search', range: { equal: [] } },
      ...{ sql: table.index(sql).contains('q.search'), values: [term] },
    },
  ];
}

/** Walks a range in order. Marks have only the identifier, so the rest of the conditions is looked up. */
function walkRange(
  { table, order }: TextSearch,
  range: ListRange,
  conditions: readonly ListCondition[],
): ListWalk {
  const walk = walkAlong(range, conditions, order === 'DESC');
  if (range.alias === 'q' || walk.conditions.length === 0) return walk;
  const passes = passesAll(walk.conditions);
  const row = `q.account_id = m.account_id AND q.id = m.${range.key.at(-1)}`;
  const lookedUp = {
    sql: `(SELECT ${passes.sql} FROM ${table.name} AS q WHERE ${row}) = 1`,
    values: passes.values,
  };
  return { ...walk, conditions: [lookedUp] };
}

/** Walks the rows that may contain the term; `undefined` without one, and if there are too many. */
async function walkFew(
  sql: Sql,
  search: TextSearch,
  conditions: readonly ListCondition[],
): Promise<ListWalk | undefined> {
  if (!search.term) return undefined;
  const { narrow } = LIST_LIMITS;
  const { from, values } = search.table.index(sql).firstCandidates(search.accountId, search.term, narrow + 1);
  const rows = await sql.all<{ id: string }>(`SELECT q.id FROM ${from}`, ...values);
  if (rows.length > narrow) return undefined;
  return walkAmong(
    sql,
    allRows(search),
    rows.map(({ id }) => id),
    conditions.map(({ ids: _, ...condition }) => condition),
  );
}
