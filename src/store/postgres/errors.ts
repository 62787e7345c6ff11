import pg from 'pg';
import { DatabaseUnavailable, type Outage } from '../../domain/outage.ts';

/** The connection is gone, and with it the transaction that was open on it. */
export class ConnectionLost extends DatabaseUnavailable {}

/** The server is there, but not one that the service can rely on. */
export class UnfitDatabase extends DatabaseUnavailable {}

/** Statements that were prepared are missing, or those that were not are there: somebody shares the connection. */
export class SharedSession extends DatabaseUnavailable {}

const CONNECTION_ENDED = new Set(['25P03', '25P04', '53300', '57P01', '57P02', '57P03', '57P04', '57P05']);
// Cancelled or timed out, waited too long for a lock, a standby that takes no writes.
const NOT_NOW = new Set(['57014', '55P03', '25006']);
const NOT_OUR_SESSION = new Set(['26000', '42P05']);
const OUTAGES: Record<string, Outage> = { '25006': 'read_only', '53100': 'full' };
const TRY_AGAIN = new Set(['40001', '40P01']);

const SHARED = 'A pooler between the service and PostgreSQL hands its connections from one to another.';
const POOLER_ADVICE =
  'Behind a pooler in transaction mode, such as PgBouncer, set DATABASE_POOLER=transaction and restart.';

/** What the client of PostgreSQL throws, as the store's callers know it. */
export function translate(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error;
  if (!(error instanceof pg.DatabaseError)) return lost(error);
  const code = error.code ?? '';
  if (CONNECTION_ENDED.has(code) || code.startsWith('08')) {
    return lost(error);
  }
  if (NOT_OUR_SESSION.has(code)) {
    return new SharedSession(`${SHARED} ${POOLER_ADVICE}`, { cause: error, advice: POOLER_ADVICE });
  }
  if (NOT_NOW.has(code) || code.startsWith('53')) {
    return new DatabaseUnavailable(error.message, { cause: error, reason: OUTAGES[code] ?? 'away' });
  }
  return error;
}

export function lost(error: unknown): ConnectionLost {
  return new ConnectionLost(messageOf(error), { cause: error });
}

/** Nothing happened, and the same work may succeed a moment later. */
export function mayTryAgain(error: unknown): boolean {
  return error instanceof pg.DatabaseError && TRY_AGAIN.has(error.code ?? '');
}

/** The server takes no writes (any more). */
export function isReadOnly(error: unknown): boolean {
  const { cause } = error as { cause?: unknown };
  return cause instanceof pg.DatabaseError && cause.code === '25006';
}

function messageOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  return message || code || String(error);
}

/** The transaction had failed before: this says nothing of why. */
export function isAftermath(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25P02';
}
