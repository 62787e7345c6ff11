import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseUnavailable } from '../domain/outage.ts';

/** Longest time that a request waits for the database. The rest of five seconds is for everything else, also on a busy machine. */
const MAX_WAIT_MS = 3500;

/**
 * The time that one request waits for the database: for a connection, behind the writes of others, for its statements and
 * for the repeats of what collided. Each of these has a limit of its own, but a request has several of them in turn.
 */
export interface RequestWait {
  /** Runs a part of the request. */
  run<Result>(part: () => Result): Result;
  /** What goes on after the response has only the limits of each step. */
  end(): void;
}

/** Whether the caller has been answered, so that nobody waits for the result. */
type IsAnswered = () => boolean;

interface Wait {
  pending: Set<(error: DatabaseUnavailable) => void>;
  /** When `pending` was last empty. */
  since: number;
  /** Time waited before that. */
  spentMs: number;
  timer?: NodeJS.Timeout;
  isOver: boolean;
}

const current = new AsyncLocalStorage<Wait | undefined>();

export function startRequestWait(): RequestWait {
  const wait: Wait = { pending: new Set(), since: 0, spentMs: 0, isOver: false };
  return {
    run: (part) => current.run(wait, part),
    end() {
      wait.isOver = true;
      clearTimeout(wait.timer);
    },
  };
}

/**
 * Rejects once the request, if this is part of one, has waited too long. The work itself goes on unless it asks: a write
 * that has begun may still be committed, with the response that is stored for the Idempotency-Key.
 */
export function limitWait<Result>(begin: (isAnswered: IsAnswered) => Promise<Result>): Promise<Result> {
  const wait = current.getStore();
  if (!wait || wait.isOver) return begin(NEVER);
  if (wait.spentMs >= MAX_WAIT_MS) return Promise.reject(createError());
  return new Promise((resolve, reject) => {
    startWaiting(wait, reject);
    const settle = () => {
      if (wait.pending.delete(reject) && wait.pending.size === 0) addTime(wait);
    };
    begin(() => !wait.pending.has(reject)).then(
      (result) => {
        settle();
        resolve(result);
      },
      (error: unknown) => {
        settle();
        reject(error);
      },
    );
  });
}

/** Restarts the time, because the request has committed a part: an import has many of them. */
export function restartWait(): void {
  const wait = current.getStore();
  if (!wait) return;
  wait.spentMs = 0;
  wait.since = performance.now();
}

/**
 * Begins work that several requests share, that goes on after the response, or that has very many statements: no single
 * request limits it.
 */
export function outsideRequest<Result>(work: () => Result): Result {
  return current.getStore() ? current.run(undefined, work) : work();
}

const NEVER: IsAnswered = () => false;

function startWaiting(wait: Wait, reject: (error: DatabaseUnavailable) => void): void {
  if (wait.pending.size === 0) wait.since = performance.now();
  wait.pending.add(reject);
  // One timer per request, which is mostly cleared before it fires.
  wait.timer ??= setTimeout(check, MAX_WAIT_MS - wait.spentMs, wait).unref();
}

function check(wait: Wait): void {
  delete wait.timer;
  if (wait.pending.size === 0) return;
  addTime(wait);
  if (wait.spentMs < MAX_WAIT_MS) {
    wait.timer = setTimeout(check, Math.ceil(MAX_WAIT_MS - wait.spentMs), wait).unref();
    return;
  }
  const late = [...wait.pending];
  wait.pending.clear();
  for (const reject of late) reject(createError());
}

function addTime(wait: Wait): void {
  const now = performance.now();
  wait.spentMs += now - wait.since;
  wait.since = now;
}

function createError(): DatabaseUnavailable {
  return new DatabaseUnavailable('The request has waited too long for the database');
}
