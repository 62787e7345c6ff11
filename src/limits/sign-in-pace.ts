import { setTimeout as delay } from 'node:timers/promises';
import type { RateLimits } from './rate-limits.ts';

/** Tries in a minute before they get slow: more than people need who do not remember a password. */
const FROM_NETWORK = 30;
const OF_PERSON = 10;
/** What each further try waits behind the one before. */
const STEP_MS = 1_000;
const LONGEST_MS = 5_000;
const MAX_LANES = 10_000;

/**
 * Slows down who tries many passwords, and locks nobody out: behind the limits, the tries of one network come one after
 * the other, a step apart. Those for a person from different networks do not wait for each other, so that a stranger
 * cannot keep that person away.
 */
export interface SignInPace {
  /** Resolves when it is time; to the seconds after which to come again when too many wait already. */
  wait(tried: { network: string; person: string }, now: number): Promise<number | undefined>;
}

export function createSignInPace(rateLimits: RateLimits): SignInPace {
  /** When the last one of each lane may go on. */
  const lanes = new Map<string, number>();

  async function isOver(kind: string, subject: string, perMinute: number, now: number): Promise<boolean> {
    const { left } = await rateLimits.count({ accountId: '', kind, subject, perMinute }, now);
    return left < 0;
  }

  async function queue(lane: string): Promise<number | undefined> {
    const now = performance.now();
    const turn = Math.max(now, lanes.get(lane) ?? 0) + STEP_MS;
    if (turn - now > LONGEST_MS) return Math.ceil((turn - now - LONGEST_MS) / 1000);
    if (lanes.size >= MAX_LANES) forgetIdle(lanes, now);
    lanes.set(lane, turn);
    await delay(turn - now);
    return undefined;
  }

  return {
    async wait({ network, person }, now) {
      if (await isOver('sign-in', network, FROM_NETWORK, now)) return queue(network);
      const isSlow = await isOver('sign-in of', person, OF_PERSON, now);
      return isSlow ? queue(`${network} ${person}`) : undefined;
    },
  };
}

function forgetIdle(lanes: Map<string, number>, now: number): void {
  for (const [lane, turn] of lanes) if (turn <= now) lanes.delete(lane);
  if (lanes.size >= MAX_LANES) lanes.clear();
}
