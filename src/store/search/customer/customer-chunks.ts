import { setImmediate } from 'node:timers/promises';
import type { Sql, SqlValue } from '../../database.ts';
import { remembering, upToDate } from '../remembered.ts';

/** Sizes at which the way of finding customers changes; tests make them small to see every way. */
export const CUSTOMER_SIZES = {
  /** Customers looked at by one statement: short enough that others get their turn. */
  chunk: 1000,
  /** So few that all of them are fetched to give a page. */
  few: 300,
};

/** What is looked for, and the columns that the list is in the order of. */
export interface CustomerSearch {
  accountId: string;
  term: string;
  key: readonly string[];
}

/** A stretch of the list: behind a place in it and up to another, or to its end. */
export interface Chunk {
  after: SqlValue[];
  upTo: SqlValue[] | undefined;
  /** How many are found in it. */
  n: number;
}

interface Counted {
  changes: number;
  chunks: readonly Chunk[];
}

const remembered = remembering<Counted>({ changes: -1, chunks: [] });

export function areChunksKnown(sql: Sql, search: CustomerSearch): boolean {
  return remembered.has(sql, JSON.stringify(search));
}

/** Where the customers are that are found: counted once, as long as none is found by another text. */
export async function countChunks(
  sql: Sql,
  search: CustomerSearch,
  changes: number,
): Promise<readonly Chunk[]> {
  const counted = await upToDate(
    remembered.of(sql, JSON.stringify(search)),
    (known) => known.changes === changes,
    async () => ({ changes, chunks: await countAll(sql, search) }),
  );
  return counted.chunks;
}

async function countAll(sql: Sql, search: CustomerSearch): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  for (let after = search.key.map((): SqlValue => ''); ; ) {
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
  { accountId, key }: CustomerSearch,
  after: SqlValue[],
): Promise<SqlValue[] | undefined> {
  const row = await sql.get<Record<string, SqlValue>>(
    `SELECT ${key} FROM customers WHERE account_id = ? AND (${key}) > (${marks(key)})
     ORDER BY ${key} LIMIT 1 OFFSET ${BigInt(CUSTOMER_SIZES.chunk - 1)}`,
    ...[accountId, ...after],
  );
  return row && key.map((column) => row[column] ?? '');
}

/** The customers of a stretch that are found, to be read from. */
export function within(
  sql: Sql,
  { accountId, key, term }: CustomerSearch,
  { after, upTo }: Pick<Chunk, 'after' | 'upTo'>,
): { from: string; values: SqlValue[] } {
  return {
    from: `customers WHERE account_id = ? AND (${key}) > (${marks(key)}) ${upTo ? `AND (${key}) <= (${marks(key)})` : ''}
      AND ${sql.customerSearch.contains('search')}`,
    values: [accountId, ...after, ...(upTo ?? []), term],
  };
}

function marks(key: readonly string[]): string {
  return key.map(() => '?').join(', ');
}
