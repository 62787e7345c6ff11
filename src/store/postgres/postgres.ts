import { DatabaseUnavailable } from '../../domain/outage.ts';
import type { Database, SqlValue } from '../database.ts';
import { createWriteHealth } from '../write-health.ts';
import { type Connection, createPostgresConnection, RECONNECT_MS } from './connection.ts';
import { ConnectionLost } from './errors.ts';
import { migratePostgres } from './migrate.ts';
import { retryAtStartup } from './retry-at-startup.ts';
import { createPostgresSession, type Pooler } from './session.ts';
import { createPostgresSql } from './sql.ts';
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
}

const PING = toStatement(
  `SELECT pg_is_in_recovery() AS standby, current_setting('transaction_read_only') AS read_only`,
);
/** A read gives up after this time, so that the caller gets an error within five seconds. */
const MAX_READ_MS = 4500;
const PING_MS = 2000;

export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Database> {
  const { readers: readerCount = 8, lanes: laneCount = 4, startMs, pooler = 'none' } = options;
  const warnings = await retryAtStartup(() => migratePostgres(url, pooler), startMs);
  const session = createPostgresSession(pooler);
  const readers = Array.from({ length: readerCount }, () => createPostgresConnection(url, session));
  const lanes = Array.from({ length: laneCount }, () => createPostgresConnection(url, session));
  const writer = createWriter(lanes);
  const health = createWriteHealth(writer.write);
  const read = createPostgresSql((statement, values) => readOn(readers, statement, values, MAX_READ_MS));

  return {
    engine: 'postgres',
    read,
    write: health.write,
    direct: read,
    async backup() {
      throw new Error('A PostgreSQL database is backed up with pg_dump, which ships with PostgreSQL');
    },
    warnings,
    async ping() {
      if (session.fault) throw session.fault;
      await expectWritable(readers);
      await health.expectWrites({ isSuspect: false, mayWrite: false });
    },
    async close() {
      await writer.finish();
      await Promise.all([...readers, ...lanes].map((connection) => connection.close()));
    },
  };
}

async function expectWritable(readers: readonly Connection[]): Promise<void> {
  const reader = leastBusy(readers);
  const { rows } = await readOn(readers, PING, [], PING_MS);
  const { standby, read_only } = rows[0] ?? {};
  if (!standby && read_only === 'off') return;
  // A session keeps its initial settings, so the next check needs a new one.
  reader.open().then(
    (connection) => connection.drop(),
    () => {},
  );
  throw new DatabaseUnavailable('The database accepts no writes', { reason: 'read_only' });
}

/** The connection may have broken since its last use. A read is safe to repeat, so it is retried once on another. */
async function readOn(
  readers: readonly Connection[],
  statement: Statement,
  values: readonly SqlValue[],
  limitMs: number,
) {
  const start = performance.now();
  try {
    return await leastBusy(readers).query(statement, values, limitMs);
  } catch (error) {
    const spent = performance.now() - start;
    if (!(error instanceof ConnectionLost) || spent > RECONNECT_MS) throw error;
    return leastBusy(readers).query(statement, values, limitMs - spent);
  }
}

function leastBusy(connections: readonly Connection[]): Connection {
  let best = connections[0] as Connection;
  for (const connection of connections) {
    if (connection.inFlight === 0) return connection;
    if (connection.inFlight < best.inFlight) best = connection;
  }
  return best;
}
