import type { Sql } from '../../database.ts';

/** A reset code under the hash of an address, even if no user has that address. */
export interface ResetCode {
  addressHash: string;
  hash: string;
  expiresAt: number;
}

/** Limits on requesting another code. */
export interface ResetLimits {
  /** An unused code is replaced only if it was requested before this time. */
  restedBy: number;
  /** Codes are counted from this time on. */
  countedAfter: number;
  maxRequests: number;
  maxTries: number;
}

/** Returns `false` if the limits allow no further code. One statement: only one concurrent request gets `true`. */
export async function requestResetCode(
  tx: Sql,
  { addressHash, hash, expiresAt }: ResetCode,
  { restedBy, countedAfter, maxRequests, maxTries }: ResetLimits,
  now: number,
): Promise<boolean> {
  const changed = await tx.run(
    `INSERT INTO reset_codes AS r (address_hash, hash, tries, requested_at, requests, counted_from, expires_at)
     VALUES (?, ?, 0, ?, 1, ?, ?)
     ON CONFLICT (address_hash) DO UPDATE SET hash = excluded.hash, tries = 0,
       requested_at = excluded.requested_at, expires_at = excluded.expires_at,
       requests = CASE WHEN r.counted_from > ? THEN r.requests + 1 ELSE 1 END,
       counted_from = CASE WHEN r.counted_from > ? THEN r.counted_from ELSE excluded.counted_from END
     WHERE (r.tries >= ? OR r.requested_at <= ? OR r.requested_at > ?)
       AND (r.counted_from <= ? OR r.requests < ?)`,
    ...[addressHash, hash, now, now, expiresAt],
    ...[countedAfter, countedAfter, maxTries, restedBy, now, countedAfter, maxRequests],
  );
  return changed > 0;
}

/** Replaces the previous code regardless of the limits. */
export async function putResetCode(tx: Sql, code: ResetCode, now: number): Promise<void> {
  const { addressHash, hash, expiresAt } = code;
  await tx.run(
    `INSERT INTO reset_codes (address_hash, hash, tries, requested_at, requests, counted_from, expires_at)
     VALUES (?, ?, 0, ?, 1, ?, ?)
     ON CONFLICT (address_hash) DO UPDATE SET hash = excluded.hash, tries = 0, expires_at = excluded.expires_at`,
    ...[addressHash, hash, now, now, expiresAt],
  );
}

/** Counts an attempt; returns the hash to compare with if attempts and time are left. */
export async function countResetAttempt(
  tx: Sql,
  addressHash: string,
  maxTries: number,
  now: number,
): Promise<string | undefined> {
  const row = await tx.get<{ hash: string }>(
    `UPDATE reset_codes SET tries = tries + 1 WHERE address_hash = ? AND tries < ? AND expires_at > ?
     RETURNING hash`,
    ...[addressHash, maxTries, now],
  );
  return row?.hash;
}

/** Reverts the count of an attempt with the correct code. */
export async function uncountResetAttempt(tx: Sql, addressHash: string, hash: string): Promise<void> {
  await tx.run(
    'UPDATE reset_codes SET tries = tries - 1 WHERE address_hash = ? AND hash = ? AND tries > 0',
    addressHash,
    hash,
  );
}

/** Returns `false` if it was used or replaced in the meantime: only one concurrent request wins. */
export async function consumeResetCode(tx: Sql, addressHash: string, hash: string): Promise<boolean> {
  return (await tx.run('DELETE FROM reset_codes WHERE address_hash = ? AND hash = ?', addressHash, hash)) > 0;
}

export function deleteResetCodesBefore(tx: Sql, time: number): Promise<number> {
  return tx.run('DELETE FROM reset_codes WHERE expires_at <= ?', time);
}
