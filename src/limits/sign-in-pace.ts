import { setTimeout as delay } from 'node:timers/promises';
import { createFairQueue, type FairQueue } from './fair-queue.ts';
import type { RateLimits } from './rate-limits.ts';

/** Tries per minute before they get slow: more than people need who do not remember a password. */
const MAX_PER_MINUTE = 30;
/** The pace of a network's further tries. */
const STEP_MS = 500;
/** Waiting tries of one network and kind; 30 seconds until they are done. */
const MAX_WAITING = 60;

/** A try to sign in, by password, code or passkey, or to get a code. */
export interface SignInTry {
  kind: 'sign-in' | 'second' | 'passkey' | 'reset' | 'reset code';
  network: string;
  /** A hash of the person or address that is named. */
  person: string;
  /** Whether the caller has gone. */
  isOver(): boolean;
}

/**
 * Slows down a network that tries many times: behind the limit its tries are a step apart, and the persons that they name
 * take turns. Each kind has its own pace, so that requests for codes keep nobody from signing in.
 */
export interface SignInPace {
  /** Resolves when it is time; to the seconds after which to come again when too many wait already. */
  wait(tried: SignInTry, now: number): Promise<number | undefined>;
}

interface Waiting {
  isOver(): boolean;
  settle(secondsToWait: number | undefined): void;
}

const COME_AGAIN_SECONDS = (MAX_WAITING * STEP_MS) / 1000;

export function createSignInPace(rateLimits: RateLimits): SignInPace {
  /** Of networks that are slowed down now. */
  const lanes = new Map<string, FairQueue<Waiting>>();

  function queue({ kind, network, person, isOver }: SignInTry): Promise<number | undefined> {
    const name = `${kind} ${network}`;
    let lane = lanes.get(name);
    if (!lane) {
      lane = createFairQueue<Waiting>(MAX_WAITING);
      lanes.set(name, lane);
      serveLane(name, lane);
    }
    const { promise, resolve: settle } = Promise.withResolvers<number | undefined>();
    lane.add(person, { isOver, settle })?.settle(COME_AGAIN_SECONDS);
    return promise;
  }

  /** The lane stays a step longer than its last try, which it was the pace of. */
  async function serveLane(name: string, lane: FairQueue<Waiting>): Promise<void> {
    await delay(STEP_MS);
    for (let next = lane.take(); next; next = lane.take()) {
      const isOver = next.isOver();
      next.settle(isOver ? COME_AGAIN_SECONDS : undefined);
      if (!isOver) await delay(STEP_MS);
    }
    lanes.delete(name);
  }

  return {
    async wait(tried, now) {
      const { kind, network } = tried;
      const limit = { accountId: '', kind, subject: network, perMinute: MAX_PER_MINUTE };
      const { left } = await rateLimits.count(limit, now);
      return left < 0 ? queue(tried) : undefined;
    },
  };
}

/** Tries per minute of a known device, before it is one among others. */
const MAX_OF_DEVICE = 10;

/** Whether a device that is known has tried no more than people do. */
export async function isDeviceAtPace(rateLimits: RateLimits, device: string, now: number): Promise<boolean> {
  const limit = { accountId: '', kind: 'device', subject: device, perMinute: MAX_OF_DEVICE };
  return (await rateLimits.count(limit, now)).left >= 0;
}
