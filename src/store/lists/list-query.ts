import { formatLimit, type Sql, type SqlPart, type SqlValue } from '../database.ts';
import { LIST_LIMITS } from './list-limits.ts';
import { type FoundPage, type ListTotal, type PageSlice, toFoundPage } from './list-total.ts';

/** A condition on each row, as `q`, and the part of the filter that it stands for. */
export interface Condition extends SqlPart {
  term: string;
  /** Whether it looks up a row of another table. */
  isLookup?: boolean;
}

/** A way to rows of the account, as `q`. */
interface Path {
  from: SqlPart;
  /** Selects its rows, and joins the tables if there are several. */
  on: SqlPart;
  /** Terms of the filter that each of its rows meets. An index of the table itself checks them as conditions. */
  terms: readonly string[];
  /** Whether another table selects the rows, so that these terms are not checked again. */
  isOther?: boolean;
}

/** A way to all rows of the account, or to fewer that include all matches. */
export interface Source extends Path {
  /** Number of its rows, stored or counted up to the limit. */
  size: SqlPart;
  isStored?: boolean;
  /** Whether its rows come in order of the identifier. */
  isInOrder?: boolean;
}

export interface ListOrder {
  /** Sort expressions. The last one identifies the row. */
  key: readonly string[];
  isDescending: boolean;
  /** Another table that the key needs, and its condition. */
  join?: { from: string; on: string };
  /** Yields the rows in this order; `undefined` if all matches must be sorted. */
  walk?: Path;
  /** Whether sorting takes so much longer than walking that few rows decide for it. */
  isCostly?: boolean;
}

/** A list: what its builder writes, from which the page and the count are made. */
export interface ListQuery {
  /** The cheapest first. */
  conditions: readonly Condition[];
  sources: readonly Source[];
  all: Source;
  order: ListOrder;
}

/** Finds a page. The count comes first: it tells whether the matches are few. */
export async function findPage(
  sql: Sql,
  list: ListQuery,
  page: PageSlice,
  isCounted = true,
): Promise<FoundPage> {
  const sized = await measureSources(sql, list);
  const total = isCounted ? (findStored(list, sized) ?? (await countMatches(sql, list, sized))) : undefined;
  if (total?.isExact && (total.total === 0 || total.total <= page.offset)) {
    return { ids: [], hasMore: false, ...total };
  }
  const isDense = !total?.isExact || total.total > LIST_LIMITS.counted;
  const wanted = { after: page.after === undefined ? undefined : [page.after], offset: page.offset };
  const rows = await selectKeys(selectReads(sql, sized), list, choosePath(list, sized, isDense), {
    ...wanted,
    limit: page.limit + 1,
  });
  const ids = rows.map((row) => String(row.at(-1)));
  return toFoundPage(ids, page, total ?? { total: 0, isExact: false });
}

/** The keys of up to so many matches after a key, to continue after the last of them. */
export async function listKeysAfter(
  sql: Sql,
  list: ListQuery,
  after: readonly SqlValue[] | undefined,
  limit: number,
): Promise<SqlValue[][]> {
  const sized = await measureSources(sql, list);
  const path = choosePath(list, sized, true);
  return selectKeys(selectReads(sql, sized), list, path, { after, limit, offset: 0 });
}

type Sized = Source & { n: number };

function selectReads(sql: Sql, sized: readonly Sized[]): Sql {
  const isLarge = (sized.at(-1)?.n ?? 0) > LIST_LIMITS.planned;
  return isLarge ? { ...sql, ...sql.planned } : sql;
}

/** All sources with their sizes; the last one is that of all rows. */
async function measureSources(sql: Sql, { sources, all }: ListQuery): Promise<Sized[]> {
  const every = [...sources, all];
  const row = await sql.get<Record<string, number>>(
    `SELECT ${every.map(({ size }, index) => `${size.sql} AS n${index}`).join(', ')}`,
    ...every.flatMap(({ size }) => size.values),
  );
  const sizes = every.map((_, index) => Number(row?.[`n${index}`] ?? 0));
  // What is counted up to the limit may be as much as all.
  const isKnown = (n: number, isStored?: boolean) => isStored || n <= LIST_LIMITS.counted;
  return every.map((source, index) => {
    const n = sizes[index] ?? 0;
    return { ...source, n: isKnown(n, source.isStored) ? n : (sizes.at(-1) ?? n) };
  });
}

/** The exact total, if it is stored. */
function findStored({ conditions }: ListQuery, sized: readonly Sized[]): ListTotal | undefined {
  const whole = sized.find((source) => source.isStored && meetsAll(source, conditions));
  return whole && { total: whole.n, isExact: true };
}

async function countMatches(sql: Sql, list: ListQuery, sized: readonly Sized[]): Promise<ListTotal> {
  const { sql: rows, values } = joinRows(sql, list, chooseCounted(list, sized));
  const { n, isComplete } = await selectReads(sql, sized).count({
    sql: `${rows} ${formatLimit(LIST_LIMITS.counted + 1).sql}`,
    values,
  });
  return { total: Math.min(n, LIST_LIMITS.counted), isExact: isComplete && n <= LIST_LIMITS.counted };
}

/** Counts the matches by a column; `undefined` if there are more than are counted. */
export async function countGroups(
  sql: Sql,
  list: ListQuery,
  column: string,
): Promise<Map<string, number> | undefined> {
  const sized = await measureSources(sql, list);
  const rows = joinRows(sql, list, chooseCounted(list, sized));
  const limit = LIST_LIMITS.counted + 1;
  const groups = await selectReads(sql, sized).all<{ name: string; n: number }>(
    `SELECT name, count(*) AS n FROM (SELECT ${column} AS name ${rows.sql} ${formatLimit(limit).sql}) AS found
     GROUP BY name`,
    ...rows.values,
  );
  const total = groups.reduce((sum, { n }) => sum + Number(n), 0);
  return total < limit ? new Map(groups.map(({ name, n }) => [name, Number(n)])) : undefined;
}

/** Rows that all match are counted by their own index, unless the rows of the list tell it without a lookup. */
function chooseCounted(list: ListQuery, sized: readonly Sized[]): Path {
  const whole = list.conditions.some(({ isLookup }) => isLookup)
    ? sized.find((source) => meetsAll(source, list.conditions))
    : undefined;
  return whole ?? chooseSource(list, sized);
}

function meetsAll({ terms }: Pick<Source, 'terms'>, conditions: readonly Condition[]): boolean {
  return conditions.every(({ term }) => terms.includes(term));
}

/** The smallest source, unless reading all rows in sequence takes less than looking up those of the source. */
function chooseSource({ all }: ListQuery, sized: readonly Sized[]): Source {
  const [least] = sized.toSorted((one, other) => one.n - other.n);
  const total = sized.at(-1)?.n ?? 0;
  return least && least.n * LIST_LIMITS.lookup <= total ? least : all;
}

function choosePath(list: ListQuery, sized: readonly Sized[], isDense: boolean): Path {
  const { order, conditions } = list;
  const total = sized.at(-1)?.n ?? 0;
  const whole = order.key.length === 1 && sized.find((each) => each.isInOrder && meetsAll(each, conditions));
  if (whole) return whole;
  const { walk } = order;
  const isLong = order.isCostly || total > LIST_LIMITS.sorted || conditions.some(({ isLookup }) => isLookup);
  const isWalked = walk && (meetsAll(walk, conditions) || (isDense && isLong));
  return isWalked ? walk : chooseSource(list, sized);
}

interface KeyRange {
  after?: readonly SqlValue[] | undefined;
  limit: number;
  offset: number;
}

async function selectKeys(sql: Sql, list: ListQuery, path: Path, range: KeyRange): Promise<SqlValue[][]> {
  const { key, isDescending, join, walk } = list.order;
  const rows = joinRows(sql, list, path, path === walk ? undefined : join);
  const limit = formatLimit(range.limit, range.offset);
  const { after = [] } = range;
  const beyond = isDescending ? '<' : '>';
  const isAfter =
    after.length > 0 ? `AND (${key.join(', ')}) ${beyond} (${after.map(() => '?').join(', ')})` : '';
  const direction = isDescending ? ' DESC' : '';
  const found = await sql.all<Record<string, SqlValue>>(
    `SELECT ${key.map((column, index) => `${column} AS k${index}`).join(', ')} ${rows.sql} ${isAfter}
     ORDER BY ${key.map((column) => column + direction).join(', ')} ${limit.sql}`,
    ...[...rows.values, ...after, ...limit.values],
  );
  return found.map((row) => key.map((_, index) => row[`k${index}`] ?? null));
}

function joinRows(sql: Sql, { conditions }: ListQuery, path: Path, join?: ListOrder['join']): SqlPart {
  // The rows that another table selects are looked up: by an index of a condition, all it has would be read for each.
  const checked = path.isOther
    ? conditions
        .filter(({ term }) => !path.terms.includes(term))
        .map((condition) => ({ ...condition, sql: sql.unindexed(condition.sql) }))
    : conditions;
  const where = concat([path.on, ...checked], ' AND ');
  return {
    sql: `FROM ${path.from.sql} ${join ? `CROSS JOIN ${join.from}` : ''}
      WHERE ${sql.inTime} AND ${where.sql} ${join ? `AND ${join.on}` : ''}`,
    values: [...path.from.values, ...where.values],
  };
}

/** Joins parts of SQL with their values. */
export function concat(parts: readonly SqlPart[], separator: string): SqlPart {
  return { sql: parts.map(({ sql }) => sql).join(separator), values: parts.flatMap(({ values }) => values) };
}
