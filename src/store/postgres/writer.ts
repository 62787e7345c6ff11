import { DatabaseUnavailable } from '../../domain/outage.ts';
import type { Sql, WriteHint } from '../database.ts';
import { commitGroup, type Job } from './commit.ts';
import { type Connection, closeConnection } from './connection.ts';

const MAX_GROUP = 32;
/** A waiting write is rejected if the database has accepted none for this long. */
const MAX_WAIT_MS = 4500;
/** Delay before a lane without a connection is tried again: with another lane open, and with none. */
const REOPEN_MS = { beside: 1000, alone: 100 };

export interface Writer {
  /** A job that has not begun is dropped once `isAnswered`. */
  write<T>(work: (tx: Sql) => Promise<T>, hint?: WriteHint, isAnswered?: () => boolean): Promise<T>;
  /** Resolves when no write is waiting. */
  finish(): Promise<void>;
  /** Gives the place of an idle lane to a reader; the last open lane stays. */
  closeIdleLane(): void;
}

/**
 * Writes that wait at the same time share a transaction and its fsync (`npm run bench` with 16 and 64 connections shows the gain), on a few lanes with one connection each. The
 * writes of one account are never in two lanes at the same time: they would only wait for each other's rows (the number
 * sequence, the counts), each with its own fsync.
 *
 * A lane that PostgreSQL allows no connection leaves its writes to the lanes that are open. If none is, `makeRoom` frees
 * a connection.
 */
export function createWriter(lanes: readonly Connection[], makeRoom: () => void): Writer {
  const waiting: Job[] = [];
  const idle = [...lanes];
  const accounts = new Set<string>();
  let done: (() => void)[] = [];
  let lastCommit = 0;
  let resting = 0;

  function wake(): void {
    while (idle.length > 0) {
      const jobs = selectGroup(waiting, accounts, lanes.length);
      const lane = jobs.length > 0 && idle.pop();
      if (!lane) break;
      run(lane, jobs);
    }
    if (idle.length + resting === lanes.length && waiting.length === 0) {
      for (const resolve of done) resolve();
      done = [];
    }
  }

  async function run(lane: Connection, jobs: Job[]): Promise<void> {
    const named = jobs.map((job) => job.account).filter((account) => account !== undefined);
    for (const account of named) accounts.add(account);
    const outcome = await commitGroup(lane, jobs);
    if (outcome === 'committed') lastCommit = performance.now();
    for (const account of named) accounts.delete(account);
    if (outcome === 'unopened') {
      waiting.unshift(...jobs);
      for (const job of jobs) rejectWhenLate(job);
      rest(lane);
    } else {
      idle.push(lane);
    }
    wake();
  }

  function rest(lane: Connection): void {
    const hasOpenLane = lanes.some(({ isOpen }) => isOpen);
    if (!hasOpenLane) makeRoom();
    resting++;
    setTimeout(
      () => {
        resting--;
        // Lanes are taken from the end: one that is open comes first.
        idle.unshift(lane);
        wake();
      },
      hasOpenLane ? REOPEN_MS.beside : REOPEN_MS.alone,
    );
  }

  let woken = false;
  function wakeSoon(): void {
    if (woken) return;
    woken = true;
    // One turn of the event loop collects the writes that arrived together.
    setImmediate(() => {
      woken = false;
      wake();
    });
  }

  function rejectWhenLate(job: Job): void {
    const idle = performance.now() - Math.max(job.since, lastCommit);
    if (idle < MAX_WAIT_MS) {
      job.late = setTimeout(rejectWhenLate, MAX_WAIT_MS - idle, job);
      return;
    }
    waiting.splice(waiting.indexOf(job), 1);
    job.reject(new DatabaseUnavailable('The database does not accept writes'));
  }

  return {
    write<T>(work: (tx: Sql) => Promise<T>, hint: WriteHint = {}, isAnswered = () => false): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        const settle = { resolve: resolve as (value: unknown) => void, reject };
        const job: Job = {
          work,
          account: hint.account,
          hint,
          isAnswered,
          ...settle,
          since: performance.now(),
        };
        waiting.push(job);
        rejectWhenLate(job);
        wakeSoon();
      });
    },
    finish() {
      return new Promise((resolve) => {
        done.push(resolve);
        wakeSoon();
      });
    },
    closeIdleLane() {
      if (lanes.filter(({ isOpen }) => isOpen).length > 1) closeConnection(idle.find(({ isOpen }) => isOpen));
    },
  };
}

/**
 * Selects the next group for a lane: the oldest job that may run, all others of its account, and a fair share of the
 * rest, which leaves work for the other lanes.
 */
function selectGroup(waiting: Job[], busy: ReadonlySet<string>, lanes: number): Job[] {
  const first = waiting.find((job) => mayRun(job, busy));
  if (!first) return [];
  const share = Math.min(MAX_GROUP, Math.ceil(waiting.length / lanes));
  const taken: Job[] = [];
  let remaining = 0;
  for (const job of waiting) {
    const isWanted = isSameAccount(job, first) ? taken.length < MAX_GROUP : taken.length < share;
    if (isWanted && mayRun(job, busy)) {
      clearTimeout(job.late);
      taken.push(job);
    } else {
      waiting[remaining++] = job;
    }
  }
  waiting.length = remaining;
  return taken;
}

function mayRun(job: Job, busy: ReadonlySet<string>): boolean {
  return job.account === undefined || !busy.has(job.account);
}

function isSameAccount(job: Job, other: Job): boolean {
  return job.account !== undefined && job.account === other.account;
}
