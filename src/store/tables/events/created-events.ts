import { formatCreatedEvent } from '../../../domain/events/feed-doc.ts';
import { parseEventPlace } from '../../../domain/ids.ts';
import type { HistoryEvent } from '../../../domain/quote/history.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { SHAPES, upgradeEvent } from '../../../domain/stored-shape.ts';
import type { Sql } from '../../database.ts';
import { expectStoredObject, parseStored, type StoredDoc, toCurrentDoc } from '../stored-docs.ts';

/*
 * The row of a new quote has everything that its `quote.created` event contains, except for the name of the customer.
 * Until the quote changes, the event stores only that name, which saves a seventh of what creating a quote writes.
 */

const IS_DERIVED = 'doc IS NULL';

/**
 * Condition of the partial indexes of the feed by quote and by type, which omit the events of new quotes. It must match
 * their definition exactly.
 */
export const IS_INDEXED = 'doc IS NOT NULL';

/** Position in the feed of the event of a new quote, while it is still derived from the quote. */
export async function findCreatedPosition(
  sql: Sql,
  accountId: string,
  quoteId: string,
): Promise<number | undefined> {
  const row = await sql.get<{ creation: string | null }>(
    'SELECT creation FROM quotes WHERE account_id = ? AND id = ?',
    ...[accountId, quoteId],
  );
  return row?.creation ? parseEventPlace((JSON.parse(row.creation) as HistoryEvent).id) : undefined;
}

/** A row of the feed, with its content or the quote that it is derived from. */
export interface EventRow {
  doc: string | null;
  customer_name: string | null;
  shape: number;
  new_quote: string | null;
  quote_shape: number | null;
  creation: string | null;
}

export const EVENT_COLUMNS =
  'f.doc, f.customer_name, f.shape, new_quote.doc AS new_quote, new_quote.shape AS quote_shape, new_quote.creation';

/** Joins the feed (`f`) with the quote in one statement, so that both are read in the same state. */
export const JOIN_NEW_QUOTE = `LEFT JOIN quotes AS new_quote ON new_quote.account_id = f.account_id
  AND new_quote.id = CASE WHEN f.${IS_DERIVED} THEN f.quote_id END`;

/** JSON of the API. */
export function buildEventDoc(row: EventRow): string {
  const { doc, shape, customer_name: customerName, new_quote, quote_shape, creation } = row;
  if (doc !== null) return toCurrentEvent({ doc, shape });
  if (customerName === null || new_quote === null || quote_shape === null || creation === null) {
    throw new Error('the event of a new quote without its quote');
  }
  const quote = toCurrentDoc('quote', { doc: new_quote, shape: quote_shape });
  return formatCreatedEvent(quote, JSON.parse(creation) as HistoryEvent, customerName);
}

/** JSON of the API, for an event that has its content in its row. */
export function toCurrentEvent({ doc, shape }: StoredDoc): string {
  return shape === SHAPES.event ? expectStoredObject(doc) : JSON.stringify(upgradeEvent(parseStored(doc)));
}

/** Stores the full event before the first change or the deletion of a new quote, because it describes the original. */
export async function storeCreatedEvent(
  tx: Sql,
  accountId: string,
  { quote, creation }: { quote: Quote; creation: string | null },
): Promise<void> {
  if (creation === null) return;
  const event = JSON.parse(creation) as HistoryEvent;
  const place = parseEventPlace(event.id);
  const row = await tx.get<{ customer_name: string }>(
    `SELECT customer_name FROM feed WHERE account_id = ? AND n = ? AND id = ? AND ${IS_DERIVED}`,
    ...[accountId, place, event.id],
  );
  if (!row) return;
  const doc = formatCreatedEvent(JSON.stringify(quote), event, row.customer_name);
  await storeDoc(tx, accountId, place, doc);
}

/** Stores the full events, up to a position, that webhooks have yet to deliver. */
export async function storePendingCreatedEvents(tx: Sql, accountId: string, upTo: number): Promise<void> {
  const rows = await tx.all<EventRow & { n: number }>(
    `SELECT f.n, ${EVENT_COLUMNS} FROM feed AS f ${JOIN_NEW_QUOTE}
     WHERE f.account_id = ? AND f.n <= ? AND f.${IS_DERIVED} AND f.n IN (
       SELECT event_n FROM webhook_deliveries
       WHERE account_id = ? AND state = 'waiting' AND body IS NULL AND event_n <= ?)`,
    ...[accountId, upTo, accountId, upTo],
  );
  for (const row of rows) await storeDoc(tx, accountId, row.n, buildEventDoc(row));
}

async function storeDoc(tx: Sql, accountId: string, place: number, doc: string): Promise<void> {
  await tx.run(
    'UPDATE feed SET customer_name = NULL, doc = ?, shape = ? WHERE account_id = ? AND n = ?',
    ...[doc, SHAPES.event, accountId, place],
  );
}
