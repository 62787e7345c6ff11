import type { SearchIndex, Sql, SqlPart, SqlValue } from '../../database.ts';
import { LIST_LIMITS } from '../list-limits.ts';
import { findPage } from '../list-page.ts';
import {
  chooseRangeById,
  idsIn,
  type ListCondition,
  type ListRange,
  measureRanges,
  type SizedRange,
  walkAlong,
  walkAmong,
} from '../list-ranges.ts';
import type { ListWalk } from '../list-step.ts';
import type { FoundPage, PageSlice } from '../list-total.ts';

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
  /** Only with the identifier as the key. */
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
  const { table, term, filters = [] } = search;
  const all = allRows(search);
  const contains = { sql: table.index(sql).contains('q.search'), values: [term] };
  const conditions: ListCondition[] = [
    ...filters.map(({ condition }) => condition),
    ...(term ? [{ term: 'search', range: { equal: [] }, ...contains }] : []),
  ];
  const ranges = [...filters.map(({ range }) => range), all];
  const sizes = await measureRanges(sql, ranges);
  const isDescending = search.order === 'DESC';
  const walked = sizes.filter(({ range }) => range.alias === 'q');
  const range = chooseRangeById(
    walked.map((each) => each.range),
    walked,
    conditions,
  );
  const inOrder = walkAlong(range, conditions, isDescending);
  return findPage(
    sql,
    {
      ...{ conditions, sizes, order: { key: ['id'], isDescending }, inOrder, isLookedUp: false },
      byCreation: () => inOrder,
      withOrder: () => inOrder,
      narrowWalk: (sized) => walkNarrow(sql, all, sized, conditions),
      findFew: () => findFew(sql, search, sizes, conditions),
    },
    page,
  );
}

/** Walks a short range. Marks have no columns but the identifier, so their rows are looked up. */
function walkNarrow(
  sql: Sql,
  all: ListRange,
  { range }: SizedRange,
  conditions: readonly ListCondition[],
): ListWalk {
  const lookedUp = conditions.map(({ ids: _, ...condition }) => condition);
  if (range.alias === 'q') return walkAlong(range, lookedUp, false);
  const { sql: select, values } = idsIn(range);
  const isMarked: SqlPart = { sql: `q.id ${sql.oneOf(select)}`, values };
  return walkAlong({ ...all, equal: [...all.equal, isMarked], terms: range.terms }, lookedUp, false);
}

/** Walks the candidates that include all matches; `undefined` if there are too many. */
async function findFew(
  sql: Sql,
  search: TextSearch,
  sizes: readonly SizedRange[],
  conditions: readonly ListCondition[],
): Promise<ListWalk | undefined> {
  const all = allRows(search);
  const [narrowest] = sizes;
  if (narrowest && narrowest.size <= LIST_LIMITS.counted) {
    return walkNarrow(sql, all, narrowest, conditions);
  }
  if (!search.term) return undefined;
  const { from, values } = search.table
    .index(sql)
    .firstCandidates(search.accountId, search.term, LIST_LIMITS.narrow + 1);
  const rows = await sql.all<{ id: string }>(`SELECT q.id FROM ${from}`, ...values);
  if (rows.length > LIST_LIMITS.narrow) return undefined;
  return walkAmong(
    sql,
    all,
    rows.map(({ id }) => id),
    conditions.map(({ ids: _, ...condition }) => condition),
  );
}
