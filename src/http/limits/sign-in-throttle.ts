import { setTimeout as delay } from 'node:timers/promises';
import type { RateLimits } from '../../actions/rate-limits.ts';
import { createFairQueue, type FairQueue } from '../../domain/fair-queue.ts';

/** Attempts per minute before they are delayed: more than a person who tries several passwords needs. */
const MAX_PER_MINUTE = 30;
/** Time between further attempts of a network. */
const STEP_MS = 500;
/** Waiting attempts per network and kind; 60 of them take 30 seconds. */
const MAX_WAITING = 60;

/** An attempt to sign in by password, code or passkey, or to request a code. */
export interface SignInAttempt {
  kind: 'sign-in' | 'second' | 'passkey' | 'reset' | 'reset code';
  network: string;
  /** Hash of the person or email address in the request. */
  person: string;
  /** Whether the caller has disconnected. */
  isOver(): boolean;
}

/**
 * Slows down networks with many attempts. Above the limit, attempts are `STEP_MS` apart, and the persons they name take
 * turns. Each kind has its own limit, so that requests for codes do not delay sign-ins.
 */
export interface SignInThrottle {
  /** Resolves when the attempt may proceed. If too many are waiting, resolves to the seconds until a retry. */
  wait(attempt: SignInAttempt, now: number): Promise<number | undefined>;
}

interface Waiting {
  isOver(): boolean;
  settle(secondsToWait: number | undefined): void;
}

const RETRY_AFTER_SECONDS = (MAX_WAITING * STEP_MS) / 1000;

export function createSignInThrottle(rateLimits: RateLimits): SignInThrottle {
  /** Queues of the networks that are being slowed down. */
  const lanes = new Map<string, FairQueue<Waiting>>();

  function enqueue({ kind, network, person, isOver }: SignInAttempt): Promise<number | undefined> {
    const name = `${kind} ${network}`;
    let lane = lanes.get(name);
    if (!lane) {
      lane = createFairQueue<Waiting>(MAX_WAITING);
      lanes.set(name, lane);
      serveLane(name, lane);
    }
    const { promise, resolve: settle } = Promise.withResolvers<number | undefined>();
    lane.add(person, { isOver, settle })?.settle(RETRY_AFTER_SECONDS);
    return promise;
  }

  /** The lane stays one step longer than its last attempt, so that the next one is delayed too. */
  async function serveLane(name: string, lane: FairQueue<Waiting>): Promise<void> {
    await delay(STEP_MS);
    for (let next = lane.take(); next; next = lane.take()) {
      const isOver = next.isOver();
      next.settle(isOver ? RETRY_AFTER_SECONDS : undefined);
      if (!isOver) await delay(STEP_MS);
    }
    lanes.delete(name);
  }

  return {
    async wait(attempt, now) {
      const { kind, network } = attempt;
      const limit = { accountId: '', kind, subject: network, perMinute: MAX_PER_MINUTE };
      const { left } = await rateLimits.count(limit, now);
      return left < 0 ? enqueue(attempt) : undefined;
    },
  };
}

/** Attempts per minute of a known device before it is treated like an unknown one. */
const MAX_PER_DEVICE_PER_MINUTE = 10;

/** Whether the attempts of a known device are within its limit. */
export async function isDeviceWithinLimit(
  rateLimits: RateLimits,
  device: string,
  now: number,
): Promise<boolean> {
  const limit = { accountId: '', kind: 'device', subject: device, perMinute: MAX_PER_DEVICE_PER_MINUTE };
  return (await rateLimits.count(limit, now)).left >= 0;
}
