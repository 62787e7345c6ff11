import { setImmediate } from 'node:timers/promises';
import { formatLimit, type Sql, type SqlPart, type SqlValue } from '../database.ts';
import { LIST_LIMITS } from './list-limits.ts';
import { type FoundPage, type ListTotal, type PageSlice, toFoundPage } from './list-total.ts';

/** A sort order. The last column identifies the row. */
export interface ListOrder {
  key: readonly string[];
  isDescending: boolean;
}

/** An index range in its own order, and the conditions that each row is checked against. */
export interface ListWalk extends ListOrder {
  table: string;
  /** Alias of the table in `range` and `conditions`. */
  alias: string;
  /** Index of the range; `undefined` means the primary key. */
  index?: string | undefined;
  range: readonly SqlPart[];
  conditions: readonly SqlPart[];
}

/** A page of identifiers in list order. */
export interface PageIds {
  ids: string[];
  hasMore: boolean;
}

export interface StartedWalk {
  readonly matches: number;
  readonly examined: number;
  readonly isOver: boolean;
  /** Examines the next rows. Returns the matches from the start of the page on. */
  step(page?: PageSlice): Promise<string[]>;
}

/** Examines rows in steps. SQLite answers synchronously, so each step yields the event loop to other requests. */
export function startWalk(sql: Sql, walk: ListWalk): StartedWalk {
  const next = stepper(sql, walk);
  let [matches, examined, isOver] = [0, 0, false];
  return {
    get matches() {
      return matches;
    },
    get examined() {
      return examined;
    },
    get isOver() {
      return isOver;
    },
    step: (page) =>
      next(async (step) => {
        const n = await countStep(sql, step);
        const offset = page ? Math.max(0, page.offset - matches) : n;
        const limit = page ? page.offset + page.limit + 1 - Math.max(matches, page.offset) : 0;
        matches += n;
        examined += step.size;
        isOver = step.isLast;
        if (offset >= n) return [];
        return (await readStep(sql, step, walk, { limit, offset })).map((row) => idOf(walk, row));
      }),
  };
}

/** Finds the page and one more row. Stops when the maximum number of rows has been examined. */
export async function walkToPage(
  walk: StartedWalk,
  page: PageSlice,
  found: readonly string[],
  maxExamined = Infinity,
): Promise<PageIds & { isFilled: boolean }> {
  const ids = [...found];
  const isFilled = () => ids.length > page.limit || walk.isOver;
  while (!isFilled() && walk.examined < maxExamined) ids.push(...(await walk.step(page)));
  return { ...cut(ids, page), isFilled: isFilled() };
}

/** Counts until the rows end or a limit is reached. */
export async function countMatches(walk: StartedWalk): Promise<ListTotal> {
  const { counted, examined } = LIST_LIMITS;
  while (!walk.isOver && walk.matches <= counted && walk.examined < examined) await walk.step();
  return walk.isOver
    ? { total: walk.matches, isExact: true }
    : { total: Math.min(walk.matches, counted), isExact: false };
}

/** Finds the page of a walk without conditions by skipping the rows before it. */
export async function skipToPage(sql: Sql, walk: ListWalk, { limit, offset }: PageSlice): Promise<PageIds> {
  let after: SqlValue[] | undefined;
  let skip = offset;
  for (; skip > LIST_LIMITS.skip; skip -= LIST_LIMITS.skip) {
    const step = stepOf(sql, walk, after, LIST_LIMITS.skip);
    after = await endOfStep(sql, walk, step);
    if (!after) return { ids: [], hasMore: false };
    await setImmediate();
  }
  const { rows } = stepOf(sql, walk, after, 0);
  const part = formatLimit(limit + 1, skip);
  const found = await sql.all<Row>(
    `SELECT ${walk.alias}.${walk.key.at(-1)} FROM ${rows.sql} ${part.sql}`,
    ...[...rows.values, ...part.values],
  );
  return cut(
    found.map((row) => idOf(walk, row)),
    { limit },
  );
}

/** Finds the page in an order that differs from the walk's: examines all rows and keeps the first ones. */
export async function scanForPage(
  sql: Sql,
  walk: ListWalk,
  order: ListOrder,
  page: PageSlice,
  isCounted = true,
): Promise<FoundPage> {
  const most = page.offset + page.limit + 1;
  const next = stepper(sql, walk, order.key);
  let first: Row[] = [];
  let [total, isOver, isCountedToEnd] = [0, false, false];
  while (!isOver) {
    await next(async (step) => {
      const last = first.length < most ? undefined : first.at(-1);
      const rows = await readStep(sql, step, order, { limit: most, offset: 0 }, last);
      if (isCounted && total <= LIST_LIMITS.counted) {
        total += last || rows.length === most ? await countStep(sql, step) : rows.length;
        isCountedToEnd = step.isLast;
      }
      first = first.length === 0 ? rows : [...first, ...rows].sort(comparing(order)).slice(0, most);
      isOver = step.isLast;
    });
  }
  const ids = first.slice(page.offset).map((row) => idOf(order, row));
  const counted = isCountedToEnd
    ? { total, isExact: true }
    : { total: Math.min(total, LIST_LIMITS.counted), isExact: false };
  return toFoundPage(cut(ids, page), page, counted);
}

function cut(ids: readonly string[], { limit }: Pick<PageSlice, 'limit'>): PageIds {
  return { ids: ids.slice(0, limit), hasMore: ids.length > limit };
}

type Row = Record<string, string | number>;

function comparing({ key, isDescending }: ListOrder): (a: Row, b: Row) => number {
  return (a, b) => {
    const column = key.find((each) => a[each] !== b[each]);
    if (column === undefined) return 0;
    return (a[column] ?? 0) < (b[column] ?? 0) === isDescending ? 1 : -1;
  };
}

/** The rows that one statement examines. ORDER BY and LIMIT keep PostgreSQL on the index. */
interface Step {
  size: number;
  isLast: boolean;
  /** FROM and everything after it, except LIMIT. */
  rows: SqlPart;
  /** The same rows as a subquery, with `passes` set for matches. */
  examined: SqlPart;
}

/** Processor time of this thread, in microseconds: other programs on the machine do not shorten the steps. */
const SLOW_US = 10_000;
const MIN_STEP = 8;

/** Each call continues with the next rows. A step that kept this thread busy for long makes the next one smaller. */
function stepper(sql: Sql, walk: ListWalk, columns: readonly string[] = []) {
  let after: SqlValue[] | undefined;
  let size = LIST_LIMITS.firstStep;
  return async <T>(examine: (step: Step) => Promise<T>): Promise<T> => {
    if (after) await setImmediate();
    const begun = process.threadCpuUsage();
    const step = stepOf(sql, walk, after, size, columns);
    after = await endOfStep(sql, walk, step);
    const result = await examine({ ...step, isLast: after === undefined });
    const { user, system } = process.threadCpuUsage(begun);
    const isSlow = user + system > SLOW_US;
    size = isSlow ? Math.max(LIST_LIMITS.step / MIN_STEP, size / 2) : Math.min(LIST_LIMITS.step, size * 2);
    size = Math.ceil(size);
    return result;
  };
}

function stepOf(
  sql: Sql,
  walk: ListWalk,
  after: SqlValue[] | undefined,
  size: number,
  columns: readonly string[] = [],
): Omit<Step, 'isLast'> {
  const { table, alias, index, key, range, isDescending } = walk;
  const marks = key.map(() => '?').join(', ');
  const beyond = after ? `AND (${columnsOf(alias, key)}) ${isDescending ? '<' : '>'} (${marks})` : '';
  const rows = {
    sql: `${table} AS ${alias} ${index ? sql.indexedBy(index) : ''} WHERE ${range.map((part) => part.sql).join(' AND ')} ${beyond}
      ORDER BY ${orderOf(walk, alias)}`,
    values: [...range.flatMap(({ values }) => values), ...(after ?? [])],
  };
  const passes = passesAll(walk.conditions);
  const selected = columnsOf(alias, [...new Set([...key, ...columns])]);
  return {
    size,
    rows,
    examined: {
      sql: `(SELECT ${selected}, ${passes.sql} AS passes FROM ${rows.sql} LIMIT ${size}) AS step`,
      values: [...passes.values, ...rows.values],
    },
  };
}

/** Evaluates to 1 or 0. As a value, a condition cannot make the engine choose another index. */
export function passesAll(conditions: readonly SqlPart[]): SqlPart {
  if (conditions.length === 0) return { sql: '1', values: [] };
  return {
    sql: `CASE WHEN ${conditions.map((part) => part.sql).join(' AND ')} THEN 1 ELSE 0 END`,
    values: conditions.flatMap(({ values }) => values),
  };
}

async function endOfStep(
  sql: Sql,
  { alias, key }: ListWalk,
  { rows, size }: Pick<Step, 'rows' | 'size'>,
): Promise<SqlValue[] | undefined> {
  const row = await sql.get<Record<string, SqlValue>>(
    `SELECT ${columnsOf(alias, key)} FROM ${rows.sql} LIMIT 1 OFFSET ${size - 1}`,
    ...rows.values,
  );
  return row && key.map((column) => row[column] ?? null);
}

async function countStep(sql: Sql, { examined }: Step): Promise<number> {
  const row = await sql.get<{ n: number }>(
    `SELECT count(*) AS n FROM ${examined.sql} WHERE passes = 1`,
    ...examined.values,
  );
  return Number(row?.n ?? 0);
}

async function readStep(
  sql: Sql,
  { examined, size }: Step,
  order: ListOrder,
  { limit, offset }: PageSlice,
  before?: Row,
): Promise<Row[]> {
  const bound = before ? order.key.map((column) => before[column] ?? 0) : [];
  const isBefore = `AND (${order.key.join(', ')}) ${order.isDescending ? '>' : '<'} (${bound.map(() => '?').join(', ')})`;
  // Rounded up to a power of two, so that there are few different statements.
  const part = formatLimit(Math.min(size, 2 ** Math.ceil(Math.log2(limit))), offset);
  const rows = await sql.all<Row>(
    `SELECT ${order.key.join(', ')} FROM ${examined.sql} WHERE passes = 1 ${before ? isBefore : ''}
     ORDER BY ${orderOf(order, 'step')} ${part.sql}`,
    ...[...examined.values, ...bound, ...part.values],
  );
  return rows.slice(0, limit);
}

function idOf({ key }: ListOrder, row: Row): string {
  return String(row[key.at(-1) ?? '']);
}

function columnsOf(alias: string, columns: readonly string[]): string {
  return columns.map((column) => `${alias}.${column}`).join(', ');
}

function orderOf({ key, isDescending }: ListOrder, alias: string): string {
  return key.map((column) => `${alias}.${column}${isDescending ? ' DESC' : ''}`).join(', ');
}
