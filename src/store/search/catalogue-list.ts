import { limitTo, type Sql } from '../database.ts';
import { searchForm } from './text/search-form.ts';

export interface CataloguePage {
  /** The JSON of the API, entry by entry. */
  docs: string[];
  total: number;
}

interface PageWanted {
  limit: number;
  offset: number;
}

interface Counted {
  n: number;
  changes: number;
}

/** Of so many of the newest items a search that matches more than one in fifty is a common one. */
const SAMPLE = 1000;
const COMMON = SAMPLE / 50;
const MAX_REMEMBERED = 64;

/** How many match a common search, as long as nothing in the catalogue changes; the oldest goes first. */
const remembered = new WeakMap<Sql, Map<string, { changes: number; total: number }>>();

/** Newest first. */
export async function listCatalogueItems(
  sql: Sql,
  accountId: string,
  { search, ...page }: PageWanted & { search?: string | undefined },
): Promise<CataloguePage> {
  const counted = (await sql.get<Counted>(
    'SELECT n, changes FROM catalogue_counts WHERE account_id = ?',
    accountId,
  )) ?? { n: 0, changes: 0 };
  const term = search ? searchForm(search) : '';
  if (!term) return { docs: await walk(sql, accountId, undefined, page), total: counted.n };
  if (counted.n <= SAMPLE || !(await isCommon(sql, accountId, term))) {
    return fromIndex(sql, accountId, term, page);
  }
  const total = await countMatches(sql, accountId, term, counted);
  return { docs: await walk(sql, accountId, term, page), total };
}

/** Along all items: a page of what is common comes sooner than from the index, which would fetch all matches first. */
async function walk(
  sql: Sql,
  accountId: string,
  term: string | undefined,
  { limit, offset }: PageWanted,
): Promise<string[]> {
  const part = limitTo(limit, offset);
  const rows = await sql.all<{ doc: string }>(
    `SELECT doc FROM catalogue_items
     WHERE account_id = ? ${term === undefined ? '' : `AND ${sql.catalogueSearch.contains('search')}`}
     ORDER BY id DESC ${part.sql}`,
    ...[accountId, ...(term === undefined ? [] : [term]), ...part.values],
  );
  return rows.map(({ doc }) => doc);
}

/** Page and total at once: the matches are fetched from the index one time. */
async function fromIndex(
  sql: Sql,
  accountId: string,
  term: string,
  { limit, offset }: PageWanted,
): Promise<CataloguePage> {
  const { from, where, values, order } = sql.catalogueSearch.matching(accountId, term);
  const part = limitTo(limit, offset);
  const rows = await sql.all<{ doc: string; total: number }>(
    `SELECT items.doc, page.total FROM (
       SELECT q.id, count(*) OVER () AS total FROM ${from} WHERE ${where} AND q.account_id = ?
       ORDER BY ${order} DESC ${part.sql}
     ) AS page CROSS JOIN catalogue_items AS items WHERE items.account_id = ? AND items.id = page.id
     ORDER BY items.id DESC`,
    ...[...values, accountId, ...part.values, accountId],
  );
  const [first] = rows;
  if (first || offset === 0) return { docs: rows.map(({ doc }) => doc), total: Number(first?.total ?? 0) };
  const count = await sql.get<{ n: number }>(
    `SELECT count(*) AS n FROM ${from} WHERE ${where} AND q.account_id = ?`,
    ...[...values, accountId],
  );
  return { docs: [], total: Number(count?.n ?? 0) };
}

async function isCommon(sql: Sql, accountId: string, term: string): Promise<boolean> {
  if (memoryOf(sql).has(keyOf(accountId, term))) return true;
  const row = await sql.get<{ n: number }>(
    `SELECT count(*) AS n FROM (
       SELECT search FROM catalogue_items WHERE account_id = ? ORDER BY id DESC LIMIT ${SAMPLE}
     ) AS newest WHERE ${sql.catalogueSearch.contains('search')}`,
    accountId,
    term,
  );
  return Number(row?.n ?? 0) > COMMON;
}

async function countMatches(
  sql: Sql,
  accountId: string,
  term: string,
  { changes }: Counted,
): Promise<number> {
  const memory = memoryOf(sql);
  const key = keyOf(accountId, term);
  const known = memory.get(key);
  memory.delete(key);
  const total = known?.changes === changes ? known.total : await countAll(sql, accountId, term);
  memory.set(key, { changes, total });
  for (const oldest of memory.keys()) {
    if (memory.size <= MAX_REMEMBERED) break;
    memory.delete(oldest);
  }
  return total;
}

async function countAll(sql: Sql, accountId: string, term: string): Promise<number> {
  const row = await sql.get<{ n: number }>(
    `SELECT count(*) AS n FROM catalogue_items WHERE account_id = ? AND ${sql.catalogueSearch.contains('search')}`,
    accountId,
    term,
  );
  return Number(row?.n ?? 0);
}

function memoryOf(sql: Sql): Map<string, { changes: number; total: number }> {
  let memory = remembered.get(sql);
  if (!memory) {
    memory = new Map();
    remembered.set(sql, memory);
  }
  return memory;
}

function keyOf(accountId: string, term: string): string {
  return `${accountId} ${term}`;
}
