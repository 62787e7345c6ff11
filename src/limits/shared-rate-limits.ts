import type { Sql } from '../store/database.ts';
import { type RateWindow, useRateWindow } from '../store/tables/rate-windows.ts';
import {
  type Allowance,
  type Budget,
  MAX_WINDOWS,
  type Standing,
  type UseWindow,
  WINDOW_MS,
} from './rate-limits.ts';

/** The part of the limit that is taken at once, so that not every request costs a round trip. */
export const BLOCK_SHARE = 0.01;

/** What is known here of a window, and was taken of it. */
interface Holding {
  ends: number;
  /** Taken from the window and not used yet; lost when the window ends. */
  inHand: number;
  /** Not taken by anybody at the last asking. */
  untaken: number;
  waiting: { now: number; resolve(standing: Standing): void; reject(error: unknown): void }[];
}

/** For several processes on one database. */
export function allowanceInDatabase(sql: Sql): Allowance {
  return sharedAllowance((counted, wanted, now) => useRateWindow(sql, counted, wanted, now, WINDOW_MS));
}

/**
 * One window for all processes or threads, kept elsewhere. Each takes its share in blocks: together they never let
 * through more than the limit, and up to 100 a minute, where a block is one request, exactly the limit.
 */
export function sharedAllowance(
  useWindow: UseWindow<Promise<RateWindow>>,
  blockShare = BLOCK_SHARE,
): Allowance {
  const holdings = new Map<string, Holding>();

  function holdingOf({ kind, subject }: Budget): Holding {
    const name = `${kind}:${subject}`;
    let holding = holdings.get(name);
    if (!holding) {
      if (holdings.size >= MAX_WINDOWS) holdings.clear();
      holding = { ends: 0, inHand: 0, untaken: 0, waiting: [] };
      holdings.set(name, holding);
    }
    return holding;
  }

  /** One question at a time for each window, for all requests that wait at that moment. */
  async function serveWaiting(holding: Holding, budget: Budget): Promise<void> {
    try {
      while (holding.waiting.length > 0) {
        await takeBlock(useWindow, holding, budget, blockShare);
        for (let next = holding.waiting[0]; next; next = holding.waiting[0]) {
          const standing = takeInHand(holding, next.now);
          if (!standing) break;
          holding.waiting.shift();
          next.resolve(standing);
        }
      }
    } catch (error) {
      for (const { reject } of holding.waiting.splice(0)) reject(error);
    }
  }

  return {
    take(budget, now) {
      const holding = holdingOf(budget);
      const standing = takeInHand(holding, now);
      if (standing) return standing;
      return new Promise((resolve, reject) => {
        holding.waiting.push({ now, resolve, reject });
        if (holding.waiting.length === 1) serveWaiting(holding, budget);
      });
    },
  };
}

/** `undefined` when one has to ask. */
function takeInHand(holding: Holding, now: number): Standing | undefined {
  const { ends, untaken } = holding;
  if (ends <= now) return undefined;
  if (holding.inHand > 0) return { ends, left: untaken + --holding.inHand };
  return untaken > 0 ? undefined : { ends, left: -1 };
}

async function takeBlock(
  useWindow: UseWindow<Promise<RateWindow>>,
  holding: Holding,
  budget: Budget,
  blockShare: number,
): Promise<void> {
  const { limit } = budget;
  const wanted = Math.max(Math.floor(limit * blockShare), holding.waiting.length);
  const now = Math.max(...holding.waiting.map((request) => request.now));
  const { ends_at: ends, used } = await useWindow(budget, wanted, now);
  holding.ends = ends;
  holding.inHand = Math.max(0, Math.min(wanted, limit - (used - wanted)));
  holding.untaken = Math.max(0, limit - used);
}
