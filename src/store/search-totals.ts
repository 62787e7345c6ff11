import { setImmediate } from 'node:timers/promises';
import { QUOTE_STATUSES, type QuoteStatus } from '../domain/quote.ts';
import type { Sql } from './database.ts';
import {
  AFTER_ALL_IDS,
  type Block,
  type Direction,
  listBlocks,
  type Place,
  placeIn,
} from './quote-blocks.ts';

/** How many quotes of a block match a search, in the order of the statuses, and the version that was counted. */
interface CountedBlock {
  version: number;
  counts: number[];
}

const MAX_REMEMBERED = 64;
/** Blocks counted by one statement: short enough that others get their turn. */
const AT_ONCE = 25;
const SAMPLE = 1000;

/** What one process remembers of the searches that match much, by account and text; the oldest goes first. */
const remembered = new WeakMap<Sql, Map<string, CountedBlock[]>>();

/**
 * Whether a search matches so many quotes that walking along the list finds a page sooner than the index of
 * substrings, which would fetch all of them first.
 */
export async function isCommon(sql: Sql, accountId: string, term: string): Promise<boolean> {
  if (memoryOf(sql).has(keyOf(accountId, term))) return true;
  const row = await sql.get<{ n: number }>(
    `SELECT count(*) AS n FROM (
       SELECT search FROM quotes WHERE account_id = ? ORDER BY id DESC LIMIT ${SAMPLE}
     ) AS newest WHERE ${sql.search.contains('search')}`,
    accountId,
    term,
  );
  return (row?.n ?? 0) > SAMPLE / 50;
}

/** The next search for it is taken for a common one. */
export function rememberAsCommon(sql: Sql, accountId: string, term: string): void {
  const memory = memoryOf(sql);
  const key = keyOf(accountId, term);
  const counted = memory.get(key) ?? [];
  memory.delete(key);
  memory.set(key, counted);
  for (const oldest of memory.keys()) {
    if (memory.size <= MAX_REMEMBERED) break;
    memory.delete(oldest);
  }
}

export interface Matches {
  total: number;
  place(from: Direction, offset: number): Place;
}

/** Exact, though only the blocks that changed since the last time are counted anew. */
export async function countMatches(
  sql: Sql,
  accountId: string,
  term: string,
  status?: QuoteStatus,
): Promise<Matches> {
  rememberAsCommon(sql, accountId, term);
  const counted = memoryOf(sql).get(keyOf(accountId, term)) ?? [];
  const blocks = await listBlocks(sql, accountId);
  const stale = blocks.flatMap((block, index) => (counted[index]?.version === block.version ? [] : [index]));
  for (const run of runsOf(stale)) {
    for (const [index, fresh] of await countRun(sql, accountId, term, blocks, run)) counted[index] = fresh;
    if (stale.length > AT_ONCE) await setImmediate();
  }
  const sums = blocks.map((block, index) => ({
    startId: block.start_id,
    endId: blocks[index + 1]?.start_id ?? AFTER_ALL_IDS,
    n: sumOf(counted[index], status),
  }));
  return {
    total: sums.reduce((total, { n }) => total + n, 0),
    place(from, offset) {
      let skip = offset;
      for (const block of from === 'first' ? sums : sums.toReversed()) {
        if (skip < block.n) return placeIn(from, block, skip);
        skip -= block.n;
      }
      return placeIn(from, { startId: AFTER_ALL_IDS, endId: '' }, 0);
    },
  };
}

async function countRun(
  sql: Sql,
  accountId: string,
  term: string,
  blocks: readonly Block[],
  { from, to }: { from: number; to: number },
): Promise<[number, CountedBlock][]> {
  const end = blocks[to]?.start_id;
  const rows = await sql.all<{ start_id: string; status: QuoteStatus; n: number }>(
    `SELECT b.start_id, q.status, count(*) AS n
     FROM (
       SELECT start_id, lead(start_id) OVER (ORDER BY start_id) AS end_id
       FROM quote_blocks WHERE account_id = ? AND start_id >= ? ${end === undefined ? '' : 'AND start_id <= ?'}
     ) AS b
     JOIN quotes AS q ON q.account_id = ? AND q.id >= b.start_id AND q.id < coalesce(b.end_id, ?)
     WHERE ${sql.search.contains('q.search')}
     GROUP BY b.start_id, q.status`,
    ...[accountId, blocks[from]?.start_id ?? '', ...(end === undefined ? [] : [end])],
    ...[accountId, end ?? AFTER_ALL_IDS, term],
  );
  const found = new Map<string, number[]>();
  for (const { start_id, status, n } of rows) {
    const counts = found.get(start_id) ?? QUOTE_STATUSES.map(() => 0);
    counts[QUOTE_STATUSES.indexOf(status)] = n;
    found.set(start_id, counts);
  }
  return blocks
    .slice(from, to)
    .map(({ start_id, version }, index) => [from + index, { version, counts: found.get(start_id) ?? [] }]);
}

/** Neighbours together, but never too many. */
function runsOf(indexes: readonly number[]): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (const index of indexes) {
    const last = runs.at(-1);
    if (last && last.to === index && index - last.from < AT_ONCE) last.to++;
    else runs.push({ from: index, to: index + 1 });
  }
  return runs;
}

function sumOf(block: CountedBlock | undefined, status: QuoteStatus | undefined): number {
  const counts = block?.counts ?? [];
  if (status) return counts[QUOTE_STATUSES.indexOf(status)] ?? 0;
  return counts.reduce((sum, n) => sum + n, 0);
}

function memoryOf(sql: Sql): Map<string, CountedBlock[]> {
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
