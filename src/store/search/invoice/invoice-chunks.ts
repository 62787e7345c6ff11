import { setImmediate } from 'node:timers/promises';
import type { Sql } from '../../database.ts';
import { AFTER_ALL_IDS } from '../quote-blocks.ts';
import { remembering, upToDate } from '../remembered.ts';
import { among, found, INVOICE_SIZES, type InvoiceSearch } from './invoice-search.ts';

/*
 * Buys common searches that cost the same however many invoices there are: `npm run bench:scale -- --only invoices`.
 */

/** A stretch of the invoices in the order of creation. */
export interface Chunk {
  startId: string;
  /** Where the next one begins. */
  endId: string;
  /** How many are in it, found or not. */
  size: number;
  /** How many are found. */
  n: number;
}

/** What the database keeps count of. */
export interface Kept {
  /** Invoices are never deleted. */
  n: number;
  /** Rises when a customer who has invoices is found by another text. */
  renames: number;
}

interface Counted {
  renames: number;
  chunks: readonly Chunk[];
}

const remembered = remembering<Counted>({ renames: 0, chunks: [] });

export function keptCount(sql: Sql, { accountId, customerId = '' }: InvoiceSearch): Promise<Kept> {
  return sql
    .get<Kept>(
      'SELECT n, renames FROM invoice_counts WHERE account_id = ? AND customer_id = ?',
      accountId,
      customerId,
    )
    .then((kept) => kept ?? { n: 0, renames: 0 });
}

export function areChunksKnown(sql: Sql, search: InvoiceSearch): boolean {
  return remembered.has(sql, keyOf(search));
}

/** Exact, though only what has come since the last time is counted. */
export async function countChunks(
  sql: Sql,
  search: InvoiceSearch,
  { n, renames }: Kept,
): Promise<readonly Chunk[]> {
  const counted = await upToDate(
    remembered.of(sql, keyOf(search)),
    (known) => known.renames === renames && sizeOf(known.chunks) === n,
    async (known) => {
      const before = known.renames === renames ? known.chunks : [];
      return { renames, chunks: await countSince(sql, search, before, n) };
    },
  );
  return counted.chunks;
}

async function countSince(
  sql: Sql,
  search: InvoiceSearch,
  before: readonly Chunk[],
  all: number,
): Promise<readonly Chunk[]> {
  const chunks = [...before];
  for (let startId = chunks.pop()?.startId ?? ''; ; ) {
    const chunk = await countOne(sql, search, { startId, endId: AFTER_ALL_IDS });
    chunks.push(chunk);
    if (chunk.endId === AFTER_ALL_IDS) break;
    startId = chunk.endId;
    await setImmediate();
  }
  // A replica whose clock is behind may have put some in front of the last ones.
  for (let at = chunks.length - 2; at >= 0 && sizeOf(chunks) < all; at--) {
    const { startId, endId } = chunks[at] as Chunk;
    chunks.splice(at, 1, ...(await countWithin(sql, search, startId, endId)));
    await setImmediate();
  }
  return chunks;
}

async function countWithin(sql: Sql, search: InvoiceSearch, from: string, endId: string): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  for (let startId = from; startId !== endId; startId = chunks.at(-1)?.endId ?? endId) {
    chunks.push(await countOne(sql, search, { startId, endId }));
  }
  return chunks;
}

/** As much of a stretch as is looked at in one go. */
async function countOne(
  sql: Sql,
  search: InvoiceSearch,
  { startId, endId }: Pick<Chunk, 'startId' | 'endId'>,
): Promise<Chunk> {
  const own = among(search);
  const match = found(sql, search);
  // Matched inside: Citus looks up no customer for the rows of a subquery.
  const row = await sql.get<{ size: number; n: number; last: string | null }>(
    `SELECT count(*) AS size, count(found) AS n, max(id) AS last FROM (
       SELECT f.id, CASE WHEN ${match.sql} THEN 1 END AS found FROM invoice_facts AS f
       WHERE ${own.sql} AND f.id >= ? AND f.id < ? ORDER BY f.id LIMIT ${BigInt(INVOICE_SIZES.chunk)}
     ) AS looked_at`,
    ...[...match.values, ...own.values, startId, endId],
  );
  const { size = 0, n = 0, last = null } = row ?? {};
  // Right behind it: no identifier has a character that comes before this one.
  return { startId, endId: last === null || size < INVOICE_SIZES.chunk ? endId : `${last}!`, size, n };
}

function sizeOf(chunks: readonly Chunk[]): number {
  return chunks.reduce((sum, { size }) => sum + size, 0);
}

function keyOf({ accountId, customerId, number, customer }: InvoiceSearch): string {
  return JSON.stringify([accountId, customerId, number, customer]);
}
