import { setImmediate } from 'node:timers/promises';
import type { Sql } from '../../database.ts';
import { AFTER_ALL_IDS } from '../quote-blocks.ts';
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

interface Known {
  renames: number;
  chunks: readonly Chunk[];
  underWay?: Promise<unknown> | undefined;
}

const MAX_REMEMBERED = 64;
/** What one process remembers of each database, by what was searched for; the oldest goes first. */
const remembered = new WeakMap<Sql, Map<string, Known>>();

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
  return remembered.get(sql)?.has(keyOf(search)) ?? false;
}

/** Exact, though only what has come since the last time is counted. */
export async function countChunks(sql: Sql, search: InvoiceSearch, kept: Kept): Promise<readonly Chunk[]> {
  const known = knownOf(sql, search);
  // Whoever asks while somebody counts would only count the same.
  while (known.underWay) await known.underWay.catch(() => {});
  if (known.renames === kept.renames && sizeOf(known.chunks) === kept.n) return known.chunks;
  const before = known.renames === kept.renames ? known.chunks : [];
  const counting = countSince(sql, search, before, kept.n).finally(() => {
    known.underWay = undefined;
  });
  known.underWay = counting;
  known.chunks = await counting;
  known.renames = kept.renames;
  return known.chunks;
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
  const row = await sql.get<{ size: number; n: number; last: string | null }>(
    `SELECT count(*) AS size, count(*) FILTER (WHERE ${match.sql}) AS n, max(id) AS last FROM (
       SELECT account_id, id, customer_id, search FROM invoice_facts AS f WHERE ${own.sql} AND f.id >= ? AND f.id < ?
       ORDER BY f.id LIMIT ${BigInt(INVOICE_SIZES.chunk)}
     ) AS f`,
    ...[...match.values, ...own.values, startId, endId],
  );
  const { size = 0, n = 0, last = null } = row ?? {};
  // Right behind it: no identifier has a character that comes before this one.
  return { startId, endId: last === null || size < INVOICE_SIZES.chunk ? endId : `${last}!`, size, n };
}

function sizeOf(chunks: readonly Chunk[]): number {
  return chunks.reduce((sum, { size }) => sum + size, 0);
}

/** From now on as the newest. */
function knownOf(sql: Sql, search: InvoiceSearch): Known {
  const memory = remembered.get(sql) ?? new Map<string, Known>();
  remembered.set(sql, memory);
  const key = keyOf(search);
  const known = memory.get(key) ?? { renames: 0, chunks: [] };
  memory.delete(key);
  memory.set(key, known);
  for (const oldest of memory.keys()) {
    if (memory.size <= MAX_REMEMBERED) break;
    memory.delete(oldest);
  }
  return known;
}

function keyOf({ accountId, customerId, number, customer }: InvoiceSearch): string {
  return JSON.stringify([accountId, customerId, number, customer]);
}
