import pg from 'pg';
import { DatabaseUnavailable } from './database.ts';

/** The connection is gone, and with it the transaction that was open on it. */
export class ConnectionLost extends DatabaseUnavailable {}

const CONNECTION_ENDED = new Set(['25P03', '25P04', '53300', '57P01', '57P02', '57P03', '57P04', '57P05']);
// Cancelled or timed out, waited too long for a lock, a standby that takes no writes.
const NOT_NOW = new Set(['57014', '55P03', '25006']);
const TRY_AGAIN = new Set(['40001', '40P01']);

/** What the client of PostgreSQL throws, as the store's callers know it. */
export function translate(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error;
  if (!(error instanceof pg.DatabaseError)) return lost(error);
  const code = error.code ?? '';
  if (CONNECTION_ENDED.has(code) || code.startsWith('08')) {
    return lost(error);
  }
  if (NOT_NOW.has(code) || code.startsWith('53')) {
    return new DatabaseUnavailable(error.message, { cause: error });
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

function messageOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  return message || code || String(error);
}
