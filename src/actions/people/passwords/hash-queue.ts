import { Problem } from '../../../domain/errors.ts';
import { createFairQueue } from '../../../domain/fair-queue.ts';

/** Hashes running concurrently. They share libuv's few threads with files and compression, and each needs much memory. */
const MAX_RUNNING = 2;
const MAX_WAITING = 2_000;

/** A request to hash a password. */
export interface HashRequest {
  /** The caller is signed in, or uses a device that has signed in before. Trusted callers go first. */
  isTrusted: boolean;
  /** The device or network. Groups take turns. */
  group: string;
  /** Whether the caller has disconnected. */
  isOver?(): boolean;
}

interface Waiting {
  isOver: () => boolean;
  start(): void;
  reject(): void;
}

/** Limits concurrent hashes. Trusted callers go first and other networks take turns, so that nobody can be locked out. */
export function createHashQueue(maxWaiting = MAX_WAITING) {
  const trusted = createFairQueue<Waiting>(maxWaiting);
  const others = createFairQueue<Waiting>(maxWaiting);
  let running = 0;

  function waitForSlot({ isTrusted, group, isOver = () => false }: HashRequest): Promise<void> {
    if (running < MAX_RUNNING) {
      running++;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const rejectOverload = () => reject(createOverloadProblem());
      (isTrusted ? trusted : others).add(group, { isOver, start: resolve, reject: rejectOverload })?.reject();
    });
  }

  function startNext(): void {
    let next = trusted.take() ?? others.take();
    while (next?.isOver()) {
      next.reject();
      next = trusted.take() ?? others.take();
    }
    if (next) next.start();
    else running--;
  }

  return async function runInTurn<Result>(
    request: HashRequest,
    work: () => Promise<Result>,
  ): Promise<Result> {
    await waitForSlot(request);
    try {
      return await work();
    } finally {
      startNext();
    }
  };
}

function createOverloadProblem(): Problem {
  return new Problem('overloaded', 'Too many people are signing in right now. Try again in a few seconds.', {
    headers: { 'Retry-After': '5' },
  });
}
