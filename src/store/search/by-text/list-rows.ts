import { formatLimit, type Sql, type SqlValue } from '../../database.ts';
import { LIST_LIMITS } from '../list-limits.ts';
import type { ListWalk } from '../list-step.ts';
import {
  cutPage,
  type FoundPage,
  type PageSlice,
  type PageTotal,
  toExactTotal,
  toFoundPage,
} from '../list-total.ts';
import { countMatches, skipToPage, startWalk, walkToPage } from '../list-walk.ts';
import { findFilteredPage, type TextSearch } from './filtered-rows.ts';

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
  if (search.filters?.length) {
    const { ids, ...total } = await findFilteredPage(sql, search, page);
    return { rows: await readOnly(sql, search, ids), ...total };
  }
  if (!search.term && page.offset <= LIST_LIMITS.step) {
    const [rows, n] = await Promise.all([plainPage(sql, search, page), countRows(sql, search)]);
    if (page.after === undefined) return { rows, ...toExactTotal(n, page) };
    return { rows: rows.slice(0, page.limit), total: n, isExact: true, hasMore: rows.length > page.limit };
  }
  const { ids, ...total } = await findPage(sql, search, page);
  return { rows: await readOnly(sql, search, ids), ...total };
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
  if (!search.term) {
    const ids = await skipToPage(sql, inOrder, page);
    return toFoundPage(ids, page, { total: await countRows(sql, search), isExact: true });
  }
  const walk = startWalk(sql, { ...inOrder, startAfter: page.after });
  const first = await walk.step(page);
  const few = first.length <= page.limit && !walk.isOver ? await fewFound(sql, search) : undefined;
  if (few) return cutPage(few, page, search.order === 'DESC');
  const found = await walkToPage(walk, page, first);
  const counted = page.after === undefined ? walk : startWalk(sql, inOrder);
  return toFoundPage(found, page, await countMatches(counted));
}

function walkFor(sql: Sql, { table, accountId, term, key, order }: TextSearch): ListWalk {
  return {
    ...{ table: table.name, alias: 'q', key, isDescending: order === 'DESC' },
    range: [{ sql: 'q.account_id = ?', values: [accountId] }],
    conditions: term ? [{ sql: table.index(sql).contains('q.search'), values: [term] }] : [],
  };
}

/** Identifiers in list order; `undefined` if the substring index returns too many candidates. */
async function fewFound(sql: Sql, search: TextSearch): Promise<string[] | undefined> {
  const { table, accountId, term } = search;
  const { contains, firstCandidates } = table.index(sql);
  const { from, values } = firstCandidates(accountId, term, LIST_LIMITS.narrow + 1);
  const rows = await sql.all<{ id: string; is_found: number }>(
    `SELECT q.id, CASE WHEN ${contains('q.search')} THEN 1 ELSE 0 END AS is_found FROM ${from}
     WHERE q.account_id = ? ORDER BY ${inOrder(search, 'q.')}`,
    ...[term, ...values, accountId],
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
