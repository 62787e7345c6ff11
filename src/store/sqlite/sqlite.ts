import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { accountClosed } from '../../domain/account/account-closed.ts';
import type { Place } from '../../domain/account/places.ts';
import type { Database, Snapshot, Sql, WriteHint } from '../database.ts';
import type { Migration } from '../migrations/migration.ts';
import { MIGRATIONS } from '../migrations.ts';
import { FIND_CLOSED, findAccountToCheck, isRejectedBy } from '../tables/account/closed-accounts.ts';
import { createWriteHealth } from '../write-health.ts';
import { translateDatabaseError } from './errors.ts';
import { createPrivateFile, isNearlyFull, prepareFolder } from './file.ts';
import { createFileCheck, type FileCheck } from './file-check.ts';
import { createFlush, type Flush } from './flush.ts';
import { openWriter } from './open-writer.ts';
import { openSnapshot } from './readers/open-snapshot.ts';
import { createReaders, type ReadersOptions } from './readers/readers.ts';
import { emptyLog, mergeIndexes, moveLog, overwriteFreePages } from './scrub.ts';
import type { IndexChange } from './search.ts';
import { MAX_LOCK_WAIT_MS, retryWhileLocked } from './set-up.ts';
import { createPlaceFile, type PlaceNotes } from './side-files/place-file.ts';
import { createSideFile } from './side-files/side-file.ts';
import { createSnapshot } from './snapshot.ts';
import {
  createGiveWay,
  createGuarded,
  createSqliteSql,
  createStatements,
  type GiveWay,
  type Guard,
  type Statements,
} from './statements.ts';

const MAX_GROUP = 256;

interface Job {
  work: (tx: Sql) => Promise<unknown>;
  /** Whether the flush may run outside the event loop. */
  isRecomputable: boolean;
  isBulk: boolean;
  hint: WriteHint;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

interface CommitTarget {
  statements: Statements;
  places: PlaceNotes;
}

/** Settles the promise of a job. */
type Report = () => void;

export interface SqliteOptions {
  /** Reads lists in threads, as a service does. */
  readers?: ReadersOptions | undefined;
}

/**
 * One file in WAL mode with one writing and one reading connection, so that a read sees only committed data and never
 * waits for a transaction. Writes that wait at the same time share one transaction and one fsync, and the failure of
 * one does not affect the others.
 */
export async function openSqlite(
  folder: string,
  {
    migrations = MIGRATIONS,
    readers: readersOptions,
  }: SqliteOptions & { migrations?: readonly Migration[] } = {},
): Promise<Database> {
  prepareFolder(folder);
  const file = join(folder, 'proffer.db');
  const writer = await openWriter(
    file,
    migrations.map((migration) => migration('sqlite')),
  );
  const place = createFileCheck(file);
  const reader = new DatabaseSync(file, { timeout: 5000 });
  // Memory-mapped pages are read without a copy; the system reclaims the memory when it needs it.
  reader.exec(`
    PRAGMA query_only = ON;
    PRAGMA cache_size = -65536;
  `);

  const readers = readersOptions && createReaders(file, readersOptions);
  const placeFile = createPlaceFile(folder);
  const flush = await createFlush(writer, file);
  const statements = createStatements(writer);
  const snapshot = createSnapshot(reader);
  const queue: Job[] = [];
  /** Work that the writing connection does between two transactions. */
  const between: (() => void)[] = [];
  const snapshots = new Set<Snapshot>();
  let running: Promise<void> | undefined;
  let flushing = Promise.resolve();

  async function drain(): Promise<void> {
    // One turn of the event loop collects the writes that arrived together.
    await new Promise((resolve) => setImmediate(resolve));
    while (queue.length > 0 || between.length > 0) {
      for (const work of between.splice(0)) work();
      if (queue.length === 0) continue;
      const deadline = performance.now() + MAX_LOCK_WAIT_MS;
      const jobs = queue.splice(0, MAX_GROUP);
      const isDeferred = jobs.every((job) => job.isRecomputable);
      const isBulk = jobs.some((job) => job.isBulk);
      let reports: Report[];
      try {
        reports = await commitInPlace(place, jobs, () => {
          flush.choose(isDeferred, isBulk);
          return commitGroup(writer, { statements, places: placeFile }, jobs, deadline);
        });
      } finally {
        // Before the jobs settle: the caller must see its change.
        snapshot.end();
      }
      if (isDeferred) flushing = Promise.all([flushing, reportFlushed(flush, jobs, reports)]).then(() => {});
      else for (const report of reports) report();
    }
    running = undefined;
  }

  function write<T>(work: (tx: Sql) => Promise<T>, hint: WriteHint = {}): Promise<T> {
    const { isRecomputable = false, isBulk = false } = hint;
    return new Promise<T>((resolve, reject) => {
      queue.push({
        ...{ work, isRecomputable, isBulk, hint },
        ...{ resolve: resolve as (value: unknown) => void, reject },
      });
      running ??= drain();
    });
  }
  function betweenTransactions<T>(work: () => T): Promise<T> {
    return new Promise((resolve) => {
      between.push(() => resolve(Promise.try(work)));
      running ??= drain();
    });
  }
  const health = createWriteHealth(write);

  return {
    engine: 'sqlite',
    read: createSqliteSql(createStatements(reader), [], (_text, run) => {
      try {
        snapshot.hold();
        return run();
      } catch (error) {
        throw translateDatabaseError(error);
      }
    }),
    ...(readers && { readers }),
    write: health.write,
    async openSnapshot() {
      const opened = openSnapshot(file);
      snapshots.add(opened);
      const close = async () => {
        snapshots.delete(opened);
        await opened.close();
      };
      return { ...opened, close };
    },
    async backup(target) {
      snapshot.end();
      createPrivateFile(target);
      // In one step: between steps, every commit of another process would restart the copy.
      await backup(reader, target, { rate: 2 ** 31 - 1 });
    },
    async scrub() {
      await mergeIndexes(write);
      await overwriteFreePages(write);
      const empty = () =>
        emptyLog(() =>
          betweenTransactions(() => {
            snapshot.end();
            return moveLog(writer);
          }),
        );
      return readers ? readers.pause(empty) : empty();
    },
    erasureFile: createSideFile(folder, 'erasures.jsonl'),
    placeFile,
    async ping(how = 'read') {
      place.check();
      await health.expectWrites({ isSuspect: isNearlyFull(folder), mayWrite: how === 'write' });
    },
    async close() {
      await readers?.close();
      await running;
      await flushing;
      await flush.close();
      snapshot.end();
      for (const opened of snapshots) await opened.close();
      reader.close();
      writer.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      writer.close();
      placeFile.close();
    },
  };
}

/** Never acknowledges a write that a restart would not find. Never throws. */
async function commitInPlace(
  place: FileCheck,
  jobs: readonly Job[],
  commit: () => Promise<Report[]>,
): Promise<Report[]> {
  try {
    place.checkBefore();
    const reports = await commit();
    place.check();
    return reports;
  } catch (error) {
    return jobs.map((job) => () => job.reject(translateDatabaseError(error)));
  }
}

/** Settles all jobs. Never rejects. */
async function reportFlushed(flush: Flush, jobs: readonly Job[], reports: readonly Report[]): Promise<void> {
  try {
    await flush.flushLog();
    for (const report of reports) report();
  } catch (error) {
    for (const job of jobs) job.reject(error);
  }
}

/**
 * Runs all jobs in one transaction. One that throws before it has written anything affects no other. After any other
 * failure, everything is rolled back and each job runs again alone, including the failed one, which may have seen
 * uncommitted changes of the others. That is rare, and savepoints would cost more than the jobs: each one flushes the
 * search index. Returns how to settle each job. Never throws.
 */
async function commitGroup(
  writer: DatabaseSync,
  target: CommitTarget,
  jobs: readonly Job[],
  deadline: number,
): Promise<Report[]> {
  try {
    return await commitTogether(target, jobs, deadline);
  } catch (error) {
    if (writer.isOpen && writer.isTransaction) writer.exec('ROLLBACK');
    if (jobs.length === 1) return jobs.map((job) => () => job.reject(translateDatabaseError(error)));
  }
  const reports: Report[] = [];
  for (const job of jobs) reports.push(...(await commitGroup(writer, target, [job], deadline)));
  return reports;
}

/** Throws if the transaction must be rolled back. */
async function commitTogether(
  { statements, places }: CommitTarget,
  jobs: readonly Job[],
  deadline: number,
): Promise<Report[]> {
  const reports: Report[] = [];
  const changes: IndexChange[] = [];
  const notes: Place[] = [];
  await retryWhileLocked(() => statements.changes('BEGIN IMMEDIATE').run(), deadline);
  const giveWay = createGiveWay();
  for (const job of jobs) reports.push(await runJob(statements, job, { changes, notes }, giveWay));
  for (const change of changes) await change(createSqliteSql(statements, [], (_text, run) => run(), giveWay));
  statements.changes('COMMIT').run();
  // Before anybody is told: a kill in between loses the note of what nobody has seen.
  places.add(notes);
  return reports;
}

/** Throws the error of the work if it invalidates the transaction. */
async function runJob(
  statements: Statements,
  job: Job,
  group: { changes: IndexChange[]; notes: Place[] },
  giveWay: GiveWay,
): Promise<Report> {
  const guard: Guard = { isOver: false, failure: undefined, hasWritten: false };
  const own: IndexChange[] = [];
  const notes: Place[] = [];
  try {
    const checked = findAccountToCheck(job.hint);
    const closed = checked === undefined ? undefined : statements.rows(FIND_CLOSED).get(checked);
    if (isRejectedBy(closed, job.hint.evenIfClosed)) throw accountClosed();
    const sql = createSqliteSql(statements, own, createGuarded(guard), giveWay);
    const value = await job.work({ ...sql, note: (place) => notes.push(place) });
    if (guard.failure !== undefined) throw guard.failure;
    group.changes.push(...own);
    group.notes.push(...notes);
    return () => job.resolve(value);
  } catch (error) {
    // A failed statement, even a read, may have ended the whole transaction.
    if (guard.hasWritten || guard.failure !== undefined) throw error;
    return () => job.reject(translateDatabaseError(error));
  } finally {
    guard.isOver = true;
  }
}
