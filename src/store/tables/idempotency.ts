import { SHAPES } from '../../domain/stored-shape.ts';
import { formatPlaceholders, type Sql, type SqlValue } from '../database.ts';

/** Storage time of a response for repeats. */
export const KEY_TTL_MS = 24 * 3_600_000;

/** Status of a response that was erased together with its customer. */
export const ERASED_STATUS = 0;

export interface StoredResponse {
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
  shape: number;
}

export function findIdempotencyRecord(
  sql: Sql,
  accountId: string,
  key: string,
): Promise<IdempotencyRecord | undefined> {
  return sql.get<IdempotencyRecord>(
    `SELECT fingerprint, created_at, running_until, status, headers, body, shape
     FROM idempotency WHERE account_id = ? AND key = ?`,
    accountId,
    key,
  );
}

/** Finds the existing records by their keys. */
export async function findIdempotencyRecords(
  sql: Sql,
  accountId: string,
  keys: readonly string[],
): Promise<Map<string, IdempotencyRecord>> {
  const rows = await sql.all<IdempotencyRecord & { key: string }>(
    `SELECT key, fingerprint, created_at, running_until, status, headers, body, shape
     FROM idempotency WHERE account_id = ? AND key IN ${formatPlaceholders(1, keys.length)}`,
    accountId,
    ...keys,
  );
  return new Map(rows.map((row) => [row.key, row]));
}

/** Returns `false` if a running request holds the key, or a response is stored. */
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

/** Stores the response, unless there is one: a commit whose outcome was lost is repeated, and the first response counts. */
export async function completeKey(
  tx: Sql,
  accountId: string,
  key: string,
  response: StoredResponse,
): Promise<void> {
  await tx.run(
    `UPDATE idempotency SET running_until = NULL, status = ?, headers = ?, body = ?, shape = ?
     WHERE account_id = ? AND key = ? AND status IS NULL`,
    ...toColumns(response),
    accountId,
    key,
  );
}

/**
 * Stores several keys with their responses in the transaction of the changes. Returns `false` if another request holds
 * one of them; the transaction must then be rolled back.
 */
export async function insertResponses(
  tx: Sql,
  accountId: string,
  responses: readonly { key: string; fingerprint: string; now: number; response: StoredResponse }[],
): Promise<boolean> {
  const changed = await tx.run(
    `INSERT INTO idempotency (account_id, key, fingerprint, created_at, status, headers, body, shape)
     VALUES ${formatPlaceholders(responses.length, 8)}
     ON CONFLICT (account_id, key) DO UPDATE
       SET fingerprint = excluded.fingerprint, created_at = excluded.created_at, running_until = NULL,
           status = excluded.status, headers = excluded.headers, body = excluded.body,
           shape = excluded.shape
       WHERE idempotency.created_at <= excluded.created_at - ${KEY_TTL_MS}
         OR (idempotency.running_until <= excluded.created_at AND idempotency.fingerprint = excluded.fingerprint)`,
    ...responses.flatMap(({ key, fingerprint, now, response }) => [
      ...[accountId, key, fingerprint, now],
      ...toColumns(response),
    ]),
  );
  return changed === responses.length;
}

function toColumns({ status, headers = {}, body }: StoredResponse): SqlValue[] {
  return [status, JSON.stringify(headers), typeof body === 'string' ? body : null, SHAPES.response];
}

/**
 * Releases a claim that ended without a response: the same request may be repeated immediately, but a different one
 * with the same key is still rejected.
 */
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
