import { minIdAt, parseIdTime } from '../../../domain/ids.ts';
import type { InvoiceHistoryEvent } from '../../../domain/invoice/history.ts';
import type { HistoryEvent } from '../../../domain/quote/history.ts';
import { formatLimit, type Sql } from '../../database.ts';
import type { Link } from '../links.ts';

/** An event of a quote or of an invoice. */
type AnyEvent = HistoryEvent | InvoiceHistoryEvent;

export type NewEvent = Pick<HistoryEvent, 'type' | 'actor' | 'data'>;

/*
 * The first event of the history of a quote is in its row (`creation`): a separate row is a tenth of what creating a quote
 * writes.
 */

/** Identifier of the last event of a quote; empty if there is none. */
export async function findLastEventId(tx: Sql, accountId: string, documentId: string): Promise<string> {
  const last = await tx.get<{ id: string | null; creation: string | null }>(
    `SELECT max(id) AS id, (SELECT creation FROM quotes WHERE account_id = ? AND id = ?) AS creation
     FROM events WHERE account_id = ? AND document_id = ?`,
    ...[accountId, documentId, accountId, documentId],
  );
  return last?.id ?? creationIn(last?.creation)?.id ?? '';
}

export async function insertEvent(
  tx: Sql,
  accountId: string,
  documentId: string,
  event: AnyEvent,
): Promise<void> {
  await tx.run(
    'INSERT INTO events (account_id, document_id, id, doc) VALUES (?, ?, ?, ?)',
    ...[accountId, documentId, event.id, JSON.stringify(event)],
  );
}

async function findCreation(
  sql: Sql,
  accountId: string,
  documentId: string,
): Promise<HistoryEvent | undefined> {
  const row = await sql.get<{ creation: string | null }>(
    'SELECT creation FROM quotes WHERE account_id = ? AND id = ?',
    accountId,
    documentId,
  );
  return creationIn(row?.creation);
}

function creationIn(text: string | null | undefined): HistoryEvent | undefined {
  return text ? (JSON.parse(text) as HistoryEvent) : undefined;
}

export async function listEventDocs(sql: Sql, accountId: string, documentId: string): Promise<string[]> {
  const rows = await sql.all<{ doc: string }>(
    `SELECT '' AS id, creation AS doc FROM quotes WHERE account_id = ? AND id = ? AND creation IS NOT NULL
     UNION ALL SELECT id, doc FROM events WHERE account_id = ? AND document_id = ? ORDER BY id`,
    ...[accountId, documentId, accountId, documentId],
  );
  return rows.map((row) => row.doc);
}

/** The events that say who wrote the content of a quote and what was asked and decided about it, oldest first. */
export async function listApprovalEvents(
  sql: Sql,
  accountId: string,
  quoteId: string,
): Promise<HistoryEvent[]> {
  const rows = await sql.all<{ doc: string }>(
    `SELECT '' AS id, creation AS doc FROM quotes WHERE account_id = ? AND id = ? AND creation IS NOT NULL
     UNION ALL SELECT id, doc FROM events WHERE account_id = ? AND document_id = ?
       AND (doc LIKE '%"type":"updated"%' OR doc LIKE '%"type":"created"%' OR doc LIKE '%"type":"approv%'
         OR doc LIKE '%"type":"rejected"%')
     ORDER BY id`,
    ...[accountId, quoteId, accountId, quoteId],
  );
  return rows.map(({ doc }) => JSON.parse(doc) as HistoryEvent);
}

/** The last failed delivery of its email. */
export async function findLastFailure(
  sql: Sql,
  accountId: string,
  documentId: string,
): Promise<HistoryEvent | undefined> {
  const row = await sql.get<{ doc: string }>(
    `SELECT doc FROM events WHERE account_id = ? AND document_id = ? AND doc LIKE '%"type":"send_failed"%'
     ORDER BY id DESC LIMIT 1`,
    ...[accountId, documentId],
  );
  return row && (JSON.parse(row.doc) as HistoryEvent);
}

/** The last events, optionally before a given one, newest first. */
export async function listLastEvents(
  sql: Sql,
  accountId: string,
  documentId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<HistoryEvent[]> {
  const rows = await sql.all<{ doc: string }>(
    `SELECT doc FROM events WHERE account_id = ? AND document_id = ? ${before === undefined ? '' : 'AND id < ?'}
     ORDER BY id DESC ${formatLimit(limit).sql}`,
    accountId,
    documentId,
    ...(before === undefined ? [] : [before]),
  );
  const events = rows.map(({ doc }) => JSON.parse(doc) as HistoryEvent);
  const creation = events.length < limit ? await findCreation(sql, accountId, documentId) : undefined;
  return creation && (before === undefined || creation.id < before) ? [...events, creation] : events;
}

/** Counts the events of one type since a time. */
export async function countEvents(
  sql: Sql,
  accountId: string,
  documentId: string,
  { type, since }: { type: HistoryEvent['type']; since: number },
): Promise<number> {
  const row = await sql.get<{ n: number }>(
    `SELECT count(*) AS n FROM events WHERE account_id = ? AND document_id = ? AND id >= ? AND doc LIKE ?`,
    ...[accountId, documentId, minIdAt('evt', since), `%"type":"${type}"%`],
  );
  return row?.n ?? 0;
}

/** Real times of the questions asked over this link, oldest first. */
export async function listQuestionTimes(
  sql: Sql,
  {
    account_id: accountId,
    document_id: documentId,
    id: linkId,
  }: Pick<Link, 'account_id' | 'document_id' | 'id'>,
  since: number,
): Promise<number[]> {
  const rows = await sql.all<{ doc: string }>(
    `SELECT doc FROM events WHERE account_id = ? AND document_id = ? AND id >= ? AND doc LIKE ? ORDER BY id`,
    accountId,
    documentId,
    minIdAt('evt', since),
    `%"linkId":"${linkId}"%`,
  );
  return rows
    .map(({ doc }) => JSON.parse(doc) as HistoryEvent)
    .filter(
      ({ type, data }) => (type === 'question' || type === 'renewal_requested') && data.linkId === linkId,
    )
    .map(({ id }) => parseIdTime(id))
    .filter((at) => at > since);
}
