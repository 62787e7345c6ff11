import { setImmediate } from 'node:timers/promises';
import { formatLimit, type Sql } from '../database.ts';
import { createCustomerStepper } from './by-customer/customer-steps.ts';
import { LIST_LIMITS } from './list-limits.ts';
import {
  countStep,
  createStepper,
  endOfStep,
  getStartKey,
  type ListOrder,
  type ListWalk,
  type Row,
  readStep,
  rowsAfter,
} from './list-step.ts';
import { type FoundPage, type ListTotal, type PageSlice, toFoundPage } from './list-total.ts';

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

/** Examines rows in steps. If matches are not counted, the walk ends when the page is full. */
export function startWalk(sql: Sql, walk: ListWalk, isCounted = true): StartedWalk {
  const next = walk.byCustomer ? createCustomerStepper(sql, walk, walk.byCustomer) : createStepper(sql, walk);
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
    async step(page) {
      let ids: string[] = [];
      let isPartial = false;
      const isLast = await next(async (step) => {
        const offset = Math.max(0, (page?.offset ?? 0) - matches);
        const limit = page ? page.offset + page.limit + 1 - Math.max(matches, page.offset) : 0;
        let n = page && offset === 0 ? undefined : await countStep(sql, step);
        if (limit > 0 && (n === undefined || n > offset)) {
          ids = (await readStep(sql, step, walk, { limit, offset })).map((row) => getId(walk, row));
        }
        isPartial = n === undefined && ids.length === limit && !isCounted;
        n ??= isCounted && ids.length === limit ? await countStep(sql, step) : ids.length;
        matches += n;
        examined += step.size;
        return n;
      });
      isOver = isLast && !isPartial;
      return ids;
    },
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
  let after = getStartKey(walk);
  let skip = offset;
  for (; skip > LIST_LIMITS.skip; skip -= LIST_LIMITS.skip) {
    after = await endOfStep(sql, walk, after, LIST_LIMITS.skip);
    if (!after) return { ids: [], hasMore: false };
    await setImmediate();
  }
  const rows = rowsAfter(sql, walk, after);
  const part = formatLimit(limit + 1, skip);
  const found = await sql.all<Row>(
    `SELECT ${walk.alias}.${walk.key.at(-1)} FROM ${rows.sql} ${part.sql}`,
    ...[...rows.values, ...part.values],
  );
  return cut(
    found.map((row) => getId(walk, row)),
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
  const next = createStepper(sql, walk, order);
  let first: Row[] = [];
  let [total, isOver] = [0, false];
  while (!isOver) {
    isOver = await next(async (step) => {
      if (step.matches === 0) return 0;
      const last = first.length < most ? undefined : first.at(-1);
      const rows = await readStep(sql, step, order, { limit: most, offset: 0 }, last);
      if (isCounted && total <= LIST_LIMITS.counted) {
        total +=
          last || order.startAfter !== undefined || rows.length === most
            ? await countStep(sql, step)
            : rows.length;
      }
      first = first.length === 0 ? rows : [...first, ...rows].sort(comparing(order)).slice(0, most);
      return rows.length;
    });
  }
  const ids = first.slice(page.offset).map((row) => getId(order, row));
  const { counted } = LIST_LIMITS;
  const isExact = isCounted && total <= counted;
  return toFoundPage(cut(ids, page), page, { total: Math.min(total, counted), isExact });
}

function cut(ids: readonly string[], { limit }: Pick<PageSlice, 'limit'>): PageIds {
  return { ids: ids.slice(0, limit), hasMore: ids.length > limit };
}

function comparing({ key, isDescending }: ListOrder): (a: Row, b: Row) => number {
  return (a, b) => {
    const column = key.find((each) => a[each] !== b[each]);
    if (column === undefined) return 0;
    return (a[column] ?? 0) < (b[column] ?? 0) === isDescending ? 1 : -1;
  };
}

function getId({ key }: ListOrder, row: Row): string {
  return String(row[key.at(-1) ?? '']);
}
