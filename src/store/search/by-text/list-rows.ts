import { setImmediate } from 'node:timers/promises';
import { limitTo, rowsOfValues, type Sql, type SqlValue } from '../../database.ts';
import { areChunksKnown, countChunks, inOrder, TEXT_SIZES, type TextSearch, within } from './chunks.ts';

interface ListedRow {
  id: string;
  doc: string;
  version: number;
}

interface Listed {
  rows: ListedRow[];
  total: number;
}

interface Stretch {
  limit: number;
  offset: number;
}

/** Those that have the term in them, or all without one. */
export async function listRows(sql: Sql, search: TextSearch, page: Stretch): Promise<Listed> {
  const { n, changes } = (await sql.get<{ n: number; changes: number }>(
    `SELECT n, changes FROM ${search.table.counts} WHERE account_id = ?`,
    search.accountId,
  )) ?? { n: 0, changes: 0 };
  if (!search.term) return { rows: await plainPage(sql, search, page), total: n };
  const few = n > TEXT_SIZES.chunk ? await fewFound(sql, search) : undefined;
  if (few) {
    const ids = few.slice(page.offset, page.offset + page.limit);
    return { rows: await readOnly(sql, search, ids, page.limit), total: few.length };
  }
  return alongChunks(sql, search, page, changes);
}

function plainPage(sql: Sql, search: TextSearch, { limit, offset }: Stretch): Promise<ListedRow[]> {
  const part = limitTo(limit, offset);
  const from = `${search.table.name} WHERE account_id = ? ORDER BY ${inOrder(search)} ${part.sql}`;
  return readRows(sql, from, [search.accountId, ...part.values]);
}

/** Only the stretches that have any of the page are looked through. */
async function alongChunks(
  sql: Sql,
  search: TextSearch,
  { limit, offset }: Stretch,
  changes: number,
): Promise<Listed> {
  const chunks = await countChunks(sql, search, changes);
  const rows: ListedRow[] = [];
  let skipped = 0;
  for (const chunk of chunks) {
    if (rows.length >= limit) break;
    const skip = Math.max(0, offset - skipped);
    skipped += chunk.n;
    if (skip >= chunk.n) continue;
    // Others get their turn: SQLite answers at once.
    if (rows.length > 0) await setImmediate();
    const { from, values } = within(sql, search, chunk);
    const part = limitTo(limit - rows.length, skip);
    const ordered = `${from} ORDER BY ${inOrder(search)} ${part.sql}`;
    rows.push(...(await readRows(sql, ordered, [...values, ...part.values])));
  }
  return { rows, total: chunks.reduce((total, chunk) => total + chunk.n, 0) };
}

/** In the order of the list; `undefined` when the index of substrings gives more than a few, found or not. */
async function fewFound(sql: Sql, search: TextSearch): Promise<string[] | undefined> {
  const { table, accountId, term } = search;
  // An index of runs of three characters has to put the lists of all that begin with less together.
  if ([...term].length < 3 || areChunksKnown(sql, search)) return undefined;
  const { few } = TEXT_SIZES;
  const { contains, firstCandidates } = table.index(sql);
  const { from, values } = firstCandidates(accountId, term, few + 1);
  const rows = await sql.all<{ id: string; is_found: number }>(
    `SELECT q.id, CASE WHEN ${contains('q.search')} THEN 1 ELSE 0 END AS is_found FROM ${from}
     ORDER BY ${inOrder(search, 'q.')}`,
    ...[term, ...values],
  );
  if (rows.length > few) return undefined;
  return rows.filter((row) => row.is_found === 1).map(({ id }) => id);
}

async function readOnly(
  sql: Sql,
  search: TextSearch,
  ids: readonly string[],
  limit: number,
): Promise<ListedRow[]> {
  if (ids.length === 0) return [];
  // Named as often as a page is long, so that the statement is the same for any number of them.
  const named = Array.from({ length: limit }, (_, index) => ids[index] ?? ids[0] ?? '');
  const from = `${search.table.name} WHERE account_id = ? AND id IN ${rowsOfValues(1, limit)}`;
  return readRows(sql, `${from} ORDER BY ${inOrder(search)}`, [search.accountId, ...named]);
}

function readRows(sql: Sql, from: string, values: readonly SqlValue[]): Promise<ListedRow[]> {
  return sql.all<ListedRow>(`SELECT id, doc, version FROM ${from}`, ...values);
}
