import { addToCache } from '../../../domain/bounded-cache.ts';
import type { Database } from '../../../store/database.ts';
import { findLimits } from '../../../store/tables/account/account-limits.ts';

/** Every process applies a changed limit within this time. */
const CACHE_MS = 5_000;
const CACHE_SIZE = 100_000;

/** Finds the limit of the requests per minute of all keys and apps of an account; `null` for none. */
export type RequestLimits = (accountId: string, now: number) => number | null | Promise<number | null>;

/** Reads the limit of each account every few seconds, so that other requests cost no statement and no promise. */
export function createRequestLimits({ read }: Pick<Database, 'read'>): RequestLimits {
  const known = new Map<string, { limit: number | null; readAt: number }>();

  async function query(accountId: string, now: number): Promise<number | null> {
    const limit = (await findLimits(read, accountId))?.requests ?? null;
    addToCache(known, CACHE_SIZE, accountId, { limit, readAt: now });
    return limit;
  }

  return (accountId, now) => {
    const entry = known.get(accountId);
    return entry && Math.abs(now - entry.readAt) < CACHE_MS ? entry.limit : query(accountId, now);
  };
}
