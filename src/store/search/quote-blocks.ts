import { QUOTE_STATUSES, type QuoteStatus } from '../../domain/quote/quote.ts';
import type { Sql } from '../database.ts';

/**
 * The quotes of an account in the order of creation, cut into blocks: where each begins, how many quotes of each
 * status it holds, and a version that every change in it raises. A deep page is found by adding up blocks instead of
 * walking over what it skips, and a count of matches has to be taken anew only where something changed.
 */
export interface Block {
  startId: string;
  /** Where the next one begins. */
  endId: string;
  version: number;
  /** In the order of the statuses. */
  counts: number[];
}

/** Sizes at which the way of finding a page changes; tests make them small to see every way. */
export const SIZES = {
  /** A block that has this many quotes is followed by a new one; one with twice as many is cut in two. */
  block: 1000,
  /** From here on it pays to find the place of a page instead of walking to it. */
  deep: 1000,
  /** So few that the index of substrings need not be spared, and that those of a customer are looked at one by one. */
  few: 5000,
  /** So few that a filter looks at them one by one where it could count the others without the database. */
  narrow: 500,
  /** Blocks whose quotes are read into memory in no time. */
  quick: 50,
  /** Quotes that one statement of an export looks at: short enough that others get their turn. */
  window: 1000,
  /** So many new quotes are looked through by themselves at most, on SQLite: the fewer, the sooner it is done. */
  waiting: 256,
  /** A search that matches more than `common` of so many of the newest quotes is a common one. */
  sample: 1000,
  common: 20,
};

/** For an account and a quote. */
export const START_OF_BLOCK = `coalesce(
  (SELECT max(start_id) FROM quote_blocks WHERE account_id = ? AND start_id <= ?), '')`;

/** A change of what is counted: of the status or of the text that is searched. `null` when the quote is gone. */
export async function changeInBlock(
  tx: Sql,
  accountId: string,
  id: string,
  before: QuoteStatus,
  after: QuoteStatus | null,
): Promise<void> {
  const shift =
    before === after
      ? ''
      : `, ${columnOf(before)} = ${columnOf(before)} - 1` +
        (after === null ? '' : `, ${columnOf(after)} = ${columnOf(after)} + 1`);
  await Promise.all([
    noteChange(tx, accountId),
    tx.run(
      `UPDATE quote_blocks SET version = version + 1 ${shift}
       WHERE account_id = ? AND start_id = ${START_OF_BLOCK}`,
      accountId,
      accountId,
      id,
    ),
  ]);
}

/** Rises with every change of a block of the account, so that what was read of the blocks need not be read again. */
export async function noteChange(tx: Sql, accountId: string): Promise<void> {
  await tx.run(
    `INSERT INTO quote_changes (account_id, n) VALUES (?, 1)
     ON CONFLICT (account_id) DO UPDATE SET n = quote_changes.n + 1`,
    accountId,
  );
}

interface KnownBlocks {
  changes: number;
  blocks: readonly Block[];
}

/** What was read last of each database, by account. */
const remembered = new WeakMap<Sql, Map<string, KnownBlocks>>();
const MAX_REMEMBERED = 100;

/** As one text: to read a thousand rows as rows takes longer. */
export async function listBlocks(sql: Sql, accountId: string): Promise<readonly Block[]> {
  const known = remembered.get(sql) ?? new Map<string, KnownBlocks>();
  remembered.set(sql, known);
  const last = known.get(accountId);
  const row = await sql.get<{ n: number; text: string | null }>(
    `SELECT n, CASE WHEN n = ? THEN NULL ELSE (
       SELECT string_agg(start_id || ' ' || version || ${COUNTS}, ',')
       FROM (SELECT * FROM quote_blocks WHERE account_id = ? ORDER BY start_id) AS blocks
     ) END AS text FROM quote_changes WHERE account_id = ?`,
    ...[last?.changes ?? -1, accountId, accountId],
  );
  if (!row) return [];
  if (last && row.n === last.changes) return last.blocks;
  const blocks = readBlocks(row.text ?? '');
  if (known.size >= MAX_REMEMBERED) known.clear();
  known.set(accountId, { changes: row.n, blocks });
  return blocks;
}

/** What was made of the blocks of an account, as long as nothing in them has changed. */
const made = new WeakMap<readonly Block[], Map<string, unknown>>();
const MAX_MADE = 64;

/** Made once for the same blocks: it takes as long as there are blocks, and a list is paged through and looked at again. */
export function ofBlocks<T>(blocks: readonly Block[], key: string, make: () => T): T {
  const known = made.get(blocks) ?? new Map<string, unknown>();
  made.set(blocks, known);
  if (!known.has(key)) {
    if (known.size >= MAX_MADE) known.clear();
    const value = make();
    known.set(key, value);
    // Who asks next tries again.
    if (value instanceof Promise) value.catch(() => known.delete(key));
  }
  return known.get(key) as T;
}

const COUNTS = QUOTE_STATUSES.map((status) => `' ' || ${columnOf(status)}`).join(' || ');

function readBlocks(text: string): Block[] {
  if (text === '') return [];
  const rows = text.split(',').map((block) => block.split(' '));
  return rows.map(([startId = '', version, ...counts], index) => ({
    startId,
    endId: rows[index + 1]?.[0] ?? AFTER_ALL_IDS,
    version: Number(version),
    counts: counts.map(Number),
  }));
}

/** Where the quotes of a page are: what lies between the ranges holds none of them. */
export interface Place {
  ranges: Range[];
  /** How many to pass over in the first of them. */
  skip: number;
}

interface Range {
  startId: string;
  endId: string;
}

export type Direction = 'first' | 'last';

export interface Stretch {
  offset: number;
  limit: number;
}

/** A stretch of the quotes without the blocks in front of it, counted from the first quote or from the last. */
export async function findPlace(
  sql: Sql,
  accountId: string,
  status: QuoteStatus | undefined,
  from: Direction,
  stretch: Stretch,
): Promise<Place> {
  const blocks = await listBlocks(sql, accountId);
  const sized = ofBlocks(blocks, `of status ${status}`, () =>
    blocks.map(({ startId, endId, counts }) => ({ startId, endId, n: sumOf(counts, status) })),
  );
  return placeAmong(sized, from, stretch);
}

export function sumOf(counts: readonly number[], status: QuoteStatus | undefined): number {
  if (status) return counts[QUOTE_STATUSES.indexOf(status)] ?? 0;
  return counts.reduce((sum, n) => sum + n, 0);
}

/** `n` is how many of each block are counted. */
export function placeAmong(
  blocks: readonly (Range & { n: number })[],
  from: Direction,
  { offset, limit }: Stretch,
): Place {
  const ranges: Range[] = [];
  let skip = offset;
  let missing = limit;
  for (let index = 0; index < blocks.length && missing > 0; index++) {
    const block = blocks.at(from === 'first' ? index : -1 - index);
    if (!block || block.n === 0) continue;
    const { startId, endId, n } = block;
    if (ranges.length === 0 && skip >= n) {
      skip -= n;
      continue;
    }
    missing -= ranges.length === 0 ? n - skip : n;
    const last = ranges.at(-1);
    if (last?.endId === startId) last.endId = endId;
    else if (last?.startId === endId) last.startId = startId;
    else ranges.push({ startId, endId });
  }
  return { ranges, skip };
}

/** Identifiers begin with a lower-case prefix. */
export const AFTER_ALL_IDS = '~';

/** The names come from a list of our own, never from a caller. */
export function columnOf(status: QuoteStatus): string {
  return status.toLowerCase();
}
