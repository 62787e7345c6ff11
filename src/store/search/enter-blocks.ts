import { QUOTE_STATUSES, type QuoteStatus } from '../../domain/quote/quote.ts';
import type { Sql } from '../database.ts';
import { AFTER_ALL_IDS, columnOf, noteChange, SIZES, START_OF_BLOCK } from './quote-blocks.ts';

const ALL = QUOTE_STATUSES.map(columnOf).join(' + ');

interface Entry {
  id: string;
  status: QuoteStatus;
}

/** New quotes, in the order of their identifiers. */
export async function enterBlocks(tx: Sql, accountId: string, quotes: readonly Entry[]): Promise<void> {
  await Promise.all([noteChange(tx, accountId), enterAll(tx, accountId, quotes)]);
}

async function enterAll(tx: Sql, accountId: string, quotes: readonly Entry[]): Promise<void> {
  const [first, last] = [quotes[0], quotes.at(-1)];
  if (!first || !last) return;
  const isAlike = quotes.every(({ status }) => status === first.status);
  const together = isAlike && (await enterTogether(tx, accountId, first, last.id, quotes.length));
  const entered = together ? [together] : [];
  if (!together) {
    for (const quote of quotes) {
      const block = await enterTogether(tx, accountId, quote, quote.id, 1);
      if (block) entered.push(block);
    }
  }
  // Not before all of them are counted: a half is counted by what is there.
  const tooLarge = entered.filter(({ n }) => n >= 2 * SIZES.block).map(({ startId }) => startId);
  for (const startId of new Set(tooLarge)) await cutInTwo(tx, accountId, startId);
}

/** The block that they were entered into; `undefined` when they do not belong into one. */
async function enterTogether(
  tx: Sql,
  accountId: string,
  { id, status }: Entry,
  lastId: string,
  count: number,
): Promise<{ startId: string; n: number } | undefined> {
  const column = columnOf(status);
  const block = await tx.get<{ start_id: string; n: number }>(
    `INSERT INTO quote_blocks (account_id, start_id, version, ${column})
     SELECT account_id, start_id, 1, n FROM (
       SELECT CAST(? AS TEXT) AS account_id, ${START_OF_BLOCK} AS start_id, ${START_OF_BLOCK} AS last_start_id,
         CAST(? AS INTEGER) AS n
     ) AS entered WHERE start_id = last_start_id
     ON CONFLICT (account_id, start_id)
     DO UPDATE SET version = quote_blocks.version + 1, ${column} = quote_blocks.${column} + excluded.${column}
     RETURNING start_id, ${ALL} AS n`,
    accountId,
    ...[accountId, id],
    ...[accountId, lastId],
    count,
  );
  if (!block) return undefined;
  if (block.n >= SIZES.block) await beginBlockAfter(tx, accountId, lastId);
  return { startId: block.start_id, n: block.n };
}

/** Only behind the last quote: what is counted in a block stays in it. */
async function beginBlockAfter(tx: Sql, accountId: string, id: string): Promise<void> {
  await tx.run(
    `INSERT INTO quote_blocks (account_id, start_id, version)
     SELECT id, ?, 1 FROM accounts
     WHERE id = ? AND (SELECT max(id) FROM quotes WHERE account_id = ?) <= ?
     ON CONFLICT (account_id, start_id) DO NOTHING`,
    `${id}!`,
    accountId,
    accountId,
    id,
  );
}

/** For new quotes that come before others, as after a clock that was ahead: their block is never the last. */
async function cutInTwo(tx: Sql, accountId: string, startId: string): Promise<void> {
  const next = await tx.get<{ start_id: string | null }>(
    'SELECT min(start_id) AS start_id FROM quote_blocks WHERE account_id = ? AND start_id > ?',
    accountId,
    startId,
  );
  const endId = next?.start_id ?? AFTER_ALL_IDS;
  const middle = await tx.get<{ id: string }>(
    'SELECT id FROM quotes WHERE account_id = ? AND id >= ? AND id < ? ORDER BY id LIMIT 1 OFFSET ?',
    ...[accountId, startId, endId, SIZES.block],
  );
  if (!middle) return;
  const moved = await tx.all<{ status: QuoteStatus; n: number }>(
    'SELECT status, count(*) AS n FROM quotes WHERE account_id = ? AND id >= ? AND id < ? GROUP BY status',
    ...[accountId, middle.id, endId],
  );
  const columns = moved.map(({ status }) => columnOf(status));
  const counts = moved.map(({ n }) => n);
  await tx.run(
    `INSERT INTO quote_blocks (account_id, start_id, version, ${columns.join(', ')})
     VALUES (?, ?, 1, ${columns.map(() => '?').join(', ')})`,
    ...[accountId, middle.id, ...counts],
  );
  await tx.run(
    `UPDATE quote_blocks SET version = version + 1, ${columns.map((name) => `${name} = ${name} - ?`).join(', ')}
     WHERE account_id = ? AND start_id = ?`,
    ...[...counts, accountId, startId],
  );
  if (counts.reduce((sum, n) => sum + n, 0) >= 2 * SIZES.block) await cutInTwo(tx, accountId, middle.id);
}
