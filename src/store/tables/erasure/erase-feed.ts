import { formatErasedEvent, listEventCustomers } from '../../../domain/event/feed-doc.ts';
import { formatPlaceholders, padToFixedSize, type Sql, type SqlValue } from '../../database.ts';
import { IS_INDEXED } from '../created-events.ts';

const ERASED = 'customer.erased';
const OF_CUSTOMERS = `type IN ('customer.created', 'customer.updated', 'customer.deleted')`;

/** Overwrites all events about a quote and its invoices. Their numbers stay, so that readers of the feed can go on. */
export async function eraseQuoteEvents(
  tx: Sql,
  accountId: string,
  customerId: string,
  quoteId: string,
): Promise<void> {
  await overwrite(tx, accountId, customerId, await listEvents(tx, accountId, OF_QUOTE, quoteId));
}

/** Overwrites the events of a quote from when it was for this customer. */
export async function eraseFormerEvents(
  tx: Sql,
  accountId: string,
  customerId: string,
  quoteId: string,
): Promise<void> {
  const events = await listEvents(tx, accountId, OF_QUOTE, quoteId);
  await overwrite(tx, accountId, customerId, events.filter(isAbout(customerId)));
}

/** Overwrites the events about the customer itself. */
export async function eraseCustomerEvents(tx: Sql, accountId: string, customerId: string): Promise<void> {
  const where = `${OF_CUSTOMERS} AND ${MENTIONS}`;
  const events = await listEvents(tx, accountId, where, toPattern(customerId));
  await overwrite(tx, accountId, customerId, events.filter(isAbout(customerId)));
}

/** Quotes that an event which is still known names as the customer's, even if they were deleted or given to another. */
export async function listQuotesOfEvents(sql: Sql, accountId: string, customerId: string): Promise<string[]> {
  const range = await sql.get<{ first: number | null; last: number | null }>(
    'SELECT min(n) AS first, max(n) AS last FROM feed WHERE account_id = ?',
    accountId,
  );
  const found = new Set<string>();
  for (let from = range?.first ?? 0; from <= (range?.last ?? -1); from += WINDOW) {
    const where = `n >= ? AND n < ? AND quote_id IS NOT NULL AND ${MENTIONS}`;
    const events = await listEvents(sql, accountId, where, from, from + WINDOW, toPattern(customerId));
    for (const event of events.filter(isAbout(customerId))) found.add(event.quote_id ?? '');
  }
  return [...found];
}

/** Events that one statement looks at. */
const WINDOW = 10_000;

/** Whether the last event of a quote that is still known is about somebody else. */
export async function isQuoteOfAnother(
  sql: Sql,
  accountId: string,
  customerId: string,
  quoteId: string,
): Promise<boolean> {
  const last = (await listEvents(sql, accountId, OF_QUOTE, quoteId)).at(-1);
  return last !== undefined && !isAbout(customerId)(last);
}

/**
 * Deletes what webhooks kept about events that were overwritten: bodies, attempts and responses. The erasure itself must
 * still arrive.
 */
export async function eraseDeliveries(tx: Sql, accountId: string, customerId: string): Promise<void> {
  const where = `type = '${ERASED}' AND ${MENTIONS}`;
  const events = await listEvents(tx, accountId, where, toPattern(customerId));
  const places = events.filter(isAbout(customerId)).map(({ n }) => n);
  for (let start = 0; start < places.length; start += BATCH) {
    const batch = padToFixedSize(places.slice(start, start + BATCH));
    await tx.run(
      `DELETE FROM webhook_deliveries
       WHERE account_id = ? AND type <> '${ERASED}' AND event_n IN ${formatPlaceholders(1, batch.length)}`,
      ...[accountId, ...batch],
    );
  }
}

const BATCH = 64;

interface FeedEvent {
  n: number;
  type: string;
  quote_id: string | null;
  doc: string;
}

const OF_QUOTE = 'quote_id = ?';
/** Reduces what is parsed. On SQLite it ignores case, and metadata can contain the same text: `isAbout` decides. */
const MENTIONS = `doc LIKE ? ESCAPE '\\'`;

function toPattern(customerId: string): string {
  return `%${JSON.stringify(customerId).replaceAll(/[\\%_]/g, '\\$&')}%`;
}

function isAbout(customerId: string): (event: FeedEvent) => boolean {
  return ({ doc }) => listEventCustomers(doc).includes(customerId);
}

function listEvents(sql: Sql, accountId: string, where: string, ...values: SqlValue[]): Promise<FeedEvent[]> {
  return sql.all(
    `SELECT n, type, quote_id, doc FROM feed WHERE account_id = ? AND ${where} AND ${IS_INDEXED} ORDER BY n`,
    ...[accountId, ...values],
  );
}

async function overwrite(
  tx: Sql,
  accountId: string,
  customerId: string,
  events: readonly FeedEvent[],
): Promise<void> {
  for (const { n, type, doc } of events) {
    if (type === ERASED) continue;
    await tx.run(
      `UPDATE feed SET type = '${ERASED}', doc = ? WHERE account_id = ? AND n = ?`,
      ...[formatErasedEvent(doc, customerId), accountId, n],
    );
  }
}
