import { formatLimit, type Sql } from '../../database.ts';

export interface EndpointRow {
  account_id: string;
  id: string;
  version: number;
  url: string;
  /** JSON. */
  types: string;
  description: string | null;
  enabled: 0 | 1;
  disabled_reason: 'gone' | 'failing' | null;
  /** Sealed. */
  secret: string;
  /** Sealed; also signs until `previous_until`. */
  previous_secret: string | null;
  previous_until: number | null;
  /** Position in the feed up to which its deliveries are queued. */
  /** Position in the feed up to which deliveries are queued; the column is called `told`. */
  queued_to: number;
  /** Range of positions that is queued again. */
  replay_from: number | null;
  replay_to: number | null;
  /** Time of the first failure since the last success. */
  failing_since: number | null;
  created_at: number;
  updated_at: number;
}

const COLUMNS = `account_id, id, version, url, types, description, enabled, disabled_reason, secret, previous_secret,
  previous_until, told AS queued_to, replay_from, replay_to, failing_since, created_at, updated_at`;

export async function insertEndpoint(
  tx: Sql,
  row: Pick<
    EndpointRow,
    'account_id' | 'id' | 'url' | 'types' | 'description' | 'enabled' | 'secret' | 'queued_to' | 'created_at'
  >,
): Promise<void> {
  await tx.run(
    `INSERT INTO webhook_endpoints
       (account_id, id, version, url, types, description, enabled, secret, told, created_at, updated_at)
     VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[row.account_id, row.id, row.url, row.types, row.description, row.enabled, row.secret, row.queued_to],
    ...[row.created_at, row.created_at],
  );
}

export function findEndpoint(sql: Sql, accountId: string, id: string): Promise<EndpointRow | undefined> {
  return sql.get<EndpointRow>(
    `SELECT ${COLUMNS} FROM webhook_endpoints WHERE account_id = ? AND id = ? AND removed_at IS NULL`,
    ...[accountId, id],
  );
}

/** Loads the endpoint and locks it until the transaction ends. */
export function loadEndpoint(tx: Sql, accountId: string, id: string): Promise<EndpointRow | undefined> {
  return tx.get<EndpointRow>(
    `SELECT ${COLUMNS} FROM webhook_endpoints WHERE account_id = ? AND id = ? AND removed_at IS NULL ${tx.forUpdate}`,
    ...[accountId, id],
  );
}

/** Oldest first. */
export function listEndpoints(sql: Sql, accountId: string): Promise<EndpointRow[]> {
  return sql.all<EndpointRow>(
    `SELECT ${COLUMNS} FROM webhook_endpoints WHERE account_id = ? AND removed_at IS NULL ORDER BY id`,
    accountId,
  );
}

/** Writes all mutable columns; the caller holds the lock. */
export async function replaceEndpoint(tx: Sql, row: EndpointRow): Promise<void> {
  await tx.run(
    `UPDATE webhook_endpoints SET version = ?, url = ?, types = ?, description = ?, enabled = ?, disabled_reason = ?,
       secret = ?, previous_secret = ?, previous_until = ?, told = ?, replay_from = ?, replay_to = ?,
       failing_since = ?, updated_at = ?
     WHERE account_id = ? AND id = ?`,
    ...[row.version, row.url, row.types, row.description, row.enabled, row.disabled_reason],
    ...[row.secret, row.previous_secret, row.previous_until, row.queued_to, row.replay_from, row.replay_to],
    ...[row.failing_since, row.updated_at, row.account_id, row.id],
  );
}

/** Hides the endpoint; its deliveries expire as usual, and it is deleted with the last of them. */
export async function removeEndpoint(tx: Sql, accountId: string, id: string, now: number): Promise<void> {
  await tx.run(
    `UPDATE webhook_endpoints SET enabled = 0, disabled_reason = NULL, removed_at = ? WHERE account_id = ? AND id = ?`,
    ...[now, accountId, id],
  );
}

/** Returns `false` if it was already disabled or removed. */
export async function disableEndpoint(
  tx: Sql,
  accountId: string,
  id: string,
  reason: 'gone' | 'failing',
  now: number,
): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE webhook_endpoints SET enabled = 0, disabled_reason = ?, version = version + 1,
       updated_at = CASE WHEN created_at > ? THEN created_at ELSE ? END
     WHERE account_id = ? AND id = ? AND enabled = 1`,
    ...[reason, now, now, accountId, id],
  );
  return changed > 0;
}

/** Called in the transaction that makes a delivery due. */
export async function recordDue(tx: Sql, accountId: string, id: string, at: number): Promise<void> {
  await tx.run(
    `UPDATE webhook_endpoints SET due_at = ? WHERE account_id = ? AND id = ? AND (due_at IS NULL OR due_at > ?)`,
    ...[at, accountId, id, at],
  );
}

/** Sets or clears (`null`) the start of the failures. Writes nothing if it is unchanged. */
export async function recordFailing(
  tx: Sql,
  accountId: string,
  id: string,
  since: number | null,
): Promise<void> {
  await tx.run(
    `UPDATE webhook_endpoints SET failing_since = ?
     WHERE account_id = ? AND id = ? AND failing_since IS ${since === null ? 'NOT NULL' : 'NULL'}`,
    ...[since, accountId, id],
  );
}

/** Events not yet queued for an endpoint. */
export interface EndpointBacklog extends Pick<EndpointRow, 'account_id' | 'id' | 'types' | 'queued_to'> {
  replay_from: number | null;
  replay_to: number | null;
  /** Newest event of the account. */
  head: number;
}

/** Enabled endpoints with events to queue, sorted by identifier. */
export function listBacklogs(
  sql: Sql,
  after: Pick<EndpointRow, 'account_id' | 'id'>,
  limit: number,
): Promise<EndpointBacklog[]> {
  return sql.all<EndpointBacklog>(
    `SELECT e.account_id, e.id, e.types, e.told AS queued_to, e.replay_from, e.replay_to, h.n AS head
     FROM webhook_endpoints AS e JOIN feed_heads AS h ON h.account_id = e.account_id
     WHERE (e.account_id, e.id) > (?, ?) AND e.enabled = 1 AND (e.told < h.n OR e.replay_from IS NOT NULL)
     ORDER BY e.account_id, e.id ${formatLimit(limit).sql}`,
    ...[after.account_id, after.id],
  );
}

/** Leaves the time in which the account was closed out of the time that its endpoints have been failing. */
export async function postponeClosedEndpoints(tx: Sql, accountId: string, closedMs: number): Promise<void> {
  await tx.run(
    'UPDATE webhook_endpoints SET failing_since = failing_since + ? WHERE account_id = ?',
    ...[closedMs, accountId],
  );
}

/** The backlog of one endpoint, if it is enabled. */
export function findBacklog(sql: Sql, accountId: string, id: string): Promise<EndpointBacklog | undefined> {
  return sql.get<EndpointBacklog>(
    `SELECT e.account_id, e.id, e.types, e.told AS queued_to, e.replay_from, e.replay_to, coalesce(h.n, 0) AS head
     FROM webhook_endpoints AS e LEFT JOIN feed_heads AS h ON h.account_id = e.account_id
     WHERE e.account_id = ? AND e.id = ? AND e.enabled = 1`,
    ...[accountId, id],
  );
}

/** Compare-and-set: returns `false` if another process was faster or the endpoint has changed. */
export async function advanceQueued(
  tx: Sql,
  { account_id, id, types, queued_to }: EndpointBacklog,
  to: number,
): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE webhook_endpoints SET told = ?
     WHERE account_id = ? AND id = ? AND told = ? AND types = ? AND enabled = 1`,
    ...[to, account_id, id, queued_to, types],
  );
  return changed > 0;
}

/** Same for the replay, which ends when its range is done. */
export async function advanceReplay(
  tx: Sql,
  { account_id, id, types, replay_from, replay_to }: EndpointBacklog,
  to: number,
): Promise<boolean> {
  const isDone = replay_to === null || to >= replay_to;
  const changed = await tx.run(
    `UPDATE webhook_endpoints SET replay_from = ?, replay_to = ?
     WHERE account_id = ? AND id = ? AND replay_from = ? AND replay_to = ? AND types = ? AND enabled = 1`,
    ...[isDone ? null : to, isDone ? null : replay_to, account_id, id, replay_from, replay_to, types],
  );
  return changed > 0;
}

/** Endpoints that were removed or have deliveries before an identifier. */
export function listEndpointsToClean(
  sql: Sql,
  before: string,
  limit: number,
): Promise<{ account_id: string; id: string; removed_at: number | null }[]> {
  return sql.all(
    `SELECT account_id, id, removed_at FROM webhook_endpoints AS e WHERE removed_at IS NOT NULL OR EXISTS (
       SELECT 1 FROM webhook_deliveries AS d WHERE d.account_id = e.account_id AND d.endpoint_id = e.id AND d.id < ?
     ) ORDER BY account_id, id ${formatLimit(limit).sql}`,
    before,
  );
}

export async function deleteRemovedEndpoint(tx: Sql, accountId: string, id: string): Promise<void> {
  await tx.run(
    'DELETE FROM webhook_endpoints WHERE account_id = ? AND id = ? AND removed_at IS NOT NULL',
    ...[accountId, id],
  );
}
