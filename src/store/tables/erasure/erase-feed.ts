import { formatErasedEvent, listEventCustomers } from '../../../domain/events/feed-doc.ts';
import { formatPlaceholders, type Sql } from '../../database.ts';
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

/**
 * Overwrites events, and deletes what webhooks kept about them: bodies, attempts and responses. Their places stay, so
 * that readers of the feed can go on.
 */
export async function eraseEvents(
  tx: Sql,
  accountId: string,
  customerId: string,
  events: readonly FeedEvent[],
  { after, upTo }: Stretch,
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
  await tx.run(
    `DELETE FROM webhook_deliveries WHERE account_id = ? AND event_n IN
       (SELECT n FROM feed WHERE account_id = ? AND n > ? AND n <= ? AND ${IS_OVERWRITTEN})`,
    ...[accountId, accountId, after, upTo],
  );
}

/** Deletes deliveries of events about the customer that are no longer in the feed. */
export async function eraseStoredBodies(tx: Sql, accountId: string, customerId: string): Promise<void> {
  const rows = await tx.all<{ id: string; body: string }>(
    `SELECT id, body FROM webhook_deliveries
     WHERE account_id = ? AND event_n IS NOT NULL AND type <> 'customer.erased' AND body ${MENTIONS}`,
    ...[accountId, toPattern(customerId)],
  );
  const ids = rows.filter(({ body }) => isAbout(customerId, body)).map(({ id }) => id);
  if (ids.length === 0) return;
  await tx.run(
    `DELETE FROM webhook_deliveries WHERE account_id = ? AND id IN ${formatPlaceholders(1, ids.length)}`,
    ...[accountId, ...ids],
  );
}
