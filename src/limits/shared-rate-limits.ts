import type { Sql } from '../store/database.ts';
import { type RateWindow, useRateWindow } from '../store/tables/rate-windows.ts';
import {
  MAX_WINDOWS,
  type RateLimit,
  type RateLimits,
  type UseWindow,
  WINDOW_MS,
  type WindowState,
} from './rate-limits.ts';

/*
 * Limits that hold across threads and replicas, at less than half of what a get costs when each asks for itself:
 * `RATE_LIMIT_AUTOMATION=on RATE_LIMIT_READS=1000000 npm run bench:cpu -- get` on PostgreSQL.
 */

/** The part of the limit that is taken at once, so that not every request costs a round trip. */
export const BLOCK_SHARE = 0.01;

/** What is known here of a window, and was taken of it. */
interface WindowShare {
  ends: number;
  /** Taken from the window and not used yet; lost when the window ends. */
  inHand: number;
  /** Not taken by anybody at the last asking. */
  untaken: number;
  waiting: { now: number; resolve(state: WindowState): void; reject(error: unknown): void }[];
}

/** For several processes on one database. */
export function rateLimitsInDatabase(sql: Sql): RateLimits {
  return sharedRateLimits((counted, wanted, now) => useRateWindow(sql, counted, wanted, now, WINDOW_MS));
}

/**
 * One window for all processes or threads, kept elsewhere. Each takes its share in blocks: together they never let
 * through more than the limit, and up to 100 a minute, where a block is one request, exactly the limit.
 */
export function sharedRateLimits(
  useWindow: UseWindow<Promise<RateWindow>>,
  blockShare = BLOCK_SHARE,
): RateLimits {
  const shares = new Map<string, WindowShare>();

  function shareOf({ kind, subject }: RateLimit): WindowShare {
    const name = `${kind}:${subject}`;
    let share = shares.get(name);
    if (!share) {
      if (shares.size >= MAX_WINDOWS) shares.clear();
      share = { ends: 0, inHand: 0, untaken: 0, waiting: [] };
      shares.set(name, share);
    }
    return share;
  }

  /** One question at a time for each window, for all requests that wait at that moment. */
  async function serveWaiting(share: WindowShare, limit: RateLimit): Promise<void> {
    try {
      while (share.waiting.length > 0) {
        await takeBlock(useWindow, share, limit, blockShare);
        for (let next = share.waiting[0]; next; next = share.waiting[0]) {
          const state = countInHand(share, next.now);
          if (!state) break;
          share.waiting.shift();
          next.resolve(state);
        }
      }
    } catch (error) {
      for (const { reject } of share.waiting.splice(0)) reject(error);
    }
  }

  return {
    count(limit, now) {
      const share = shareOf(limit);
      const state = countInHand(share, now);
      if (state) return state;
      return new Promise((resolve, reject) => {
        share.waiting.push({ now, resolve, reject });
        if (share.waiting.length === 1) serveWaiting(share, limit);
      });
    },
  };
}

/** `undefined` when one has to ask. */
function countInHand(share: WindowShare, now: number): WindowState | undefined {
  const { ends, untaken } = share;
  if (ends <= now) return undefined;
  if (share.inHand > 0) return { ends, left: untaken + --share.inHand };
  return untaken > 0 ? undefined : { ends, left: -1 };
}

async function takeBlock(
  useWindow: UseWindow<Promise<RateWindow>>,
  share: WindowShare,
  limit: RateLimit,
  blockShare: number,
): Promise<void> {
  const { perMinute } = limit;
  const wanted = Math.max(Math.floor(perMinute * blockShare), share.waiting.length);
  const now = Math.max(...share.waiting.map((request) => request.now));
  const { ends_at: ends, used } = await useWindow(limit, wanted, now);
  share.ends = ends;
  share.inHand = Math.max(0, Math.min(wanted, perMinute - (used - wanted)));
  share.untaken = Math.max(0, perMinute - used);
}
