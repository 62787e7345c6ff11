import { formatErasedEvent, listEventCustomers } from '../../../domain/events/feed-doc.ts';
import { formatLimit, type Sql } from '../../database.ts';
import { IS_INDEXED } from '../events/created-events.ts';
import { IS_OVERWRITTEN } from '../events/feed.ts';

/** Reduces what is parsed. On SQLite it ignores case, and metadata can contain the same text: `isAbout` decides. */
const MENTIONS = `LIKE ? ESCAPE '\\'`;

function toPattern(customerId: string): string {
  return `%${JSON.stringify(customerId).replaceAll(/[\\%_]/g, '\\$&')}%`;
}

function isAbout(customerId: string, doc: string): boolean {
  return listEventCustomers(doc).includes(customerId);
}

/** A part of the feed. */
export interface Stretch {
  after: number;
  upTo: number;
}

interface FeedEvent {
  n: number;
  doc: string;
}

/** Events about the customer or its documents that were not overwritten yet, even if they are about another as well. */
export async function listEventsAbout(
  sql: Sql,
  accountId: string,
  customerId: string,
  { after, upTo }: Stretch,
): Promise<FeedEvent[]> {
  const rows = await sql.all<FeedEvent>(
    `SELECT n, doc FROM feed WHERE account_id = ? AND n > ? AND n <= ? AND doc ${MENTIONS}
       AND type <> 'customer.erased' AND ${IS_INDEXED}`,
    ...[accountId, after, upTo, toPattern(customerId)],
  );
  return rows.filter(({ doc }) => isAbout(customerId, doc));
}

/** Overwrites events. Their places stay, so that readers of the feed can go on; webhooks no longer deliver them. */
export async function eraseEvents(
  tx: Sql,
  accountId: string,
  customerId: string,
  events: readonly FeedEvent[],
): Promise<void> {
  await Promise.all(
    events.map(({ n, doc }) =>
      tx.run(
        `UPDATE feed SET type = 'customer.erased', quote_id = coalesce(quote_id, ''), customer_id = ?, doc = ?
         WHERE account_id = ? AND n = ?`,
        ...[customerId, formatErasedEvent(doc, customerId), accountId, n],
      ),
    ),
  );
}

/** The primary key of a delivery in an account. */
export interface DeliveryKey {
  endpoint_id: string;
  id: string;
}

/**
 * A page of the deliveries of an account: those of overwritten events, and those of events about the customer that are no
 * longer in the feed. There is no index by event, so one walk over all of them replaces a search for each event.
 */
export async function listDeliveriesAbout(
  sql: Sql,
  accountId: string,
  customerId: string,
  after: DeliveryKey,
): Promise<{ found: DeliveryKey[]; last: DeliveryKey | undefined }> {
  const rows = await sql.all<DeliveryKey & { body: string | null; is_overwritten: 0 | 1 }>(
    `SELECT endpoint_id, id,
       CASE WHEN event_n IS NOT NULL AND type <> 'customer.erased' AND body ${MENTIONS} THEN body END AS body,
       CASE WHEN EXISTS (SELECT 1 FROM feed WHERE account_id = ? AND n = event_n
         AND ${IS_OVERWRITTEN}) THEN 1 ELSE 0 END AS is_overwritten
     FROM webhook_deliveries WHERE account_id = ? AND (endpoint_id, id) > (?, ?)
     ORDER BY endpoint_id, id ${formatLimit(DELIVERIES).sql}`,
    ...[toPattern(customerId), accountId, accountId, after.endpoint_id, after.id],
  );
  const found = rows.filter(
    ({ body, is_overwritten }) => is_overwritten === 1 || (body !== null && isAbout(customerId, body)),
  );
  return { found, last: rows.length < DELIVERIES ? undefined : rows.at(-1) };
}

const DELIVERIES = 500;

/** Deletes what webhooks kept about events: bodies, attempts and responses. */
export async function deleteDeliveries(
  tx: Sql,
  accountId: string,
  deliveries: readonly DeliveryKey[],
): Promise<void> {
  await Promise.all(
    deliveries.map(({ endpoint_id, id }) =>
      tx.run(
        'DELETE FROM webhook_deliveries WHERE account_id = ? AND endpoint_id = ? AND id = ?',
        ...[accountId, endpoint_id, id],
      ),
    ),
  );
}
