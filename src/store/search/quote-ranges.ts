import type { QuoteFilter } from '../../domain/quote-list/quote-filter.ts';
import type { QuoteSort } from '../../domain/quote-list/quote-sorts.ts';
import type { Sql, SqlPart } from '../database.ts';
import { LIST_LIMITS } from './list-limits.ts';
import { chooseRangeById, idsIn, type SizedRange, walkAlong } from './list-ranges.ts';
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

export type SizedQuotes = SizedRange<QuoteRange>;

/** Walks a range in its own order. Marks do not have the columns that a page is sorted by. */
export function narrowWalk(sql: Sql, search: QuoteSearch, { range }: SizedQuotes): ListWalk {
  if (range.alias === 'm') return walkAmong(sql, search, idsIn(range));
  return { ...walkAlongQuotes(range, search.conditions), isDescending: false };
}

/** Walks the candidates that include all matches; `undefined` if there are too many. */
export async function findFewQuotes(
  sql: Sql,
  search: QuoteSearch,
  sizes: readonly SizedQuotes[],
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
export function walkFor(search: QuoteSearch, sizes: readonly SizedQuotes[], sort: QuoteSort): ListWalk {
  const { accountId, filter, conditions, ranges } = search;
  const column = sortColumn(sort);
  const range = column
    ? (ranges.find(({ key }) => key[0] === column) ?? sortedRange(accountId, filter, conditions, column))
    : chooseRangeById(ranges, sizes, conditions, ({ alias }) => alias === 'm');
  const bounds = column ? [] : toIdBounds(accountId, filter, `${range.alias}.${range.key.at(-1)}`);
  const walk = walkAlongQuotes(range, conditions);
  // The index of identifiers alone is on `quotes`.
  const table = conditions.length === 0 && !column ? 'quotes' : walk.table;
  return { ...walk, table, range: [...range.parts, ...bounds], isDescending: orderFor(sort).isDescending };
}

function walkAlongQuotes(
  range: QuoteRange,
  conditions: readonly Condition[],
): Omit<ListWalk, 'isDescending'> {
  const walk = walkAlong(range, conditions);
  const isLookedUp = range.alias === 'm' && walk.conditions.length > 0;
  return isLookedUp ? { ...walk, conditions: [lookedUp(walk.conditions)] } : walk;
}

/** Conditions on the quote that a mark belongs to. */
function lookedUp(conditions: readonly SqlPart[]): SqlPart {
  const passes = passesAll(conditions);
  return {
    sql: `(SELECT ${passes.sql} FROM quote_facts AS q WHERE q.account_id = m.account_id AND q.id = m.quote_id) = 1`,
    values: passes.values,
  };
}
