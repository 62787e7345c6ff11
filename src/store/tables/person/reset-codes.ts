import type { Sql } from '../../database.ts';

/** A code by the hash of an address, whether anybody has that address or not. */
export interface ResetCode {
  addressHash: string;
  hash: string;
  expiresAt: number;
}

/** When a further code may replace the one before. */
export interface ResetLimits {
  /** An untried code is replaced when it was requested by then. */
  restedBy: number;
  /** Codes are counted from this time on. */
  countedAfter: number;
  maxRequests: number;
  maxTries: number;
}

/** `false` when the limits allow no further code now. One statement: of two concurrent requests one gets `true`. */
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

/** In place of the one before, whatever the limits say. */
export async function putResetCode(tx: Sql, code: ResetCode, now: number): Promise<void> {
  const { addressHash, hash, expiresAt } = code;
  await tx.run(
    `INSERT INTO reset_codes (address_hash, hash, tries, requested_at, requests, counted_from, expires_at)
     VALUES (?, ?, 0, ?, 1, ?, ?)
     ON CONFLICT (address_hash) DO UPDATE SET hash = excluded.hash, tries = 0, expires_at = excluded.expires_at`,
    ...[addressHash, hash, now, now, expiresAt],
  );
}

/** Counts a try; the hash to compare with, while there are tries and time left. */
export async function tryResetCode(
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

/** Takes back the count of a try whose code was right. */
export async function uncountTry(tx: Sql, addressHash: string, hash: string): Promise<void> {
  await tx.run(
    'UPDATE reset_codes SET tries = tries - 1 WHERE address_hash = ? AND hash = ? AND tries > 0',
    addressHash,
    hash,
  );
}

/** `false` when it was used or replaced in the meantime: only one concurrent request wins. */
export async function takeResetCode(tx: Sql, addressHash: string, hash: string): Promise<boolean> {
  return (await tx.run('DELETE FROM reset_codes WHERE address_hash = ? AND hash = ?', addressHash, hash)) > 0;
}

export function deleteResetCodesBefore(tx: Sql, time: number): Promise<number> {
  return tx.run('DELETE FROM reset_codes WHERE expires_at <= ?', time);
}
