import { setTimeout as delay } from 'node:timers/promises';
import type { QueryResult } from 'pg';
import { DatabaseUnavailable } from '../../domain/outage.ts';
import { type Database, type Sql, type SqlPart, type SqlValue, StatementTimeout } from '../database.ts';
import type { Migration } from '../migrations/migration.ts';
import { MIGRATIONS } from '../migrations.ts';
import { limitWait, restartWait, startRequestWait } from '../request-wait.ts';
import { createWriteHealth } from '../write-health.ts';
import {
  type Connection,
  closeConnection,
  createPostgresConnection,
  RECONNECT_MS,
  type Row,
} from './connection.ts';
import { ConnectionLost, NoConnectionLeft } from './errors.ts';
import { migratePostgres } from './migrate.ts';
import { openSnapshot } from './open-snapshot.ts';
import { retryAtStartup } from './retry-at-startup.ts';
import { createPostgresSession, type Pooler } from './session.ts';
import { countRows, createPostgresSql } from './sql.ts';
import { type Statement, toStatement } from './statement.ts';
import { createWriter } from './writer.ts';

export interface PostgresOptions {
  /** Connections for reads; a read waits only if all are busy. */
  readers?: number;
  /** Maximum number of concurrent transactions. */
  lanes?: number;
  /** Maximum wait for the database when the service starts. */
  startMs?: number;
  pooler?: Pooler;
  migrations?: readonly Migration[];
}

const PING = toStatement(
  `SELECT pg_is_in_recovery() AS standby, current_setting('transaction_read_only') AS read_only`,
);
/** A read gives up after this time, so that the caller gets an error within five seconds. */
const MAX_READ_MS = 4500;
const PING_MS = 2000;
const BEGIN_READ: Statement = { text: 'BEGIN READ ONLY', name: undefined };
const SHORTEN: Statement = { text: 'SET LOCAL statement_timeout = 1000', name: undefined };
const PLAN: Statement = { text: 'SET LOCAL plan_cache_mode = force_custom_plan', name: undefined };
const COMMIT: Statement = { text: 'COMMIT', name: undefined };
/** Delay before a read that found no open connection tries again. */
const REOPEN_MS = 100;

export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Database> {
  const { readers: readerCount = 8, lanes: laneCount = 4, startMs, pooler = 'none' } = options;
  const { migrations = MIGRATIONS } = options;
  const warnings = await retryAtStartup(() => migratePostgres(url, pooler, migrations), startMs);
  const session = createPostgresSession(pooler);
  const readers = Array.from({ length: readerCount }, () => createPostgresConnection(url, session));
  const lanes = Array.from({ length: laneCount }, () => createPostgresConnection(url, session));
  const writer = createWriter(lanes, () => closeOneReader(readers));
  // Readers open by themselves and could take all the connections that PostgreSQL allows.
  await retryAtStartup(() => (lanes[0] as Connection).open(), startMs);
  const health = createWriteHealth(
    async (work, hint) => {
      const result = await limitWait((isAnswered) => writer.write(work, hint, isAnswered));
      restartWait();
      return result;
    },
    { isSilenceAnOutage: true },
  );
  const pool: Pool = { readers, lanes, closeIdleLane: writer.closeIdleLane };
  const read: Sql = {
    ...createPostgresSql((statement, values) =>
      limitWait(() => readOn(pool, statement, values, MAX_READ_MS)),
    ),
    count: (rows) => limitWait(() => countOn(pool, [SHORTEN], rows)),
    planned: {
      async all<R>(text: string, ...values: SqlValue[]) {
        const { rows } = await limitWait(() => readWithin(pool, [PLAN], toStatement(text), values));
        return rows as R[];
      },
      count: (rows) => limitWait(() => countOn(pool, [SHORTEN, PLAN], rows)),
    },
  };

  return {
    engine: 'postgres',
    read,
    write: health.write,
    direct: read,
    openSnapshot: () => openSnapshot(createPostgresConnection(url, session)),
    startRequestWait,
    async backup() {
      throw new Error('A PostgreSQL database is backed up with pg_dump, which ships with PostgreSQL');
    },
    warnings,
    async ping(how) {
      if (session.fault) throw session.fault;
      await limitWait(() => expectWritable(pool));
      await health.expectWrites({ isSuspect: false, mayWrite: how === 'write' });
    },
    async close() {
      await writer.finish();
      await Promise.all([...readers, ...lanes].map((connection) => connection.close()));
    },
  };
}

interface Pool {
  readers: readonly Connection[];
  lanes: readonly Connection[];
  closeIdleLane(): void;
}

async function expectWritable(pool: Pool): Promise<void> {
  const reader = selectReader(pool);
  const { rows } = await readOn(pool, PING, [], PING_MS);
  const { standby, read_only } = rows[0] ?? {};
  if (!standby && read_only === 'off') return;
  // A session keeps its initial settings, so the next check needs a new one.
  closeConnection(reader);
  throw new DatabaseUnavailable('The database accepts no writes', { reason: 'read_only' });
}

/**
 * The connection may have broken since its last use. A read is safe to repeat, so it is retried once on another. A read
 * that PostgreSQL allows no connection of its own goes to one that is open, or waits until there is one.
 */
async function readOn(pool: Pool, statement: Statement, values: readonly SqlValue[], limitMs: number) {
  const [result] = await readAllOn(pool, [[statement, values]], limitMs);
  return result as QueryResult<Row>;
}

/** Reads with settings of its own, which needs a transaction. */
async function readWithin(
  pool: Pool,
  settings: readonly Statement[],
  statement: Statement,
  values: readonly SqlValue[],
): Promise<QueryResult<Row>> {
  const before = [BEGIN_READ, ...settings].map((each): [Statement, SqlValue[]] => [each, []]);
  const results = await readAllOn(pool, [...before, [statement, values], [COMMIT, []]], MAX_READ_MS);
  return results[before.length] as QueryResult<Row>;
}

/** Counts within a shorter time limit. */
async function countOn(
  pool: Pool,
  settings: readonly Statement[],
  { sql, values }: SqlPart,
): Promise<{ n: number; isComplete: boolean }> {
  try {
    const { rows } = await readWithin(pool, settings, toStatement(countRows(sql)), values);
    return { n: Number(rows[0]?.n), isComplete: true };
  } catch (error) {
    if (error instanceof StatementTimeout) return { n: 0, isComplete: false };
    throw error;
  }
}

async function readAllOn(pool: Pool, statements: Parameters<Connection['queryAll']>[0], limitMs: number) {
  const start = performance.now();
  for (let lost = 0; ; ) {
    const spent = performance.now() - start;
    try {
      return await selectReader(pool).queryAll(statements, Math.max(1, limitMs - spent));
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
      const now = performance.now() - start;
      if (error instanceof NoConnectionLeft) {
        if (now + REOPEN_MS > limitMs) throw error;
        if (pool.readers.some(({ isOpen }) => isOpen)) continue;
        pool.closeIdleLane();
        await delay(REOPEN_MS);
      } else if (lost++ > 0 || now > RECONNECT_MS) {
        throw error;
      }
    }
  }
}

/**
 * Selects a reader without work, or the least busy one. While no lane is open, the readers that are must suffice: the next
 * place belongs to a write.
 */
function selectReader({ readers, lanes }: Pool): Connection {
  const mayOpen = lanes.some(({ isOpen }) => isOpen);
  let best: Connection | undefined;
  for (const reader of readers) {
    if (!reader.isOpen && (!mayOpen || reader.isCrowdedOut)) continue;
    if (reader.inFlight === 0) return reader;
    if (!best || reader.inFlight < best.inFlight) best = reader;
  }
  return best ?? (readers[0] as Connection);
}

/** Gives the place of the least busy reader to a lane; the last reader stays. */
function closeOneReader(readers: readonly Connection[]): void {
  const open = readers.filter(({ isOpen }) => isOpen).sort((a, b) => a.inFlight - b.inFlight);
  if (open.length > 1) closeConnection(open[0]);
}
