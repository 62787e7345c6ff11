import pg from 'pg';
import { DatabaseUnavailable, type Outage } from '../../domain/outage.ts';
import { StatementTimeout } from '../database.ts';

/** The connection is lost, and with it its open transaction. */
export class ConnectionLost extends DatabaseUnavailable {}

/** PostgreSQL allows the role, the database or the server no further connection. */
export class NoConnectionLeft extends ConnectionLost {}

/** The server responds but does not meet the service's requirements. */
export class UnsuitableDatabase extends DatabaseUnavailable {}

/** Prepared statements are missing or belong to another client: a pooler shares the connection. */
export class SharedSession extends DatabaseUnavailable {}

const TOO_MANY_CONNECTIONS = '53300';
const CONNECTION_ENDED = new Set([
  '25P03',
  '25P04',
  TOO_MANY_CONNECTIONS,
  '57P01',
  '57P02',
  '57P03',
  '57P04',
  '57P05',
]);
/** Canceled, mostly because of its time limit. */
const TIMED_OUT = '57014';
// Lock timeout, read-only standby.
const TEMPORARY_CODES = new Set(['55P03', '25006']);
const NOT_OUR_SESSION = new Set(['26000', '42P05']);
const OUTAGES: Record<string, Outage> = { '25006': 'read_only', '53100': 'full' };
const TRY_AGAIN = new Set(['40001', '40P01']);

const SHARED = 'A pooler between the service and PostgreSQL hands its connections from one to another.';
const POOLER_ADVICE =
  'Behind a pooler in transaction mode, such as PgBouncer, set DATABASE_POOLER=transaction and restart.';

/** Translates errors of the PostgreSQL client into those of the store. */
export function translateDatabaseError(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error;
  if (!(error instanceof pg.DatabaseError)) return toConnectionLost(error);
  const code = error.code ?? '';
  if (CONNECTION_ENDED.has(code) || code.startsWith('08')) {
    return toConnectionLost(error);
  }
  if (NOT_OUR_SESSION.has(code)) {
    return new SharedSession(`${SHARED} ${POOLER_ADVICE}`, { cause: error, advice: POOLER_ADVICE });
  }
  if (code === TIMED_OUT) return new StatementTimeout(error.message, { cause: error });
  if (TEMPORARY_CODES.has(code) || code.startsWith('53')) {
    return new DatabaseUnavailable(error.message, { cause: error, reason: OUTAGES[code] ?? 'away' });
  }
  return error;
}

export function toConnectionLost(error: unknown): ConnectionLost {
  const { code } = error as { code?: string };
  if (code === TOO_MANY_CONNECTIONS) return new NoConnectionLeft(getMessage(error), { cause: error });
  return new ConnectionLost(getMessage(error), { cause: error });
}

/** Whether nothing happened and a retry may succeed shortly. */
export function isRetryable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && TRY_AGAIN.has(error.code ?? '');
}

/** Whether the server accepts no writes, or no longer does. */
export function isReadOnly(error: unknown): boolean {
  const { cause } = error as { cause?: unknown };
  return cause instanceof pg.DatabaseError && cause.code === '25006';
}

function getMessage(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  return message || code || String(error);
}

/** Whether the transaction had failed before, so that this error does not show the cause. */
export function isAbortedTransaction(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25P02';
}
