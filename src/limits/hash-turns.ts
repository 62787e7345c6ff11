import { Problem } from '../domain/errors.ts';
import { createFairQueue } from './fair-queue.ts';

/** They run in the few threads that files and compression need too, and each takes its memory. */
const MAX_RUNNING = 2;
const MAX_WAITING = 2_000;

/** Who wants a password to be hashed. */
export interface HashTurn {
  /** Signed in, or on a device that has signed in before: goes first. */
  isTrusted: boolean;
  /** The device or network: groups take turns. */
  group: string;
  /** Whether nobody waits for the result any more. */
  isOver?(): boolean;
}

interface Waiting {
  isOver: () => boolean;
  start(): void;
  refuse(): void;
}

/** Runs a few at a time, trusted callers first, the others network by network: strangers cannot shut out anybody. */
export function createHashTurns(maxWaiting = MAX_WAITING) {
  const trusted = createFairQueue<Waiting>(maxWaiting);
  const others = createFairQueue<Waiting>(maxWaiting);
  let running = 0;

  function waitForTurn({ isTrusted, group, isOver = () => false }: HashTurn): Promise<void> {
    if (running < MAX_RUNNING) {
      running++;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const refuse = () => reject(tooManyWaiting());
      (isTrusted ? trusted : others).add(group, { isOver, start: resolve, refuse })?.refuse();
    });
  }

  function startNext(): void {
    let next = trusted.take() ?? others.take();
    while (next?.isOver()) {
      next.refuse();
      next = trusted.take() ?? others.take();
    }
    if (next) next.start();
    else running--;
  }

  return async function inTurn<Result>(turn: HashTurn, work: () => Promise<Result>): Promise<Result> {
    await waitForTurn(turn);
    try {
      return await work();
    } finally {
      startNext();
    }
  };
}

function tooManyWaiting(): Problem {
  return new Problem('overloaded', 'Too many people are signing in right now. Try again in a few seconds.', {
    headers: { 'Retry-After': '5' },
  });
}
