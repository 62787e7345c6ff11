import type { AccountKind } from '../../../domain/account/account.ts';
import { formatLimit, type Sql } from '../../database.ts';
import { isOpen } from '../account/closed-accounts.ts';
import { buildEventDoc, EVENT_COLUMNS, type EventRow, JOIN_NEW_QUOTE } from '../events/created-events.ts';
import type { DeliveryRow } from './deliveries.ts';
import { type EndpointRow, recordDue } from './endpoints.ts';

export type EndpointKey = Pick<EndpointRow, 'account_id' | 'id'>;

/**
 * Enabled endpoints with due deliveries, longest wait first; those whose last attempt failed are queried separately.
 */
export function findDueEndpoints(
  sql: Sql,
  now: number,
  { isFailing, limit }: { isFailing: boolean; limit: number },
): Promise<EndpointKey[]> {
  return sql.all<EndpointKey>(
    `SELECT account_id, id FROM webhook_endpoints
     WHERE enabled = 1 AND ${isOpen('webhook_endpoints')} AND due_at <= ? AND failing_since IS ${isFailing ? 'NOT NULL' : 'NULL'}
     ORDER BY due_at ${formatLimit(limit).sql}`,
    now,
  );
}

/** Returns the waiting time of the most overdue enabled endpoint in milliseconds. */
export async function findLongestDueMs(sql: Sql, now: number): Promise<number> {
  const row = await sql.get<{ at: number | null }>(
    `SELECT min(due_at) AS at FROM webhook_endpoints WHERE enabled = 1 AND ${isOpen('webhook_endpoints')}`,
  );
  return Math.max(0, now - (row?.at ?? now));
}

/** A delivery claimed by a process. Its `due_at` is the end of the lease, which identifies the claim. */
export type ClaimedDelivery = Pick<
  DeliveryRow,
  'account_id' | 'endpoint_id' | 'id' | 'event_id' | 'event_n' | 'body' | 'tries' | 'due_at' | 'doc'
>;

export interface ClaimedBatch {
  endpoint: Pick<EndpointRow, 'url' | 'failing_since'>;
  kind: AccountKind;
  deliveries: ClaimedDelivery[];
}

/**
 * Claims the due deliveries of an endpoint until the lease ends: no other process gets them, and if this process dies
 * they are due again. The endpoint moves to the end of the queue. A disabled endpoint yields none. `only` selects a
 * single delivery.
 */
export async function claimDueDeliveries(
  tx: Sql,
  { account_id, id }: EndpointKey,
  { now, leaseUntil, limit, only }: { now: number; leaseUntil: number; limit: number; only?: string },
): Promise<ClaimedBatch | undefined> {
  const endpoint = await tx.get<Pick<EndpointRow, 'url' | 'failing_since'>>(
    `SELECT url, failing_since FROM webhook_endpoints
     WHERE account_id = ? AND id = ? AND enabled = 1 AND ${isOpen('webhook_endpoints')} ${tx.forUpdate}`,
    ...[account_id, id],
  );
  if (!endpoint) return undefined;
  const [account, deliveries] = await Promise.all([
    tx.get<{ kind: AccountKind }>('SELECT kind FROM accounts WHERE id = ?', account_id),
    tx.all<ClaimedDelivery>(
      `UPDATE webhook_deliveries SET due_at = ?, in_hand = 1
       WHERE account_id = ? AND endpoint_id = ? AND state = 'waiting' AND due_at <= ? AND id IN
         (SELECT id FROM webhook_deliveries
          WHERE account_id = ? AND endpoint_id = ? AND state = 'waiting' AND due_at <= ? ${only ? 'AND id = ?' : ''}
          ORDER BY due_at ${formatLimit(limit).sql})
       RETURNING account_id, endpoint_id, id, event_id, event_n, body, tries, due_at, doc`,
      ...[leaseUntil, account_id, id, now, account_id, id, now, ...(only ? [only] : [])],
    ),
    tx.run(
      `UPDATE webhook_endpoints SET due_at =
         (SELECT CASE WHEN min(due_at) < ? THEN ? ELSE min(due_at) END FROM webhook_deliveries
          WHERE account_id = ? AND endpoint_id = ? AND state = 'waiting')
       WHERE account_id = ? AND id = ?`,
      ...[now, now, account_id, id, account_id, id],
    ),
  ]);
  return account && { endpoint, kind: account.kind, deliveries };
}

/** Data that an attempt reads right before it starts; nothing if the endpoint is disabled or deleted. */
export type AttemptData = Pick<EndpointRow, 'url' | 'secret' | 'previous_secret' | 'previous_until'> & {
  /** Content of the event, while it is in the feed and was not overwritten. */
  doc: string | null;
};

export async function readAttemptData(
  sql: Sql,
  { account_id, endpoint_id, event_n }: ClaimedDelivery,
): Promise<AttemptData | undefined> {
  const row = await sql.get<AttemptData & EventRow>(
    `SELECT e.url, e.secret, e.previous_secret, e.previous_until, ${EVENT_COLUMNS}
     FROM webhook_endpoints AS e LEFT JOIN feed AS f ON f.account_id = e.account_id AND f.n = ?
       AND (f.type <> 'customer.erased' OR f.quote_id IS NULL) ${JOIN_NEW_QUOTE}
     WHERE e.account_id = ? AND e.id = ? AND e.enabled = 1`,
    // A ping has no position in the feed. Citus cannot plan a join with NULL.
    ...[event_n ?? -1, account_id, endpoint_id],
  );
  if (!row || (row.doc === null && row.customer_name === null)) return row;
  const { doc, customer_name, shape, new_quote, quote_shape, creation, ...endpoint } = row;
  const event = { doc, customer_name, shape, new_quote, quote_shape, creation };
  return { ...endpoint, doc: buildEventDoc(event) };
}

/**
 * Compare-and-set: returns `false` if the lease has ended and another process has the delivery, or if a manual retry
 * has reset its attempts.
 */
export async function finishAttempt(
  tx: Sql,
  taken: ClaimedDelivery,
  { state, tries, due_at, doc }: Pick<DeliveryRow, 'state' | 'tries' | 'due_at' | 'doc'>,
): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE webhook_deliveries SET state = ?, tries = ?, due_at = ?, doc = ?, in_hand = 0
     WHERE account_id = ? AND endpoint_id = ? AND id = ? AND state = 'waiting' AND due_at = ? AND tries = ?`,
    ...[state, tries, due_at, doc, taken.account_id, taken.endpoint_id, taken.id, taken.due_at, taken.tries],
  );
  return changed > 0;
}

/** Makes claimed deliveries that were not attempted due immediately. */
export async function releaseDeliveries(
  tx: Sql,
  taken: readonly ClaimedDelivery[],
  now: number,
): Promise<void> {
  const [first] = taken;
  if (!first) return;
  await recordDue(tx, first.account_id, first.endpoint_id, now);
  for (const { account_id, endpoint_id, id, due_at } of taken) {
    await tx.run(
      `UPDATE webhook_deliveries SET due_at = ?, in_hand = 0
       WHERE account_id = ? AND endpoint_id = ? AND id = ? AND state = 'waiting' AND due_at = ?`,
      ...[now, account_id, endpoint_id, id, due_at],
    );
  }
}

/**
 * Makes everything due now that is due within a lease: it was claimed by a process that ended, or comes a little early.
 * Requires exclusive use of the database.
 */
export async function expireLeases(tx: Sql, now: number, leaseMs: number): Promise<void> {
  const endpoints = await tx.all<EndpointKey>(
    'SELECT account_id, id FROM webhook_endpoints WHERE enabled = 1 AND due_at <= ?',
    now + leaseMs,
  );
  for (const { account_id, id } of endpoints) {
    await recordDue(tx, account_id, id, now);
    await tx.run(
      `UPDATE webhook_deliveries SET due_at = ?, in_hand = 0
       WHERE account_id = ? AND endpoint_id = ? AND state = 'waiting' AND due_at > ? AND due_at <= ?`,
      ...[now, account_id, id, now, now + leaseMs],
    );
  }
}

/** Latest due times that a correct clock can produce, for a first attempt, a claimed delivery and a retry. */
export interface LatestDueTimes {
  first: number;
  leased: number;
  retry: number;
}

const IS_TOO_LATE = `d.state = 'waiting' AND d.due_at > ? AND
  ((d.in_hand = 0 AND d.tries = 0) OR (d.in_hand = 1 AND d.due_at > ?) OR d.due_at > ?)`;

/** Enabled endpoints with deliveries that wait for a time that a fast clock has set. */
export function findMisscheduledEndpoints(
  sql: Sql,
  { first, leased, retry }: LatestDueTimes,
  limit: number,
): Promise<EndpointKey[]> {
  return sql.all<EndpointKey>(
    `SELECT e.account_id, e.id FROM webhook_endpoints AS e WHERE e.enabled = 1 AND e.due_at IS NOT NULL AND EXISTS
       (SELECT 1 FROM webhook_deliveries AS d WHERE d.account_id = e.account_id AND d.endpoint_id = e.id AND ${IS_TOO_LATE})
     ORDER BY e.account_id, e.id ${formatLimit(limit).sql}`,
    ...[first, leased, retry],
  );
}

/** Makes those deliveries of an endpoint due now. */
export async function rescheduleDeliveries(
  tx: Sql,
  { account_id, id }: EndpointKey,
  { first, leased, retry }: LatestDueTimes,
  now: number,
): Promise<void> {
  await recordDue(tx, account_id, id, now);
  await tx.run(
    `UPDATE webhook_deliveries AS d SET due_at = ?, in_hand = 0
     WHERE d.account_id = ? AND d.endpoint_id = ? AND ${IS_TOO_LATE}`,
    ...[now, account_id, id, first, leased, retry],
  );
}
