import { setTimeout as delay } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { QueryResult } from 'pg';
import { accountClosed } from '../../domain/account/account-closed.ts';
import { DatabaseUnavailable } from '../../domain/outage.ts';
import type { Sql, SqlValue, WriteHint } from '../database.ts';
import { FIND_CLOSED, findAccountToCheck, isRejectedBy } from '../tables/account/closed-accounts.ts';
import { type Connection, type OpenConnection, RECONNECT_MS } from './connection.ts';
import { ConnectionLost, isAbortedTransaction, isReadOnly, isRetryable, NoConnectionLeft } from './errors.ts';
import { createPostgresSql } from './sql.ts';
import { type Statement, toStatement } from './statement.ts';

const MAX_ATTEMPTS = 6;
const JITTER_MS = 20;
/** A database that takes longer for one statement of a write is considered unavailable. */
const MAX_STATEMENT_MS = 2800;

export interface Job {
  work: (tx: Sql) => Promise<unknown>;
  account: string | undefined;
  /** Whether its caller no longer waits for it. */
  isAnswered: () => boolean;
  hint: WriteHint;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
  since: number;
  late?: NodeJS.Timeout;
}

/**
 * Citus reads several servers in parallel by default, and then rejects writes to a reference table, such as that of the
 * users, in the same transaction. PostgreSQL without Citus ignores the setting.
 */
const BEGIN = plain(`BEGIN; SET LOCAL citus.multi_shard_modify_mode = 'sequential'`);
const COMMIT = plain('COMMIT');
const ROLLBACK = plain('ROLLBACK');
const SAVEPOINT = plain('SAVEPOINT job');
const RELEASE = plain('RELEASE SAVEPOINT job');
const UNDO = plain('ROLLBACK TO SAVEPOINT job');
const LOCK = toStatement('SELECT pg_advisory_xact_lock(key) FROM unnest(?::int8[]) AS key');
const CLOSED = toStatement(FIND_CLOSED);
/** Upper half of the advisory lock keys, which reserves them for Proffer. */
const LOCK_SPACE = 0x50726fn << 32n;

/** The transaction had no effect. */
class NotCommitted extends Error {}

/** `unopened`: PostgreSQL allows the lane no connection; nothing was begun, and no job is settled. */
export type GroupOutcome = 'committed' | 'failed' | 'unopened';

/** Settles every job, unless the lane cannot be opened. Never rejects. */
export async function commitGroup(lane: Connection, jobs: readonly Job[]): Promise<GroupOutcome> {
  const start = performance.now();
  for (let attempt = 1; ; attempt++) {
    try {
      for (const settle of await runOnce(lane, jobs)) settle();
      return 'committed';
    } catch (error) {
      if (error instanceof NoConnectionLeft) return 'unopened';
      const cause = error instanceof NotCommitted ? error.cause : undefined;
      // A broken connection may have been stale, so try another. One that timed out has used up the caller's time.
      const wasCut = cause instanceof ConnectionLost && performance.now() - start < RECONNECT_MS;
      const again = isRetryable(cause) || (wasCut && attempt === 1);
      if (!again || attempt === MAX_ATTEMPTS) {
        rejectAll(jobs, cause ?? error);
        return 'failed';
      }
    }
    await delay(Math.random() * JITTER_MS * attempt);
  }
}

function rejectAll(jobs: readonly Job[], cause: unknown): void {
  const error = isRetryable(cause)
    ? new DatabaseUnavailable('The write conflicted with other writes repeatedly', { cause })
    : cause;
  for (const job of jobs) job.reject(error);
}

/**
 * Runs the transaction once. A `NotCommitted` error may be retried. Any other error came during the commit, whose
 * result is unknown: a retry could apply the work twice.
 */
async function runOnce(lane: Connection, jobs: readonly Job[]): Promise<(() => void)[]> {
  const connection = await lane.open();
  const send = (statement: Statement, ...values: SqlValue[]) =>
    connection.query(statement, values, MAX_STATEMENT_MS);
  const settle: (() => void)[] = [];
  try {
    const begun = Promise.all([send(BEGIN), ...listLockKeys(jobs).map((keys) => send(LOCK, keys))]);
    for (const job of jobs) {
      if (job.isAnswered()) settle.push(() => job.reject(new DatabaseUnavailable('The caller has gone')));
      else settle.push(await runJob(connection, job, begun, jobs.length > 1));
    }
    // The jobs await it, if any has run.
    await begun;
  } catch (error) {
    if (!(error instanceof ConnectionLost)) await send(ROLLBACK).catch(() => connection.drop());
    // The primary may have moved: a new connection finds it.
    if (isReadOnly(error)) connection.drop();
    throw new NotCommitted('rolled back', { cause: error });
  }
  await commit(connection, send);
  return settle;
}

/**
 * A commit with a warning is on this server only: a timeout or an operator ended the wait for its standby. A failover
 * would lose it, so it must not be acknowledged.
 */
async function commit(
  connection: OpenConnection,
  send: (statement: Statement) => Promise<QueryResult>,
): Promise<void> {
  const { warnings } = connection;
  try {
    const { command } = await send(COMMIT);
    if (command !== 'COMMIT') throw new Error(`PostgreSQL responded ${command} to COMMIT`);
    if (connection.warnings > warnings)
      throw new DatabaseUnavailable('The commit is not replicated to the standby');
  } catch (cause) {
    throw cause instanceof DatabaseUnavailable ? cause : new NotCommitted('refused', { cause });
  }
}

/**
 * Runs a job between savepoints, so that its failure does not affect the others. Throws errors that end the whole
 * transaction; otherwise returns the function that settles the job after the commit.
 */
async function runJob(
  connection: OpenConnection,
  job: Job,
  begun: Promise<unknown>,
  isShared: boolean,
): Promise<() => void> {
  const transaction = createTransaction(connection, begun);
  // Not awaited: the statements of the job follow in the pipeline and fail with it.
  const start = isShared && connection.query(SAVEPOINT, [], MAX_STATEMENT_MS).catch(() => {});
  // In the order of the pipeline: after the lock of the account, and before all that the job does.
  const closed = checkClosed(connection, job);
  const settled = await settleWork(job, transaction.sql);
  const failure = (await transaction.end()) ?? (await closed).failure;
  const outcome = (await closed).isClosed ? { error: accountClosed() } : settled;
  await start;
  // If BEGIN failed, that is the cause of all later errors.
  await begun;
  if (failure instanceof ConnectionLost || isRetryable(failure)) throw failure;
  // With pipelined statements, the work may see a follow-up error before the actual failure.
  const error = isAbortedTransaction(outcome.error) ? failure : (outcome.error ?? failure);
  if (error !== undefined && !isShared) throw error;
  if (error !== undefined) await connection.query(UNDO, [], MAX_STATEMENT_MS);
  // A failure here surfaces at the commit.
  if (isShared) connection.query(RELEASE, [], MAX_STATEMENT_MS).catch(() => {});
  return () => (error === undefined ? job.resolve(outcome.value) : job.reject(error));
}

/** Looks whether the account of the job is closed, if it must not be. Never rejects. */
async function checkClosed(
  connection: OpenConnection,
  { hint }: Job,
): Promise<{ isClosed: boolean; failure?: unknown }> {
  const account = findAccountToCheck(hint);
  if (account === undefined) return { isClosed: false };
  try {
    const { rows } = await connection.query(CLOSED, [account], MAX_STATEMENT_MS);
    return { isClosed: isRejectedBy(rows[0], hint.evenIfClosed) };
  } catch (failure) {
    return { isClosed: false, failure };
  }
}

async function settleWork(job: Job, sql: Sql): Promise<{ value?: unknown; error?: unknown }> {
  try {
    return { value: await job.work(sql) };
  } catch (error) {
    return { error };
  }
}

/**
 * Statements for one job until it ends. Remembers the first failure, which ended the transaction. Writes wait for
 * BEGIN: without a transaction they would be committed immediately.
 */
function createTransaction(connection: OpenConnection, begun: Promise<unknown>) {
  let isOver = false;
  let mayWrite = false;
  let hasWritten = false;
  begun.then(
    () => (mayWrite = true),
    () => {},
  );
  let failure: unknown;
  const underWay = new Set<Promise<unknown>>();
  const sql = createPostgresSql(async (statement, values) => {
    if (isOver) throw new Error('The transaction is over: the work must await its statements');
    const send = () => connection.query(statement, values, MAX_STATEMENT_MS);
    hasWritten ||= !statement.isRead;
    const response = mayWrite || !hasWritten ? send() : begun.then(send);
    underWay.add(response);
    try {
      return await response;
    } catch (error) {
      failure ??= error;
      throw error;
    } finally {
      underWay.delete(response);
    }
  });
  return {
    sql,
    async end(): Promise<unknown> {
      isOver = true;
      await Promise.allSettled(underWay);
      return failure;
    },
  };
}

/** Locks of all accounts in the group, sorted the same way in all processes to prevent deadlocks. */
function listLockKeys(jobs: readonly Job[]): string[] {
  const accounts = jobs.map((job) => job.account).filter((account) => account !== undefined);
  if (accounts.length === 0) return [];
  const keys = [...new Set(accounts.map((account) => crc32(account)))].sort((a, b) => a - b);
  return [`{${keys.map((key) => LOCK_SPACE + BigInt(key)).join(',')}}`];
}

function plain(text: string): Statement {
  return { text, name: undefined };
}
