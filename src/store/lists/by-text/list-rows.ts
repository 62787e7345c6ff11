import { setImmediate } from 'node:timers/promises';
import { formatLimit, type Sql, type SqlValue } from '../../database.ts';
import { LIST_LIMITS } from '../list-limits.ts';
import { type ListWalk, passesAll } from '../list-step.ts';
import {
  ALL_MATCHES,
  cutPage,
  type FoundPage,
  type PageSlice,
  type PageTotal,
  toExactTotal,
  toFoundPage,
} from '../list-total.ts';
import { countMatches, skipToPage, startWalk, walkToPage } from '../list-walk.ts';
import { containsTerm, findFilteredPage, type TextSearch } from './filtered-rows.ts';

interface ListedRow {
  id: string;
  doc: string;
  version: number;
}

export interface ListedRows extends PageTotal {
  rows: ListedRow[];
}

/** Lists the rows that contain the term, or all rows without one. */
export async function listRows(sql: Sql, search: TextSearch, page: PageSlice): Promise<ListedRows> {
  const isFiltered = (search.filters ?? []).length > 0;
  if (isFiltered && search.key.length === 1) {
    const { ids, ...total } = await findFilteredPage(sql, search, page);
    return { rows: await readOnly(sql, search, ids), ...total };
  }
  if (!search.term && !isFiltered && page.offset <= LIST_LIMITS.step) {
    const [rows, n] = await Promise.all([plainPage(sql, search, page), countRows(sql, search)]);
    if (page.after === undefined) return { rows, ...toExactTotal(n, page) };
    return { rows: rows.slice(0, page.limit), total: n, isExact: true, hasMore: rows.length > page.limit };
  }
  const { ids, ...total } = await findPage(sql, search, page);
  return { rows: await readOnly(sql, search, ids), ...total };
}

/** Rows that one statement of a stream reads. */
const ROWS_PER_STATEMENT = 500;

/** Streams all matches in list order, in small batches. */
export async function* streamRows(sql: Sql, search: TextSearch): AsyncGenerator<ListedRow[]> {
  const walk = startWalk(sql, walkFor(sql, search));
  while (!walk.isOver) {
    const ids = await walk.step(ALL_MATCHES);
    for (let start = 0; start < ids.length; start += ROWS_PER_STATEMENT) {
      yield await readOnly(sql, search, ids.slice(start, start + ROWS_PER_STATEMENT));
      // SQLite answers synchronously: yield to other requests.
      await setImmediate();
    }
  }
}

async function countRows(sql: Sql, { table, accountId }: TextSearch): Promise<number> {
  const row = await sql.get<{ n: number }>(`SELECT n FROM ${table.counts} WHERE account_id = ?`, accountId);
  return row?.n ?? 0;
}

/** Reads the page, and after a row one more, because the total does not tell whether there are more. */
function plainPage(sql: Sql, search: TextSearch, { limit, offset, after }: PageSlice): Promise<ListedRow[]> {
  const part = formatLimit(after === undefined ? limit : limit + 1, offset);
  const start = after === undefined ? [] : [after];
  const isAfter = start.length > 0 ? `AND id ${search.order === 'DESC' ? '<' : '>'} ?` : '';
  const from = `${search.table.name} WHERE account_id = ? ${isAfter} ORDER BY ${inOrder(search)} ${part.sql}`;
  return readRows(sql, from, [search.accountId, ...start, ...part.values]);
}

async function findPage(sql: Sql, search: TextSearch, page: PageSlice): Promise<FoundPage> {
  const inOrder = walkFor(sql, search);
  if (inOrder.conditions.length === 0) {
    const ids = await skipToPage(sql, inOrder, page);
    return toFoundPage(ids, page, { total: await countRows(sql, search), isExact: true });
  }
  const walk = startWalk(sql, { ...inOrder, startAfter: page.after });
  const first = await walk.step(page);
  const isSparse = first.length <= page.limit && !walk.isOver && search.term !== '';
  const few = isSparse ? await fewFound(sql, search) : undefined;
  if (few) return cutPage(few, page, search.order === 'DESC');
  const found = await walkToPage(walk, page, first);
  const counted = page.after === undefined ? walk : startWalk(sql, inOrder);
  return toFoundPage(found, page, await countMatches(counted));
}

/** Walks the rows in list order. The filters of a list that is not sorted by identifier are checked for each row. */
function walkFor(sql: Sql, search: TextSearch): ListWalk {
  const { table, accountId, key, order, filters = [] } = search;
  return {
    ...{ table: table.name, alias: 'q', key, isDescending: order === 'DESC' },
    range: [{ sql: 'q.account_id = ?', values: [accountId] }],
    conditions: [...filters.map(({ condition }) => condition), ...containsTerm(sql, search)],
  };
}

/** Identifiers in list order; `undefined` if the substring index returns too many candidates. */
async function fewFound(sql: Sql, search: TextSearch): Promise<string[] | undefined> {
  const { table, accountId, term } = search;
  const { from, values } = table.index(sql).firstCandidates(accountId, term, LIST_LIMITS.narrow + 1);
  const passes = passesAll(walkFor(sql, search).conditions);
  const rows = await sql.all<{ id: string; is_found: number }>(
    `SELECT q.id, ${passes.sql} AS is_found FROM ${from} WHERE q.account_id = ? ORDER BY ${inOrder(search, 'q.')}`,
    ...[...passes.values, ...values, accountId],
  );
  if (rows.length > LIST_LIMITS.narrow) return undefined;
  return rows.filter((row) => row.is_found === 1).map(({ id }) => id);
}

async function readOnly(sql: Sql, search: TextSearch, ids: readonly string[]): Promise<ListedRow[]> {
  if (ids.length === 0) return [];
  const isFound = sql.isAmong('id', ids);
  const from = `${search.table.name} WHERE account_id = ? AND ${isFound.sql}`;
  return readRows(sql, `${from} ORDER BY ${inOrder(search)}`, [search.accountId, ...isFound.values]);
}

function readRows(sql: Sql, from: string, values: readonly SqlValue[]): Promise<ListedRow[]> {
  return sql.all<ListedRow>(`SELECT id, doc, version FROM ${from}`, ...values);
}

function inOrder({ key, order }: TextSearch, prefix = ''): string {
  return key.map((column) => `${prefix}${column} ${order}`).join(', ');
}
