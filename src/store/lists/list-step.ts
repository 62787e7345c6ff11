import { setImmediate } from 'node:timers/promises';
import { formatLimit, type Sql, type SqlPart, type SqlValue } from '../database.ts';
import { LIST_LIMITS } from './list-limits.ts';
import type { PageSlice } from './list-total.ts';

/** A sort order. The last column identifies the row. */
export interface ListOrder {
  key: readonly string[];
  /** SQL of the columns that the table does not have. */
  columns?: Readonly<Record<string, string>>;
  isDescending: boolean;
  /** The list begins after this identifier, which it is sorted by. */
  startAfter?: string | undefined;
}

/** A condition that rows are checked against one by one. */
export interface WalkCondition extends SqlPart {
  /** The identifiers of all rows that meet it, in the order of an index. */
  ids?: SqlPart & { table: string; column: string };
}

/** A walk through the quotes of all customers of an account, or through those of one status. */
export interface CustomerWalk {
  accountId: string;
  status: string | undefined;
}

/** Passes over rows that cannot match, from the key of the last row that was examined. */
export interface WalkSkip {
  /** Selects where the next match may be, as `next`: no row or NULL if there is none. */
  find(sql: Sql, after: SqlValue[] | undefined): SqlPart;
  /** The key to continue after. */
  resume(next: string, after: SqlValue[] | undefined): SqlValue[] | undefined;
}

/** An index range in its own order, and the conditions that each row is checked against. */
export interface ListWalk extends ListOrder {
  table: string;
  /** Alias of the table in the other parts. */
  alias: string;
  /** Index of the range; `undefined` means the primary key. */
  index?: string | undefined;
  /** Equalities that the index begins with. */
  range: readonly SqlPart[];
  /** Bounds of the first row and of the last one. */
  from?: SqlPart | undefined;
  to?: SqlPart | undefined;
  conditions: readonly WalkCondition[];
  /** Whether examining a row may take long: the first step is short. */
  hasLongTexts?: boolean;
  /** Set if the rows are walked customer by customer. */
  byCustomer?: CustomerWalk | undefined;
  /** Set if a walk can pass over rows that cannot match. */
  skip?: WalkSkip | undefined;
  /** The matches as rows of the table that has the columns of the page's order, if the walked table lacks them. */
  lookUp?: ((ids: readonly string[]) => ListWalk) | undefined;
}

export type Row = Record<string, string | number>;

/** The rows that one statement examines. */
export interface Step {
  size: number;
  isLast: boolean;
  /** The rows as a subquery, with `passes` set for matches. */
  examined: SqlPart;
  /** Number of matches, if it is known without counting. */
  matches?: number | undefined;
}

/** Processor time of this thread, in microseconds: other programs on the machine do not shorten the steps. */
const MAX_STEP_US = 15_000;
/** Rows of a step whose rows take long. */
const SHORT_STEP = 100;

/** Examines the next rows and resolves to whether they were the last; `examine` returns the number of matches. */
export type Stepper = (examine: (step: Step) => Promise<number>) => Promise<boolean>;

/** `order` is that of the page, if it differs from the walk's. */
export function createStepper(sql: Sql, walk: ListWalk, order?: ListOrder): Stepper {
  const pace = startPace(walk.hasLongTexts);
  let [after, matches] = [getStartKey(walk), 0];
  return (examine) =>
    pace.measure(async (size) => {
      if (walk.skip && matches === 0) {
        const next = await findNext(sql, walk.skip, after);
        if (next === null) return true;
        after = walk.skip.resume(next, after);
      }
      const end = await endOfStep(sql, walk, after, size);
      const conditions = await Promise.all(
        walk.conditions.map((each) => readTogether(sql, walk, each, { after, end, size })),
      );
      const rows = rowsAfter(sql, walk, after);
      const step = { size, isLast: end === undefined };
      if (order && walk.lookUp) {
        const ids = await readMatches(sql, walk, examinedRows(walk, rows, conditions, size));
        matches = await examine({
          ...step,
          ...lookUpRows(sql, walk.lookUp(ids), { size, order }),
          matches: ids.length,
        });
      } else {
        matches = await examine({ ...step, examined: examinedRows(walk, rows, conditions, size, order) });
      }
      after = end;
      return end === undefined;
    });
}

/** The key that the first row comes after. */
export function getStartKey({ startAfter }: ListOrder): SqlValue[] | undefined {
  return startAfter === undefined ? undefined : [startAfter];
}

/**
 * Decides how many rows each step examines: few different numbers, because each makes a statement of its own. SQLite
 * answers synchronously, so each step yields the event loop to other requests and takes as many rows as it probably
 * examines within a few milliseconds.
 */
export function startPace(hasLongTexts = false) {
  const { firstStep, step: most } = LIST_LIMITS;
  const sizes = [Math.min(SHORT_STEP, firstStep), firstStep, most];
  let [size, isBegun] = [sizes[hasLongTexts ? 0 : 1] ?? most, false];
  return {
    async measure<T>(step: (size: number) => Promise<T>): Promise<T> {
      if (isBegun) await setImmediate();
      isBegun = true;
      const begun = process.threadCpuUsage();
      const result = await step(size);
      const { user, system } = process.threadCpuUsage(begun);
      const usPerRow = (user + system) / size;
      size = sizes.findLast((each) => each * usPerRow <= MAX_STEP_US) ?? sizes[0] ?? most;
      return result;
    },
  };
}

async function findNext(sql: Sql, skip: WalkSkip, after: SqlValue[] | undefined): Promise<string | null> {
  const part = skip.find(sql, after);
  const row = await sql.get<{ next: string | null }>(part.sql, ...part.values);
  return row?.next ?? null;
}

/** FROM and everything after it, except LIMIT. */
export function rowsAfter(sql: Sql, walk: ListWalk, after: SqlValue[] | undefined): SqlPart {
  const { table, alias, index, key, range, to, isDescending } = walk;
  const beyond = after && {
    sql: `(${formatColumns(alias, key)}) ${isDescending ? '<' : '>'} (${key.map(() => '?').join(', ')})`,
    values: after,
  };
  // Never two bounds of the same side: SQLite might begin at the farther one.
  const parts = [...range, beyond ?? walk.from, to].filter((part) => part !== undefined);
  return {
    sql: `${table} AS ${alias} ${index ? sql.indexedBy(index) : ''} WHERE ${joinParts(parts).sql}
      ORDER BY ${formatOrder(walk, alias)}`,
    values: joinParts(parts).values,
  };
}

/** ORDER BY and LIMIT keep PostgreSQL on the index. */
export function examinedRows(
  { alias, key }: ListWalk,
  rows: SqlPart,
  conditions: readonly SqlPart[],
  size: number,
  order?: Pick<ListOrder, 'key' | 'columns'>,
): SqlPart {
  const passes = passesAll(conditions);
  const selected = [...new Set([...key, ...(order?.key ?? [])])]
    .map((column) =>
      order?.columns?.[column] ? `${order.columns[column]} AS ${column}` : `${alias}.${column}`,
    )
    .join(', ');
  return {
    sql: `(SELECT ${selected}, ${passes.sql} AS passes FROM ${rows.sql} LIMIT ${size}) AS step`,
    values: [...passes.values, ...rows.values],
  };
}

async function readMatches(sql: Sql, { key }: ListWalk, examined: SqlPart): Promise<string[]> {
  const [id = ''] = key;
  const rows = await sql.all<Row>(`SELECT ${id} FROM ${examined.sql} WHERE passes = 1`, ...examined.values);
  return rows.map((row) => String(row[id]));
}

function lookUpRows(
  sql: Sql,
  walk: ListWalk,
  { size, order }: { size: number; order: ListOrder },
): Pick<Step, 'examined'> {
  return { examined: examinedRows(walk, rowsAfter(sql, walk, undefined), [], size, order) };
}

/** Identifiers that may be read for each row of a step instead of looking each row up. */
const MAX_IDS_PER_ROW = 4;

/** Reads the identifiers that meet the condition once for all rows of the step, unless there are too many of them. */
async function readTogether(
  sql: Sql,
  { alias, key, isDescending }: ListWalk,
  condition: WalkCondition,
  { after, end, size }: { after: SqlValue[] | undefined; end: SqlValue[] | undefined; size: number },
): Promise<SqlPart> {
  const { ids } = condition;
  if (!ids || key.length > 1) return condition;
  const [beyond, upTo] = isDescending ? ['<', '>='] : ['>', '<='];
  const parts = [
    ids,
    ...(after ? [{ sql: `${ids.column} ${beyond} ?`, values: after }] : []),
    ...(end ? [{ sql: `${ids.column} ${upTo} ?`, values: end }] : []),
  ];
  const { sql: within, values } = joinParts(parts);
  const tooMany = await sql.get(
    `SELECT 1 AS n FROM ${ids.table} WHERE ${within} ORDER BY ${ids.column} LIMIT 1 OFFSET ${size * MAX_IDS_PER_ROW}`,
    ...values,
  );
  if (tooMany) return condition;
  return { sql: `${alias}.${key[0]} IN (SELECT ${ids.column} FROM ${ids.table} WHERE ${within})`, values };
}

/** The last row of a step; `undefined` if fewer rows are left. */
export async function endOfStep(
  sql: Sql,
  walk: ListWalk,
  after: SqlValue[] | undefined,
  size: number,
): Promise<SqlValue[] | undefined> {
  const { alias, key } = walk;
  const rows = rowsAfter(sql, walk, after);
  const row = await sql.get<Record<string, SqlValue>>(
    `SELECT ${formatColumns(alias, key)} FROM ${rows.sql} LIMIT 1 OFFSET ${size - 1}`,
    ...rows.values,
  );
  return row && key.map((column) => row[column] ?? null);
}

export async function countStep(sql: Sql, { examined, matches }: Step): Promise<number> {
  if (matches !== undefined) return matches;
  const row = await sql.get<{ n: number }>(
    `SELECT count(*) AS n FROM ${examined.sql} WHERE passes = 1`,
    ...examined.values,
  );
  return Number(row?.n ?? 0);
}

/** Rows of a page, and of the largest page. */
const ROW_LIMITS = [32, 128];

/** Reads the matches of a step in the given order: after its start, and only those before a row if there is one. */
export async function readStep(
  sql: Sql,
  { examined, size }: Step,
  order: ListOrder,
  { limit, offset }: PageSlice,
  before?: Row,
): Promise<Row[]> {
  const [start, bound] = [
    getStartKey(order) ?? [],
    before ? order.key.map((column) => before[column] ?? 0) : [],
  ];
  const [beyond, ahead] = order.isDescending ? ['<', '>'] : ['>', '<'];
  const isAfter = `AND ${order.key[0]} ${beyond} ?`;
  const isBefore = `AND (${order.key.join(', ')}) ${ahead} (${bound.map(() => '?').join(', ')})`;
  // Rounded up, so that there are few different statements.
  const most = ROW_LIMITS.find((each) => each >= limit) ?? Math.max(size, LIST_LIMITS.step);
  const part = formatLimit(most, offset);
  const rows = await sql.all<Row>(
    `SELECT ${order.key.join(', ')} FROM ${examined.sql} WHERE passes = 1
     ${start.length > 0 ? isAfter : ''} ${before ? isBefore : ''}
     ORDER BY ${formatOrder(order, 'step')} ${part.sql}`,
    ...[...examined.values, ...start, ...bound, ...part.values],
  );
  return rows.slice(0, limit);
}

/** Evaluates to 1 or 0. As a value, a condition cannot make the engine choose another index. */
export function passesAll(conditions: readonly SqlPart[]): SqlPart {
  if (conditions.length === 0) return { sql: '1', values: [] };
  const { sql, values } = joinParts(conditions);
  return { sql: `CASE WHEN ${sql} THEN 1 ELSE 0 END`, values };
}

function joinParts(parts: readonly SqlPart[]): SqlPart {
  return { sql: parts.map((part) => part.sql).join(' AND '), values: parts.flatMap(({ values }) => values) };
}

function formatColumns(alias: string, columns: readonly string[]): string {
  return columns.map((column) => `${alias}.${column}`).join(', ');
}

function formatOrder({ key, isDescending }: ListOrder, alias: string): string {
  return key.map((column) => `${alias}.${column}${isDescending ? ' DESC' : ''}`).join(', ');
}
