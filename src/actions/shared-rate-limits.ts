import type { Sql } from '../store/database.ts';
import { limitWait, outsideRequest } from '../store/request-wait.ts';
import { useRateWindow } from '../store/tables/rate-windows.ts';
import { MAX_WINDOWS, type RateLimit, type RateLimits, WINDOW_MS, type WindowState } from './rate-limits.ts';

/*
 * Limits across processes. Claiming requests in blocks costs less than half of a query per request:
 * `RATE_LIMIT_AUTOMATION=on RATE_LIMIT_READS=1000000 npm run bench:cpu -- get` on PostgreSQL.
 */

/** The share of the limit that is claimed at a time, so that not every request needs a round trip. */
const BLOCK_SHARE = 0.01;

/** This process's share of a window. */
interface WindowShare {
  ends: number;
  /** Claimed but not used yet; lost when the window ends. */
  inHand: number;
  /** Unclaimed at the last check. */
  unclaimed: number;
  waiting: { now: number; resolve(state: WindowState): void; reject(error: unknown): void }[];
}

/**
 * Shares the limits of several processes through their database. Each process claims its share of a window in blocks.
 * Together they never allow more than the limit. Limits up to 100 per minute are exact, because a block is one request.
 */
export function createDatabaseRateLimits(sql: Sql): RateLimits {
  const shares = new Map<string, WindowShare>();

  function getShare({ kind, subject }: RateLimit): WindowShare {
    const name = `${kind}:${subject}`;
    let share = shares.get(name);
    if (!share) {
      if (shares.size >= MAX_WINDOWS) shares.clear();
      share = { ends: 0, inHand: 0, unclaimed: 0, waiting: [] };
      shares.set(name, share);
    }
    return share;
  }

  /** Claims one block at a time per window, for all requests that wait at that moment. */
  async function serveWaiting(share: WindowShare, limit: RateLimit): Promise<void> {
    try {
      while (share.waiting.length > 0) {
        await claimBlock(sql, share, limit);
        for (let next = share.waiting[0]; next; next = share.waiting[0]) {
          const state = countLocally(share, next.now);
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
      const share = getShare(limit);
      const state = countLocally(share, now);
      if (state) return state;
      return limitWait(() => {
        const counted = new Promise<WindowState>((resolve, reject) => {
          share.waiting.push({ now, resolve, reject });
        });
        if (share.waiting.length === 1) outsideRequest(() => serveWaiting(share, limit));
        return counted;
      });
    },
  };
}

/** Counts a request locally; `undefined` if a new block must be claimed. */
function countLocally(share: WindowShare, now: number): WindowState | undefined {
  const { ends, unclaimed } = share;
  if (ends <= now) return undefined;
  if (share.inHand > 0) return { ends, left: unclaimed + --share.inHand };
  return unclaimed > 0 ? undefined : { ends, left: -1 };
}

async function claimBlock(sql: Sql, share: WindowShare, limit: RateLimit): Promise<void> {
  const { perMinute } = limit;
  const wanted = Math.max(Math.floor(perMinute * BLOCK_SHARE), share.waiting.length);
  const now = Math.max(...share.waiting.map((request) => request.now));
  const { ends_at: ends, used } = await useRateWindow(sql, limit, wanted, now, WINDOW_MS);
  share.ends = ends;
  share.inHand = Math.max(0, Math.min(wanted, perMinute - (used - wanted)));
  share.unclaimed = Math.max(0, perMinute - used);
}
