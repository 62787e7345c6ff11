import { setImmediate } from 'node:timers/promises';
import { asNewest } from '../../domain/bounded-memory.ts';
import { QUOTE_STATUSES, type QuoteStatus } from '../../domain/quote/quote.ts';
import type { Sql } from '../database.ts';
import {
  type Block,
  type Direction,
  listBlocks,
  ofBlocks,
  type Place,
  placeAmong,
  SIZES,
  type Stretch,
  sumOf,
} from './quote-blocks.ts';
import type { CountedFilter } from './quote-counts.ts';

/*
 * Buys common searches that cost a sixteenth at 10,000 quotes and stay quick at 1,000,000; a search that is not common
 * costs half as much again for it: `npm run bench:cpu -- search-common search-rarer search-deep`, `npm run bench:scale`.
 */

/** The quotes of a block that match a search, in the order of the statuses, and the version that was counted. */
export interface CountedBlock {
  startId: string;
  version: number;
  counts: number[];
  /** Which they are, where they are so few that they are known. */
  ids: (string[] | undefined)[];
}

const MAX_REMEMBERED = 64;
/** Blocks counted by one statement: short enough that others get their turn. */
export const AT_ONCE = 10;

/** What one process knows of each block, by what was asked for. */
export type Memory<Known = CountedBlock> = WeakMap<Sql, Map<string, Known[]>>;
/** What one process remembers of the searches that match much, by account and text; the oldest goes first. */
const remembered: Memory = new WeakMap();

/**
 * Whether a search matches so many quotes that walking along the list finds a page sooner than the index of
 * substrings, which would fetch all of them first.
 */
export async function isCommon(sql: Sql, accountId: string, term: string): Promise<boolean> {
  if (memoryOf(remembered, sql).has(keyOf(accountId, term))) return true;
  const row = await sql.get<{ n: number }>(
    `SELECT count(*) AS n FROM (
       SELECT search FROM quote_facts WHERE account_id = ? ORDER BY id DESC LIMIT ${SIZES.sample}
     ) AS newest WHERE ${sql.search.contains('search')}`,
    accountId,
    term,
  );
  return (row?.n ?? 0) > SIZES.common;
}

/** What was lately searched for once, whatever came of it; the oldest goes first. */
const askedOnce = new WeakMap<Sql, Set<string>>();

/**
 * Whether a search was asked for before: then it pays to count its matches once, and later only in the blocks that have
 * changed, as long as there are not many blocks.
 */
export function isAskedAgain(sql: Sql, accountId: string, term: string): boolean {
  const asked = askedOnce.get(sql) ?? new Set();
  askedOnce.set(sql, asked);
  const key = keyOf(accountId, term);
  const isAgain = asked.delete(key);
  asked.add(key);
  for (const oldest of asked) {
    if (asked.size <= MAX_REMEMBERED) break;
    asked.delete(oldest);
  }
  return isAgain;
}

/** The next search for it is taken for a common one. */
export function rememberAsCommon(sql: Sql, accountId: string, term: string): void {
  countedBlocks(memoryOf(remembered, sql), keyOf(accountId, term));
}

/** What is known by this key, from now on as the newest. */
export function countedBlocks<Known>(memory: Map<string, Known[]>, key: string): Known[] {
  return asNewest(memory, MAX_REMEMBERED, key, () => []);
}

export interface Matches {
  total: number;
  place(from: Direction, stretch: Stretch): Place;
  /** The quotes of a stretch themselves, where they are all known: they are then too far apart to be looked for. */
  ids(from: Direction, stretch: Stretch): string[] | undefined;
}

/** Exact, though only the blocks that changed since the last time are counted anew. */
export async function countMatches(
  sql: Sql,
  accountId: string,
  term: string,
  { customerId, status }: CountedFilter,
): Promise<Matches> {
  rememberAsCommon(sql, accountId, term);
  const key = keyOf(accountId, term, customerId);
  const counted = countedBlocks(memoryOf(remembered, sql), key);
  const blocks = await refresh(sql, accountId, counted, (stale, all) =>
    countStale(sql, accountId, term, customerId, all, counted, stale),
  );
  return ofBlocks(blocks, `matches ${key} ${status}`, () => matchesOf(blocks, counted, status));
}

/** The blocks as they are now, with all of them counted. */
export async function refresh(
  sql: Sql,
  accountId: string,
  counted: CountedBlock[],
  count: (stale: number[], blocks: readonly Block[]) => Promise<void>,
): Promise<readonly Block[]> {
  // Whoever asks while somebody counts would only count the same.
  while (underWay.has(counted)) await underWay.get(counted);
  const counting = (async () => {
    const blocks = await listBlocks(sql, accountId);
    if (upToDate.get(counted) !== blocks) {
      await count(staleOf(blocks, counted), blocks);
      upToDate.set(counted, blocks);
    }
    return blocks;
  })().finally(() => underWay.delete(counted));
  underWay.set(
    counted,
    counting.catch(() => {}),
  );
  return counting;
}

function staleOf(blocks: readonly Block[], counted: readonly CountedBlock[]): number[] {
  return blocks.flatMap(({ startId, version }, index) => {
    const known = counted[index];
    return known?.startId === startId && known.version === version ? [] : [index];
  });
}

export function matchesOf(
  blocks: readonly Block[],
  counted: readonly CountedBlock[],
  status: QuoteStatus | undefined,
): Matches {
  const matching = blocks.map(({ startId, endId }, index) => ({
    startId,
    endId,
    n: sumOf(counted[index]?.counts ?? [], status),
    known: counted[index]?.ids ?? [],
  }));
  return {
    total: matching.reduce((total, { n }) => total + n, 0),
    place: (from, stretch) => placeAmong(matching, from, stretch),
    ids: (from, stretch) => idsAmong(matching, status, from, stretch),
  };
}

function idsOf(ids: CountedBlock['ids'], status: QuoteStatus | undefined): string[] | undefined {
  if (status) return ids[QUOTE_STATUSES.indexOf(status)];
  return ids.includes(undefined) ? undefined : ids.flatMap((known) => known ?? []).sort();
}

function idsAmong(
  blocks: readonly { n: number; known: CountedBlock['ids'] }[],
  status: QuoteStatus | undefined,
  from: Direction,
  { offset, limit }: Stretch,
): string[] | undefined {
  const found: string[] = [];
  let skip = offset;
  for (const { n, known } of from === 'first' ? blocks : blocks.toReversed()) {
    if (found.length >= limit) break;
    if (skip >= n) {
      skip -= n;
      continue;
    }
    const ids = idsOf(known, status);
    if (!ids) return undefined;
    found.push(...(from === 'first' ? ids : ids.toReversed()).slice(skip));
    skip = 0;
  }
  return found.slice(0, limit);
}

/** The blocks that were counted last: while they are the same, none of them need be looked at. */
const upToDate = new WeakMap<CountedBlock[], readonly Block[]>();

const underWay = new Map<CountedBlock[], Promise<unknown>>();

export async function countStale(
  sql: Sql,
  accountId: string,
  term: string,
  customerId: string | undefined,
  blocks: readonly Block[],
  counted: CountedBlock[],
  stale: readonly number[],
): Promise<void> {
  for (const run of runsOf(stale)) {
    const fresh = await countRun(sql, accountId, term, customerId, blocks.slice(run.from, run.to));
    for (const [index, block] of fresh.entries()) counted[run.from + index] = block;
    if (stale.length > AT_ONCE) await setImmediate();
  }
}

interface CountedGroup {
  block: number;
  status: QuoteStatus;
  n: number;
  first: string;
  last: string;
}

async function countRun(
  sql: Sql,
  accountId: string,
  term: string,
  customerId: string | undefined,
  blocks: readonly Block[],
): Promise<CountedBlock[]> {
  // A part for each block: in a join, the engines would look at all of them for each one.
  const part = (block: number) =>
    `SELECT ${block} AS block, q.status, count(*) AS n, min(q.id) AS first, max(q.id) AS last FROM ${sql.facts.all} AS q
     WHERE q.account_id = ? AND q.id >= ? AND q.id < ? ${customerId === undefined ? '' : 'AND q.customer_id = ?'}
       AND ${sql.search.contains('q.search')}
     GROUP BY q.status`;
  const rows = await sql.all<CountedGroup>(
    blocks.map((_, index) => part(index)).join(' UNION ALL '),
    ...blocks.flatMap(({ startId, endId }) => [
      ...[accountId, startId, endId],
      ...(customerId === undefined ? [] : [customerId]),
      term,
    ]),
  );
  const counted = blocks.map(
    ({ startId, version }): CountedBlock => ({
      startId,
      version,
      counts: QUOTE_STATUSES.map(() => 0),
      ids: QUOTE_STATUSES.map(() => []),
    }),
  );
  for (const { block, status, n, first, last } of rows) {
    const place = QUOTE_STATUSES.indexOf(status);
    const { counts, ids } = counted[block] as CountedBlock;
    counts[place] = n;
    ids[place] = n > 2 ? undefined : n === 2 ? [first, last] : [first];
  }
  return counted;
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

export function memoryOf<Known>(all: Memory<Known>, sql: Sql): Map<string, Known[]> {
  const memory = all.get(sql) ?? new Map<string, Known[]>();
  all.set(sql, memory);
  return memory;
}

export function keyOf(accountId: string, term: string, customerId = ''): string {
  return `${accountId} ${customerId} ${term}`;
}
