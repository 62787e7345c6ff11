import { setImmediate } from 'node:timers/promises';
import type { SearchIndex, Sql, SqlValue } from '../../database.ts';
import { remembering, upToDate } from '../remembered.ts';

/** Sizes at which the way of finding rows changes; tests make them small to see every way. */
export const TEXT_SIZES = {
  /** Rows looked at by one statement: short enough that others get their turn. */
  chunk: 1000,
  /** So few that all of them are fetched to give a page. */
  few: 1000,
};

/** A table that is listed, or of it the rows that have a text in them. */
export interface ListedTable {
  name: string;
  /** Where an account has the number of its rows, `n`, and `changes`, which rises with each change of what they are found by. */
  counts: string;
  index: (sql: Sql) => SearchIndex;
}

/** What is looked for, and the columns that the list is in the order of. */
export interface TextSearch {
  table: ListedTable;
  accountId: string;
  term: string;
  key: readonly string[];
  order: 'ASC' | 'DESC';
}

/** A stretch of the list: behind a place in it and up to another, or between its ends. */
export interface Chunk {
  after: SqlValue[] | undefined;
  upTo: SqlValue[] | undefined;
  /** How many are found in it. */
  n: number;
}

interface Counted {
  changes: number;
  chunks: readonly Chunk[];
}

const remembered = remembering<Counted>({ changes: -1, chunks: [] });

export function areChunksKnown(sql: Sql, search: TextSearch): boolean {
  return remembered.has(sql, keyOf(search));
}

/** Where the rows are that are found: counted once, as long as none is found by another text. */
export async function countChunks(sql: Sql, search: TextSearch, changes: number): Promise<readonly Chunk[]> {
  const counted = await upToDate(
    remembered.of(sql, keyOf(search)),
    (known) => known.changes === changes,
    async () => ({ changes, chunks: await countAll(sql, search) }),
  );
  return counted.chunks;
}

function keyOf({ table, accountId, term, key }: TextSearch): string {
  return JSON.stringify([table.name, accountId, term, key]);
}

async function countAll(sql: Sql, search: TextSearch): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  for (let after: SqlValue[] | undefined; ; ) {
    const upTo = await endOfChunk(sql, search, after);
    const { from, values } = within(sql, search, { after, upTo });
    const row = await sql.get<{ n: number }>(`SELECT count(*) AS n FROM ${from}`, ...values);
    chunks.push({ after, upTo, n: row?.n ?? 0 });
    if (!upTo) return chunks;
    after = upTo;
    await setImmediate();
  }
}

async function endOfChunk(
  sql: Sql,
  search: TextSearch,
  after: SqlValue[] | undefined,
): Promise<SqlValue[] | undefined> {
  const { key } = search;
  const { from, values } = between(search, { after, upTo: undefined });
  const row = await sql.get<Record<string, SqlValue>>(
    `SELECT ${key} FROM ${from} ORDER BY ${inOrder(search)} LIMIT 1 OFFSET ${BigInt(TEXT_SIZES.chunk - 1)}`,
    ...values,
  );
  return row && key.map((column) => row[column] ?? '');
}

/** The rows of a stretch that are found, to be read from. */
export function within(
  sql: Sql,
  search: TextSearch,
  place: Pick<Chunk, 'after' | 'upTo'>,
): { from: string; values: SqlValue[] } {
  const { from, values } = between(search, place);
  return {
    from: `${from} AND ${search.table.index(sql).contains('search')}`,
    values: [...values, search.term],
  };
}

function between(
  { table, accountId, key, order }: TextSearch,
  { after, upTo }: Pick<Chunk, 'after' | 'upTo'>,
): { from: string; values: SqlValue[] } {
  const [behind, notBehind] = order === 'ASC' ? ['>', '<='] : ['<', '>='];
  const marks = key.map(() => '?');
  return {
    from: `${table.name} WHERE account_id = ? ${after ? `AND (${key}) ${behind} (${marks})` : ''}
      ${upTo ? `AND (${key}) ${notBehind} (${marks})` : ''}`,
    values: [accountId, ...(after ?? []), ...(upTo ?? [])],
  };
}

export function inOrder({ key, order }: TextSearch, prefix = ''): string {
  return key.map((column) => `${prefix}${column} ${order}`).join(', ');
}
