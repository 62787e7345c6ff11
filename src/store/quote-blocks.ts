import { QUOTE_STATUSES, type QuoteStatus } from '../domain/quote.ts';
import type { Sql } from './database.ts';

/**
 * The quotes of an account in the order of creation, cut into blocks: where each begins, how many quotes of each
 * status it holds, and a version that every change in it raises. A deep page is found by adding up blocks instead of
 * walking over what it skips, and a count of matches has to be taken anew only where something changed.
 */
export interface Block {
  start_id: string;
  version: number;
}

/** Sizes at which the way of finding a page changes; tests make them small to see every way. */
export const SIZES = {
  /** A block that has this many quotes is followed by a new one. */
  block: 1000,
  /** From here on it pays to find the place of a page instead of walking to it. */
  deep: 1000,
  /** So few that they can be looked at one by one. */
  few: 5000,
};

const ALL = QUOTE_STATUSES.map(columnOf).join(' + ');
/** For an account and a quote. */
const START_OF_BLOCK = `coalesce(
  (SELECT max(start_id) FROM quote_blocks WHERE account_id = ? AND start_id <= ?), '')`;

export async function enterBlock(
  tx: Sql,
  accountId: string,
  { id, status }: { id: string; status: QuoteStatus },
): Promise<void> {
  const column = columnOf(status);
  const block = await tx.get<{ n: number }>(
    `INSERT INTO quote_blocks (account_id, start_id, version, ${column})
     VALUES (?, ${START_OF_BLOCK}, 1, 1)
     ON CONFLICT (account_id, start_id)
     DO UPDATE SET version = quote_blocks.version + 1, ${column} = quote_blocks.${column} + 1
     RETURNING ${ALL} AS n`,
    accountId,
    accountId,
    id,
  );
  if ((block?.n ?? 0) >= SIZES.block) await beginBlockAfter(tx, accountId, id);
}

/** Only behind the last quote: what is counted in a block stays in it. */
async function beginBlockAfter(tx: Sql, accountId: string, id: string): Promise<void> {
  await tx.run(
    `INSERT INTO quote_blocks (account_id, start_id, version)
     SELECT id, ?, 1 FROM accounts
     WHERE id = ? AND NOT EXISTS (SELECT 1 FROM quotes WHERE account_id = ? AND id > ?)
     ON CONFLICT (account_id, start_id) DO NOTHING`,
    `${id}!`,
    accountId,
    accountId,
    id,
  );
}

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
  await tx.run(
    `UPDATE quote_blocks SET version = version + 1 ${shift}
     WHERE account_id = ? AND start_id = ${START_OF_BLOCK}`,
    accountId,
    accountId,
    id,
  );
}

export function listBlocks(sql: Sql, accountId: string): Promise<Block[]> {
  return sql.all<Block>(
    'SELECT start_id, version FROM quote_blocks WHERE account_id = ? ORDER BY start_id',
    accountId,
  );
}

/** Where to begin to find the quote at this place in the order of creation, and how many to skip from there. */
export async function findPlace(
  sql: Sql,
  accountId: string,
  status: QuoteStatus | undefined,
  offset: number,
): Promise<{ startId: string; skip: number }> {
  const row = await sql.get<{ start_id: string; before: number }>(
    `SELECT start_id, before FROM (
       SELECT start_id, sum(n) OVER (ORDER BY start_id) - n AS before FROM (
         SELECT start_id, ${status ? columnOf(status) : ALL} AS n FROM quote_blocks WHERE account_id = ?
       ) AS blocks
     ) AS sums
     WHERE before <= ? ORDER BY start_id DESC LIMIT 1`,
    accountId,
    offset,
  );
  return row ? { startId: row.start_id, skip: offset - row.before } : { startId: '', skip: offset };
}

/** The names come from a list of our own, never from a caller. */
function columnOf(status: QuoteStatus): string {
  return status.toLowerCase();
}
