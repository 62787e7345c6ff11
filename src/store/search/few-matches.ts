import { QUOTE_STATUSES, type QuoteStatus } from '../../domain/quote/quote.ts';
import type { Sql } from '../database.ts';
import { type Block, ofBlocks, SIZES } from './quote-blocks.ts';
import type { CountedFilter } from './quote-counts.ts';
import {
  AT_ONCE,
  type CountedBlock,
  countedBlocks,
  countStale,
  keyOf,
  type Matches,
  type Memory,
  matchesOf,
  memoryOf,
  refresh,
  rememberAsCommon,
} from './search-totals.ts';

/*
 * Buys rare searches that are asked for again: at 1,000,000 quotes one costs a fifth of what the index of substrings
 * takes for it. `npm run bench:scale -- --only rare`.
 */

/** What one process remembers of the searches that match little, by account, customer and text. */
const few: Memory = new WeakMap();

/**
 * What was common long ago, or has runs of characters that are common but never in this order, would be fetched or compared
 * at once by the index, while all others wait.
 */
export async function areFewInIndex(sql: Sql, accountId: string, term: string): Promise<boolean> {
  const candidates = sql.search.candidates(accountId, term, SIZES.few + 1);
  const row = await sql.get<{ n: number }>(`SELECT ${candidates.sql} AS n`, ...candidates.values);
  return (row?.n ?? 0) <= SIZES.few;
}

/** Whether `countFew` knows the matches already. */
export function areFewKnown(sql: Sql, accountId: string, term: string, customerId?: string): boolean {
  return memoryOf(few, sql).has(keyOf(accountId, term, customerId));
}

/**
 * The same of a search that matches few quotes of many: the index of substrings gives all of them at once, and after that
 * only the blocks that have changed are looked at. `undefined` when they are more than a few.
 */
export async function countFew(
  sql: Sql,
  accountId: string,
  term: string,
  { customerId, status }: CountedFilter,
): Promise<Matches | undefined> {
  const key = keyOf(accountId, term, customerId);
  const counted = countedBlocks(memoryOf(few, sql), key);
  const blocks = await refresh(sql, accountId, counted, (stale, all) =>
    stale.length > AT_ONCE
      ? countFromIndex(sql, accountId, term, customerId, all, counted)
      : countStale(sql, accountId, term, customerId, all, counted, stale),
  );
  const matches = ofBlocks(blocks, `few ${key} ${status}`, () => matchesOf(blocks, counted, status));
  if (matches.total <= SIZES.few) return matches;
  memoryOf(few, sql).delete(key);
  rememberAsCommon(sql, accountId, term);
  return undefined;
}

/** The blocks were read before: what has changed since makes its block one to be looked at again. */
async function countFromIndex(
  sql: Sql,
  accountId: string,
  term: string,
  customerId: string | undefined,
  blocks: readonly Block[],
  counted: CountedBlock[],
): Promise<void> {
  const found = sql.search.matching(accountId, term);
  const rows = await sql.all<{ id: string; status: QuoteStatus }>(
    `SELECT q.id, q.status FROM ${found.from} WHERE ${found.where} AND q.account_id = ?
     ${customerId === undefined ? '' : 'AND q.customer_id = ?'} LIMIT ${BigInt(SIZES.few + 1)}`,
    ...[...found.values, accountId],
    ...(customerId === undefined ? [] : [customerId]),
  );
  const byBlock = Map.groupBy(rows, ({ id }) => blockOf(blocks, id));
  for (const [index, { startId, version }] of blocks.entries()) {
    const own = byBlock.get(index);
    counted[index] = { startId, version, ...(own ? groupsOf(own) : NOTHING) };
  }
  counted.length = blocks.length;
}

const NOTHING: Pick<CountedBlock, 'counts' | 'ids'> = {
  counts: QUOTE_STATUSES.map(() => 0),
  ids: QUOTE_STATUSES.map(() => []),
};

function groupsOf(rows: readonly { id: string; status: QuoteStatus }[]) {
  const ids = QUOTE_STATUSES.map((status) =>
    rows
      .filter((row) => row.status === status)
      .map(({ id }) => id)
      .sort(),
  );
  return { counts: ids.map(({ length }) => length), ids };
}

function blockOf(blocks: readonly Block[], id: string): number {
  let [low, high] = [0, blocks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((blocks[middle]?.endId ?? '') > id) high = middle;
    else low = middle + 1;
  }
  return low;
}
