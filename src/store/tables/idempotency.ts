import { rowsOfValues, type Sql, type SqlValue } from '../database.ts';

/** How long a response is given again. */
export const KEY_KEPT_MS = 24 * 3_600_000;

export interface KeptResponse {
  status: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

export interface IdempotencyRecord {
  fingerprint: string;
  created_at: number;
  running_until: number | null;
  status: number | null;
  headers: string | null;
  body: string | null;
}

export function findIdempotencyRecord(
  sql: Sql,
  accountId: string,
  key: string,
): Promise<IdempotencyRecord | undefined> {
  return sql.get<IdempotencyRecord>(
    `SELECT fingerprint, created_at, running_until, status, headers, body
     FROM idempotency WHERE account_id = ? AND key = ?`,
    accountId,
    key,
  );
}

/** By their keys, of those that are there. */
export async function findIdempotencyRecords(
  sql: Sql,
  accountId: string,
  keys: readonly string[],
): Promise<Map<string, IdempotencyRecord>> {
  const rows = await sql.all<IdempotencyRecord & { key: string }>(
    `SELECT key, fingerprint, created_at, running_until, status, headers, body
     FROM idempotency WHERE account_id = ? AND key IN ${rowsOfValues(1, keys.length)}`,
    accountId,
    ...keys,
  );
  return new Map(rows.map((row) => [row.key, row]));
}

/** `false` when the key is held by a request that still runs, or is completed. */
export async function claimKey(
  tx: Sql,
  accountId: string,
  claim: { key: string; fingerprint: string; now: number; staleBefore: number; runningUntil: number },
): Promise<boolean> {
  const changed = await tx.run(
    `INSERT INTO idempotency (account_id, key, fingerprint, created_at, running_until) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (account_id, key) DO UPDATE
       SET fingerprint = excluded.fingerprint, created_at = excluded.created_at,
           running_until = excluded.running_until, status = NULL, headers = NULL, body = NULL
       WHERE idempotency.created_at <= ? OR idempotency.running_until <= ?`,
    accountId,
    claim.key,
    claim.fingerprint,
    claim.now,
    claim.runningUntil,
    claim.staleBefore,
    claim.now,
  );
  return changed > 0;
}

export async function completeKey(
  tx: Sql,
  accountId: string,
  key: string,
  response: KeptResponse,
): Promise<void> {
  await tx.run(
    `UPDATE idempotency SET running_until = NULL, status = ?, headers = ?, body = ?
     WHERE account_id = ? AND key = ?`,
    ...columnsOf(response),
    accountId,
    key,
  );
}

/**
 * Different keys together with their responses, in the transaction of what they tell of. `false` when one of them is held by
 * another request, and nothing of this may stay.
 */
export async function insertResponses(
  tx: Sql,
  accountId: string,
  responses: readonly { key: string; fingerprint: string; now: number; response: KeptResponse }[],
): Promise<boolean> {
  const changed = await tx.run(
    `INSERT INTO idempotency (account_id, key, fingerprint, created_at, status, headers, body)
     VALUES ${rowsOfValues(responses.length, 7)}
     ON CONFLICT (account_id, key) DO UPDATE
       SET fingerprint = excluded.fingerprint, created_at = excluded.created_at, running_until = NULL,
           status = excluded.status, headers = excluded.headers, body = excluded.body
       WHERE idempotency.created_at <= excluded.created_at - ${KEY_KEPT_MS}
         OR (idempotency.running_until <= excluded.created_at AND idempotency.fingerprint = excluded.fingerprint)`,
    ...responses.flatMap(({ key, fingerprint, now, response }) => [
      ...[accountId, key, fingerprint, now],
      ...columnsOf(response),
    ]),
  );
  return changed === responses.length;
}

function columnsOf({ status, headers = {}, body }: KeptResponse): SqlValue[] {
  return [status, JSON.stringify(headers), typeof body === 'string' ? body : null];
}

/** The claim ended without an response: the same request may come again at once, but no other under the same key. */
export async function releaseKey(
  tx: Sql,
  accountId: string,
  key: string,
  runningUntil: number | null,
): Promise<void> {
  await tx.run(
    'UPDATE idempotency SET running_until = 0 WHERE account_id = ? AND key = ? AND running_until = ?',
    accountId,
    key,
    runningUntil,
  );
}

export function deleteIdempotencyBefore(tx: Sql, time: number): Promise<number> {
  return tx.run('DELETE FROM idempotency WHERE created_at < ?', time);
}
