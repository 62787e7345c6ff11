import { leastId } from '../../domain/ids.ts';
import type { HistoryEvent } from '../../domain/quote/history.ts';
import { limitTo, rowsOfValues, type Sql } from '../database.ts';
import type { Link } from './quote/links.ts';

export type NewEvent = Pick<HistoryEvent, 'type' | 'actor' | 'data'>;

/** The last one in the history of a quote; empty without one. */
export async function lastEventId(tx: Sql, accountId: string, quoteId: string): Promise<string> {
  const last = await tx.get<{ id: string | null }>(
    'SELECT max(id) AS id FROM events WHERE account_id = ? AND quote_id = ?',
    accountId,
    quoteId,
  );
  return last?.id ?? '';
}

export async function insertEvents(
  tx: Sql,
  accountId: string,
  events: readonly { quoteId: string; event: HistoryEvent }[],
): Promise<void> {
  await tx.run(
    `INSERT INTO events (account_id, quote_id, id, doc) VALUES ${rowsOfValues(events.length, 4)}`,
    ...events.flatMap(({ quoteId, event }) => [accountId, quoteId, event.id, JSON.stringify(event)]),
  );
}

export async function listEventDocs(sql: Sql, accountId: string, quoteId: string): Promise<string[]> {
  const rows = await sql.all<{ doc: string }>(
    'SELECT doc FROM events WHERE account_id = ? AND quote_id = ? ORDER BY id',
    accountId,
    quoteId,
  );
  return rows.map((row) => row.doc);
}

/** The last time that its mail was not taken. */
export async function findLastFailure(
  sql: Sql,
  accountId: string,
  quoteId: string,
): Promise<HistoryEvent | undefined> {
  const row = await sql.get<{ doc: string }>(
    `SELECT doc FROM events WHERE account_id = ? AND quote_id = ? AND doc LIKE '%"type":"send_failed"%'
     ORDER BY id DESC LIMIT 1`,
    ...[accountId, quoteId],
  );
  return row && (JSON.parse(row.doc) as HistoryEvent);
}

/** The last ones before one of them, or of all, newest first. */
export async function listLastEvents(
  sql: Sql,
  accountId: string,
  quoteId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<HistoryEvent[]> {
  const rows = await sql.all<{ doc: string }>(
    `SELECT doc FROM events WHERE account_id = ? AND quote_id = ? ${before === undefined ? '' : 'AND id < ?'}
     ORDER BY id DESC ${limitTo(limit).sql}`,
    accountId,
    quoteId,
    ...(before === undefined ? [] : [before]),
  );
  return rows.map(({ doc }) => JSON.parse(doc) as HistoryEvent);
}

/** When the customer last asked something over this link, oldest first. */
export async function listAskedOverLink(
  sql: Sql,
  { account_id: accountId, quote_id: quoteId, id: linkId }: Pick<Link, 'account_id' | 'quote_id' | 'id'>,
  since: number,
): Promise<number[]> {
  const rows = await sql.all<{ doc: string }>(
    `SELECT doc FROM events WHERE account_id = ? AND quote_id = ? AND id >= ? AND doc LIKE ? ORDER BY id`,
    accountId,
    quoteId,
    leastId('evt', since),
    `%"linkId":"${linkId}"%`,
  );
  return rows
    .map(({ doc }) => JSON.parse(doc) as HistoryEvent)
    .filter(
      ({ type, data }) => (type === 'question' || type === 'renewal_requested') && data.linkId === linkId,
    )
    .map(({ at }) => Date.parse(at))
    .filter((at) => at > since);
}
