import type { FeedType } from '../../../domain/events/feed-event.ts';
import { parseEventPlace } from '../../../domain/ids.ts';
import { SHAPES } from '../../../domain/stored-shape.ts';
import { formatLimit, formatPlaceholders, type Sql, type SqlPart, type SqlValue } from '../../database.ts';
import { storeBodies } from '../webhook/deliveries.ts';
import {
  buildEventDoc,
  EVENT_COLUMNS,
  type EventRow,
  findCreatedPosition,
  IS_INDEXED,
  JOIN_NEW_QUOTE,
} from './created-events.ts';

export interface FeedRow {
  id: string;
  type: FeedType;
  quoteId: string | null;
  invoiceId: string | null;
  customerId: string | null;
  /** JSON of the API; `null` for the event of a new quote, which has the name of the customer (`created-events.ts`). */
  doc: string | null;
  customerName?: string;
}

/**
 * Reserves `count` numbers in the transaction of the change and returns the last one. The row of the account stays
 * locked until the transaction ends, so that numbers become visible in order and a rollback leaves no gap: a reader
 * that has reached a number has seen all before it.
 */
export async function reserveFeedNumbers(
  tx: Sql,
  accountId: string,
  count: number,
  now: number,
): Promise<number> {
  const row = await tx.get<{ n: number }>(
    `INSERT INTO feed_heads (account_id, n, gone, oldest_at) VALUES (?, ?, 0, ?)
     ON CONFLICT (account_id) DO UPDATE SET n = feed_heads.n + excluded.n RETURNING n`,
    ...[accountId, count, now],
  );
  if (!row) throw new Error('the feed returned no number');
  tx.note?.({ accountId, n: row.n, sequences: {} });
  return row.n;
}

/** Inserts events under consecutive numbers that end with `last`. */
export async function insertFeedEvents(
  tx: Sql,
  accountId: string,
  last: number,
  rows: readonly FeedRow[],
  now: number,
): Promise<void> {
  const first = last - rows.length + 1;
  await tx.run(
    `INSERT INTO feed (account_id, n, id, type, quote_id, invoice_id, customer_id, recorded_at, customer_name, doc, shape)
     VALUES ${formatPlaceholders(rows.length, 11)}`,
    ...rows.flatMap(({ id, type, quoteId, invoiceId, customerId, customerName = null, doc }, index) => [
      ...[accountId, first + index, id, type, quoteId, invoiceId, customerId, now],
      ...[customerName, doc, SHAPES.event],
    ]),
  );
}

/** `n` is the newest event, `gone` the newest deleted one. */
export interface FeedHead {
  n: number;
  gone: number;
}

export async function findFeedHead(sql: Sql, accountId: string): Promise<FeedHead> {
  const row = await sql.get<FeedHead>('SELECT n, gone FROM feed_heads WHERE account_id = ?', accountId);
  return row ?? { n: 0, gone: 0 };
}

export async function findEventPosition(
  sql: Sql,
  accountId: string,
  id: string,
): Promise<number | undefined> {
  const place = parseEventPlace(id);
  const row = await sql.get<{ id: string }>(
    'SELECT id FROM feed WHERE account_id = ? AND n = ?',
    ...[accountId, place],
  );
  return row?.id === id ? place : undefined;
}

/** The JSON of one event. */
export async function findFeedEvent(sql: Sql, accountId: string, id: string): Promise<string | undefined> {
  const place = await findEventPosition(sql, accountId, id);
  if (place === undefined) return undefined;
  const [event] = await listFeed(sql, accountId, { after: place - 1, upTo: place }, {}, 1);
  return event?.doc;
}

/**
 * Position of the last event before a time; if all of those are deleted, the position before the first event that is
 * left.
 */
export async function findPositionAtTime(sql: Sql, accountId: string, time: number): Promise<number> {
  const { n, gone } = await findFeedHead(sql, accountId);
  let [before, from] = [gone, n + 1];
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    // After a restore, some numbers have no event.
    const row = await sql.get<{ n: number; recorded_at: number }>(
      'SELECT n, recorded_at FROM feed WHERE account_id = ? AND n >= ? AND n < ? ORDER BY n LIMIT 1',
      ...[accountId, middle, from],
    );
    if (!row || row.recorded_at >= time) from = middle;
    else before = row.n;
  }
  return before;
}

interface Stretch {
  after: number;
  upTo: number;
}

export interface FeedFilter {
  type?: FeedType | undefined;
  quoteId?: string | undefined;
  invoiceId?: string | undefined;
  customerId?: string | undefined;
  /** Newest first. */
  isDescending?: boolean | undefined;
}

/** Whether an index covers the filter. For any other filter, a range of the feed is scanned. */
export function isIndexedFilter({ type, quoteId, invoiceId, customerId }: FeedFilter): boolean {
  const isAbout = [quoteId, invoiceId, customerId].some((id) => id !== undefined);
  return isAbout || (type !== undefined && type !== 'quote.created');
}

/** Events after one number up to another. */
export async function listFeed(
  sql: Sql,
  accountId: string,
  stretch: Stretch,
  filter: FeedFilter,
  limit: number,
): Promise<{ n: number; doc: string }[]> {
  const events = await selectEvents(sql, accountId, stretch, filter, limit);
  // The account is repeated: for a subquery's rows, Citus would fetch all quotes of all servers.
  const rows = await sql.all<EventRow & { n: number }>(
    `SELECT f.n, ${EVENT_COLUMNS} FROM (${events.sql}) AS f ${JOIN_NEW_QUOTE} AND new_quote.account_id = ?
     ORDER BY f.n ${direction(filter)} ${formatLimit(limit).sql}`,
    ...[...events.values, accountId],
  );
  return rows.map((row) => ({ n: row.n, doc: buildEventDoc(row) }));
}

async function selectEvents(
  sql: Sql,
  accountId: string,
  { after, upTo }: Stretch,
  filter: FeedFilter,
  limit: number,
): Promise<SqlPart> {
  const { type, quoteId, invoiceId, customerId } = filter;
  // The narrowest of them: a quote and an invoice have few events.
  const subject = [
    { column: 'invoice_id', id: invoiceId },
    { column: 'quote_id', id: quoteId },
    { column: 'customer_id', id: customerId },
  ].filter(({ id }) => id !== undefined);
  const where = [
    'account_id = ? AND n > ? AND n <= ?',
    // Expressions keep the engine from walking the index of another column.
    ...subject.map(({ column }, index) => (index === 0 ? `${column} = ?` : `(${column} || '') = ?`)),
    ...(type === undefined ? [] : [subject.length === 0 ? 'type = ?' : `(type || '') = ?`]),
  ];
  const values: SqlValue[] = [
    ...[accountId, after, upTo],
    ...[...subject.map(({ id }) => id), type].filter((value) => value !== undefined),
  ];
  const select = (
    more: readonly string[],
  ) => `SELECT * FROM (SELECT account_id, n, quote_id, customer_name, doc, shape FROM feed
    WHERE ${[...where, ...more].join(' AND ')} ORDER BY n ${direction(filter)} ${formatLimit(limit).sql}) AS one`;
  // The events of new quotes are not in the indexes by quote and by type.
  const isPartial = subject[0]?.column === 'quote_id' || (subject.length === 0 && isIndexedFilter(filter));
  const found = { sql: select(isPartial ? [IS_INDEXED] : []), values };
  if (!isPartial || quoteId === undefined) return found;
  const place = await findCreatedPosition(sql, accountId, quoteId);
  if (place === undefined) return found;
  // One statement: an event that is being indexed is in one of both parts, never in both.
  return {
    sql: `${found.sql} UNION ALL ${select([`NOT (${IS_INDEXED})`, 'n = ?'])}`,
    values: [...values, ...values, place],
  };
}

function direction({ isDescending }: FeedFilter): string {
  return isDescending ? 'DESC' : '';
}

/** Condition of events about customers that were erased. The one that tells of an erasure itself has no quote. */
export const IS_OVERWRITTEN = `type = 'customer.erased' AND quote_id IS NOT NULL`;

export type FeedPosition = Pick<FeedRow, 'id' | 'type' | 'quoteId'> & { n: number };

/** Numbers and types after one number up to another, without the content of the events. */
export function listFeedPositions(
  sql: Sql,
  accountId: string,
  after: number,
  upTo: number,
): Promise<FeedPosition[]> {
  return sql.all<FeedPosition>(
    'SELECT n, id, type, quote_id AS "quoteId" FROM feed WHERE account_id = ? AND n > ? AND n <= ? ORDER BY n',
    ...[accountId, after, upTo],
  );
}

export async function hasFeedEvent(sql: Sql, accountId: string, n: number): Promise<boolean> {
  const row = await sql.get('SELECT 1 AS found FROM feed WHERE account_id = ? AND n = ?', ...[accountId, n]);
  return row !== undefined;
}

/** Accounts with events from before a time. */
export async function listAccountsWithOldEvents(sql: Sql, before: number, limit: number): Promise<string[]> {
  const rows = await sql.all<{ account_id: string }>(
    `SELECT account_id FROM feed_heads WHERE oldest_at < ? ORDER BY oldest_at ${formatLimit(limit).sql}`,
    before,
  );
  return rows.map((row) => row.account_id);
}

/**
 * Deletes the oldest events from before a time, up to a limit and in order. If none is left, later events are no older
 * than `now`, so an insert need not update the oldest time.
 */
export async function deleteFeedEventsBefore(
  tx: Sql,
  accountId: string,
  { before, now, limit }: { before: number; now: number; limit: number },
): Promise<void> {
  const rows = await tx.all<{ n: number; recorded_at: number }>(
    `SELECT n, recorded_at FROM feed WHERE account_id = ? ORDER BY n ${formatLimit(limit + 1).sql}`,
    accountId,
  );
  const firstRecent = rows.findIndex(({ recorded_at }, index) => index === limit || recorded_at >= before);
  const old = firstRecent < 0 ? rows : rows.slice(0, firstRecent);
  const last = old.at(-1);
  if (last) {
    await storeBodies(tx, accountId, last.n);
    await tx.run('DELETE FROM feed WHERE account_id = ? AND n <= ?', ...[accountId, last.n]);
    await tx.run(
      'UPDATE feed_heads SET gone = ? WHERE account_id = ? AND gone < ?',
      ...[last.n, accountId, last.n],
    );
  }
  await tx.run(
    'UPDATE feed_heads SET oldest_at = ? WHERE account_id = ?',
    ...[rows[old.length]?.recorded_at ?? now, accountId],
  );
}
