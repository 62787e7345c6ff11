import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import type { Database, Sql, WriteHint } from '../database.ts';
import { writeHealth } from '../write-health.ts';
import { translate } from './errors.ts';
import { createPrivate, isNearlyFull, useFolder } from './file.ts';
import { type FileInPlace, fileInPlace } from './file-in-place.ts';
import { type Flush, flushOf } from './flush.ts';
import { LOCK_PATIENCE_MS, openWriter, whenUnlocked } from './open-writer.ts';
import type { IndexChange } from './search.ts';
import { snapshotOf } from './snapshot.ts';
import { type Guard, guardedBy, type Statements, sqlOf, statementsOf } from './statements.ts';
import { ALWAYS_MY_TURN, type WriteTurns } from './turns.ts';

const MAX_GROUP = 256;

interface Job {
  work: (tx: Sql) => Promise<unknown>;
  /** It may be flushed beside the event loop. */
  isRemakeable: boolean;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** Tells the one who asked what became of it. */
type Report = () => void;

/**
 * One file in WAL mode, one connection that writes and one that reads, so that a read sees only what is committed
 * and never waits for a transaction. Writes that wait at the same moment share one transaction and one fsync, and the
 * failure of one does not touch the others.
 */
export async function openSqlite(folder: string, turns: WriteTurns = ALWAYS_MY_TURN): Promise<Database> {
  useFolder(folder);
  const file = join(folder, 'proffer.db');
  const writer = await openWriter(file);
  const place = fileInPlace(file);
  const reader = new DatabaseSync(file, { timeout: 5000 });
  // Mapped, a page need not be copied to be read; the system takes the memory back when it needs it.
  reader.exec(`
    PRAGMA query_only = ON;
    PRAGMA cache_size = -65536;
    PRAGMA mmap_size = 1073741824;
  `);

  const flush = await flushOf(writer, file);
  const statements = statementsOf(writer);
  const snapshot = snapshotOf(reader, turns);
  const queue: Job[] = [];
  let running: Promise<void> | undefined;
  let flushing = Promise.resolve();

  async function drain(): Promise<void> {
    // One turn of the event loop gathers the writes that arrived together.
    await new Promise((resolve) => setImmediate(resolve));
    while (queue.length > 0) {
      const deadline = performance.now() + LOCK_PATIENCE_MS;
      await turns.take();
      const jobs = queue.splice(0, MAX_GROUP);
      const isBeside = jobs.every((job) => job.isRemakeable);
      let reports: Report[];
      try {
        reports = await commitInPlace(place, jobs, () => {
          flush.choose(isBeside);
          return commitGroup(writer, statements, jobs, deadline);
        });
      } finally {
        // Before anybody is told: who hears of a change must see it, here and in other threads.
        turns.pass();
        snapshot.end();
      }
      if (isBeside) flushing = Promise.all([flushing, reportFlushed(flush, jobs, reports)]).then(() => {});
      else for (const report of reports) report();
    }
    running = undefined;
  }

  function write<T>(work: (tx: Sql) => Promise<T>, { isRemakeable = false }: WriteHint = {}): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      queue.push({ work, isRemakeable, resolve: resolve as (value: unknown) => void, reject });
      running ??= drain();
    });
  }
  const health = writeHealth(write);

  return {
    engine: 'sqlite',
    read: sqlOf(statementsOf(reader), [], (_text, run) => {
      try {
        snapshot.hold();
        return run();
      } catch (error) {
        throw translate(error);
      }
    }),
    write: health.write,
    async backup(target) {
      snapshot.end();
      createPrivate(target);
      // In one step: between steps, every commit of another process would make it begin again.
      await backup(reader, target, { rate: 2 ** 31 - 1 });
    },
    async ping(how = 'look') {
      place.check();
      await health.expectWrites({ isSuspect: isNearlyFull(folder), mayWrite: how === 'write' });
    },
    async close() {
      await running;
      await flushing;
      await flush.close();
      snapshot.end();
      reader.close();
      writer.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      writer.close();
    },
  };
}

/** Nobody is told of a success that a restart would not find. Never throws. */
async function commitInPlace(
  place: FileInPlace,
  jobs: readonly Job[],
  commit: () => Promise<Report[]>,
): Promise<Report[]> {
  try {
    place.checkBefore();
    const reports = await commit();
    place.check();
    return reports;
  } catch (error) {
    return jobs.map((job) => () => job.reject(translate(error)));
  }
}

/** Never rejects: all who asked are told. */
async function reportFlushed(flush: Flush, jobs: readonly Job[], reports: readonly Report[]): Promise<void> {
  try {
    await flush.beside();
    for (const report of reports) report();
  } catch (error) {
    for (const job of jobs) job.reject(error);
  }
}

/**
 * All works in one transaction. One that throws before it has written anything touches nobody. Whatever else fails,
 * everything is taken back, and each runs again by itself, also the one that failed: it may have seen what the others
 * had written, which now never was. That is rare, and a savepoint for each work would cost more than the work: the
 * search index writes itself out at every one. Never throws: what is to be told to whom comes back.
 */
async function commitGroup(
  writer: DatabaseSync,
  statements: Statements,
  jobs: readonly Job[],
  deadline: number,
): Promise<Report[]> {
  try {
    return await commitTogether(statements, jobs, deadline);
  } catch (error) {
    if (writer.isOpen && writer.isTransaction) writer.exec('ROLLBACK');
    if (jobs.length === 1) return jobs.map((job) => () => job.reject(translate(error)));
  }
  const reports: Report[] = [];
  for (const job of jobs) reports.push(...(await commitGroup(writer, statements, [job], deadline)));
  return reports;
}

/** Throws when nothing of it may stay. */
async function commitTogether(
  statements: Statements,
  jobs: readonly Job[],
  deadline: number,
): Promise<Report[]> {
  const reports: Report[] = [];
  const changes: IndexChange[] = [];
  await whenUnlocked(() => statements.changes('BEGIN IMMEDIATE').run(), deadline);
  for (const job of jobs) reports.push(await runJob(statements, job, changes));
  for (const change of changes) await change(sqlOf(statements, [], (_text, run) => run()));
  statements.changes('COMMIT').run();
  return reports;
}

/** Throws what the work threw if that spoils the transaction. */
async function runJob(statements: Statements, job: Job, changes: IndexChange[]): Promise<Report> {
  const guard: Guard = { isOver: false, failure: undefined, hasWritten: false };
  const own: IndexChange[] = [];
  try {
    const value = await job.work(sqlOf(statements, own, guardedBy(guard)));
    if (guard.failure !== undefined) throw guard.failure;
    changes.push(...own);
    return () => job.resolve(value);
  } catch (error) {
    // A statement that failed, even one that reads, may have ended the whole transaction.
    if (guard.hasWritten || guard.failure !== undefined) throw error;
    return () => job.reject(translate(error));
  } finally {
    guard.isOver = true;
  }
}
