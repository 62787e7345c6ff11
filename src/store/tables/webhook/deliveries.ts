import type { DeliveredType, DeliveryState } from '../../../domain/events/delivery.ts';
import { newId } from '../../../domain/ids.ts';
import { formatLimit, formatPlaceholders, type Sql, type SqlValue } from '../../database.ts';
import { storePendingCreatedEvents } from '../events/created-events.ts';
import { recordDue } from './endpoints.ts';

export interface DeliveryRow {
  account_id: string;
  endpoint_id: string;
  id: string;
  event_id: string;
  /** Position of the event in the feed; `null` for a `ping`. */
  event_n: number | null;
  type: DeliveredType;
  /** Set for events that are not, or no longer, in the feed. */
  body: string | null;
  state: DeliveryState;
  /** Attempts since the start or since the last manual retry. */
  tries: number;
  /** While a process has claimed it: the end of the lease. */
  due_at: number;
  in_hand: 0 | 1;
  /** JSON of the attempts. */
  doc: string;
  created_at: number;
}

type EndpointKey = Pick<DeliveryRow, 'account_id' | 'endpoint_id'>;

const COLUMNS = `account_id, endpoint_id, id, event_id, event_n, type, body, state, tries, due_at, in_hand, doc, created_at`;

/** Due immediately, in the order of the events. */
export async function insertDeliveries(
  tx: Sql,
  { account_id, endpoint_id }: EndpointKey,
  events: readonly { id: string; n: number | null; type: DeliveredType; body?: string }[],
  now: number,
): Promise<string[]> {
  if (events.length === 0) return [];
  await recordDue(tx, account_id, endpoint_id, now);
  const ids = events.map(() => newId('whd', now));
  await tx.run(
    `INSERT INTO webhook_deliveries
       (account_id, endpoint_id, id, event_id, event_n, type, body, state, tries, due_at, doc, created_at)
     VALUES ${formatPlaceholders(events.length, 12)}`,
    ...events.flatMap(({ id, n, type, body }, index) => [
      ...[account_id, endpoint_id, ids[index] ?? '', id, n, type, body ?? null, 'waiting', 0, now, '[]', now],
    ]),
  );
  return ids;
}

/** Newest first, after an identifier. */
export function listDeliveries(
  sql: Sql,
  { account_id, endpoint_id }: EndpointKey,
  { state, before, limit }: { state: DeliveryState | undefined; before: string | undefined; limit: number },
): Promise<DeliveryRow[]> {
  const conditions = ['account_id = ?', 'endpoint_id = ?'];
  const values: SqlValue[] = [account_id, endpoint_id];
  if (state !== undefined) {
    conditions.push('state = ?');
    values.push(state);
  }
  if (before !== undefined) {
    conditions.push('id < ?');
    values.push(before);
  }
  return sql.all<DeliveryRow>(
    `SELECT ${COLUMNS} FROM webhook_deliveries WHERE ${conditions.join(' AND ')} ORDER BY id DESC ${formatLimit(limit).sql}`,
    ...values,
  );
}

export function findDelivery(
  sql: Sql,
  { account_id, endpoint_id }: EndpointKey,
  id: string,
): Promise<DeliveryRow | undefined> {
  return sql.get<DeliveryRow>(
    `SELECT ${COLUMNS} FROM webhook_deliveries WHERE account_id = ? AND endpoint_id = ? AND id = ?`,
    ...[account_id, endpoint_id, id],
  );
}

const IS_BEING_TRIED = `state = 'waiting' AND in_hand = 1 AND due_at > ?`;

/** Retries immediately and resets the attempts. A delivery that is being attempted is not attempted twice. */
export async function retryDelivery(
  tx: Sql,
  { account_id, endpoint_id }: EndpointKey,
  id: string,
  now: number,
): Promise<DeliveryRow | undefined> {
  await recordDue(tx, account_id, endpoint_id, now);
  return tx.get<DeliveryRow>(
    `UPDATE webhook_deliveries SET state = 'waiting', tries = 0,
       due_at = CASE WHEN ${IS_BEING_TRIED} THEN due_at ELSE ? END, in_hand = CASE WHEN ${IS_BEING_TRIED} THEN 1 ELSE 0 END
     WHERE account_id = ? AND endpoint_id = ? AND id = ? RETURNING ${COLUMNS}`,
    ...[now, now, now, account_id, endpoint_id, id],
  );
}

/** Deletes the oldest deliveries before an identifier, up to a limit. */
export function deleteDeliveriesBefore(
  tx: Sql,
  { account_id, endpoint_id }: EndpointKey,
  before: string,
  limit: number,
): Promise<number> {
  return tx.run(
    `DELETE FROM webhook_deliveries WHERE account_id = ? AND endpoint_id = ? AND id IN
       (SELECT id FROM webhook_deliveries WHERE account_id = ? AND endpoint_id = ? AND id < ? ORDER BY id ${formatLimit(limit).sql})`,
    ...[account_id, endpoint_id, account_id, endpoint_id, before],
  );
}

/** Copies events into waiting deliveries before they are deleted from the feed up to a position. */
export async function storeBodies(tx: Sql, accountId: string, upTo: number): Promise<void> {
  await storePendingCreatedEvents(tx, accountId, upTo);
  await tx.run(
    `UPDATE webhook_deliveries SET body =
       (SELECT doc FROM feed WHERE feed.account_id = webhook_deliveries.account_id AND feed.n = webhook_deliveries.event_n)
     WHERE account_id = ? AND state = 'waiting' AND body IS NULL AND event_n <= ?`,
    ...[accountId, upTo],
  );
}
