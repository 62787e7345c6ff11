import type { Sql, SqlPart } from '../database.ts';
import { LIST_LIMITS } from './list-limits.ts';
import { type FoundPage, type ListTotal, type PageSlice, toFoundPage } from './list-total.ts';
import {
  countMatches,
  type ListOrder,
  type ListWalk,
  type StartedWalk,
  scanForPage,
  skipToPage,
  startWalk,
  walkToPage,
} from './list-walk.ts';

/** A condition on each row of a list, and the part of the filter that it stands for. */
export interface ListCondition<Term extends string = string> extends SqlPart {
  term: Term;
}

/** An index range that contains all matches of a filter. */
export interface ListRange<Term extends string = string> {
  table: string;
  alias: string;
  /** `undefined` means the primary key. */
  index?: string;
  /** Sort columns of the range. The last one identifies the row. */
  key: readonly string[];
  parts: readonly SqlPart[];
  /** Terms of the filter that every row of the range meets. */
  terms: readonly Term[];
  /** Stored number of its rows, if there is one. */
  stored?: SqlPart;
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
  const counts = ranges.map((range) => range.stored ?? countOf(range));
  const row = await sql.get<Record<string, number>>(
    `SELECT ${counts.map((count, index) => `${count.sql} AS n${index}`).join(', ')}`,
    ...counts.flatMap(({ values }) => values),
  );
  return ranges
    .map((range, index) => ({ range, size: Number(row?.[`n${index}`] ?? 0) }))
    .sort((a, b) => a.size - b.size);
}

function countOf(range: ListRange): SqlPart {
  const { sql, values } = idsIn(range);
  return { sql: `(SELECT count(*) FROM (${sql}) AS ids)`, values };
}

/** Sorted by its index, which keeps PostgreSQL on it. */
export function idsIn({ table, alias, key, parts }: ListRange): SqlPart {
  return {
    sql: `SELECT ${alias}.${key.at(-1)} FROM ${table} AS ${alias} WHERE ${parts.map((part) => part.sql).join(' AND ')}
      ORDER BY ${key.map((column) => `${alias}.${column}`).join(', ')} LIMIT ${LIST_LIMITS.counted + 1}`,
    values: parts.flatMap(({ values }) => values),
  };
}

/** Walks a range in its own order, and checks the rest of the conditions. */
export function walkAlong(
  { table, alias, index, key, parts, terms }: ListRange,
  conditions: readonly ListCondition[],
): Omit<ListWalk, 'isDescending'> {
  const rest = conditions.filter(({ term }) => !terms.includes(term));
  return { table, alias, index, key, range: parts, conditions: rest };
}

/** Cost of looking up a row, relative to reading the next one. */
const LOOKUP_COST = 3;

/** The fastest range in order of creation. `isLookedUp` names ranges whose rows lack columns of the conditions. */
export function chooseRangeById<Range extends ListRange>(
  ranges: readonly Range[],
  sizes: readonly SizedRange<Range>[],
  conditions: readonly ListCondition[],
  isLookedUp: (range: Range) => boolean = () => false,
): Range {
  const all = ranges.at(-1) as Range;
  const cost = ({ range, size }: SizedRange<Range>): number => {
    if (range.terms.length === conditions.length) return 0;
    if (range.stored === undefined && size > LIST_LIMITS.counted) return LOOKUP_COST * LIST_LIMITS.examined;
    return range.parts.length > 1 || isLookedUp(range) ? LOOKUP_COST * size : size;
  };
  const [least] = sizes.filter(({ range }) => range.key.length === 1).toSorted((a, b) => cost(a) - cost(b));
  return least?.range ?? all;
}

/** The ways to find a page. */
export interface PageSearch<Range extends ListRange = ListRange> {
  conditions: readonly ListCondition[];
  sizes: readonly SizedRange<Range>[];
  order: ListOrder;
  /** Walks the rows in the order of the page. */
  inOrder: ListWalk;
  /** Walks the rows in order of creation. */
  byCreation(isDescending: boolean): ListWalk;
  narrowWalk(range: SizedRange<Range>): ListWalk;
  /** Walks the few candidates that include all matches; `undefined` if there are too many. */
  findFew(): Promise<ListWalk | undefined>;
}

/**
 * Examines the narrowest index range completely if it is short. Otherwise examines rows in page order until the page is
 * full and enough matches are counted.
 */
export async function findPage<Range extends ListRange>(
  sql: Sql,
  search: PageSearch<Range>,
  page: PageSlice & { isCounted?: boolean },
): Promise<FoundPage> {
  const { sizes, order, inOrder } = search;
  const total = totalOf(search, page);
  const scan = (walk: ListWalk) => scanAll(sql, walk, order, page, total);
  if (inOrder.conditions.length === 0 && total) {
    return toFoundPage(await skipToPage(sql, inOrder, page), page, total);
  }
  const [narrowest] = sizes;
  if (narrowest && narrowest.size <= LIST_LIMITS.narrow) return scan(search.narrowWalk(narrowest));
  const walk = startWalk(sql, inOrder);
  const first = await walk.step(page);
  const isSparse = first.length <= page.limit && !walk.isOver;
  // The matches may be far from where the list begins.
  const few = isSparse && (await search.findFew());
  if (few) return scan(few);
  // Any order except creation looks up each row separately. Beyond this number, examining all rows is faster.
  const isByColumn = order.key.length > 1;
  const maxExamined = isByColumn && !isDeep(page) ? 2 * LIST_LIMITS.counted : Infinity;
  const found = await walkToPage(walk, page, first, maxExamined);
  if (!found.isFilled) return scan(search.byCreation(false));
  return toFoundPage(found, page, total ?? (await countFrom(sql, search, walk)));
}

/** Whether the page is so deep that keeping all rows before it takes long. */
function isDeep({ offset, limit }: PageSlice): boolean {
  return offset + limit > LIST_LIMITS.firstStep;
}

/** Examines all rows of a walk. */
async function scanAll(
  sql: Sql,
  walk: ListWalk,
  order: ListOrder,
  page: PageSlice,
  total: ListTotal | undefined,
): Promise<FoundPage> {
  const found = await scanForPage(sql, walk, order, page, total === undefined);
  return total ? toFoundPage(found, page, total) : found;
}

/** The total, if it is not requested or if every row of a range matches. */
function totalOf(
  { conditions, sizes }: PageSearch,
  { isCounted = true }: { isCounted?: boolean },
): ListTotal | undefined {
  if (!isCounted) return { total: 0, isExact: false };
  const whole = sizes.find(({ range }) => range.terms.length === conditions.length);
  if (!whole) return undefined;
  const isExact = whole.range.stored !== undefined || whole.size <= LIST_LIMITS.counted;
  return { total: isExact ? whole.size : LIST_LIMITS.counted, isExact };
}

/** Counts in order of creation: a sequential read is faster. */
function countFrom(sql: Sql, { order, byCreation }: PageSearch, walk: StartedWalk): Promise<ListTotal> {
  const isInOrder = walk.isOver || order.key.length === 1;
  return countMatches(isInOrder ? walk : startWalk(sql, byCreation(true)));
}
