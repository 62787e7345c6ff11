import type pg from 'pg';
import { SharedSession } from './errors.ts';

/** Pooler between the service and PostgreSQL. One in session mode makes no difference. */
export type Pooler = 'none' | 'transaction';

interface Setting {
  name: string;
  value: string;
  /** Whether the value in `pg_settings`, in its own unit, is sufficient. */
  holds(setting: string): boolean;
}

const UP_TO_4_SECONDS = (ms: string) => Number(ms) > 0 && Number(ms) <= 4000;

// A process that hangs in a transaction releases its locks. Searches with many matches fit in memory. Every query has
// an index: statistics of a large account must not make a small one scan the whole table.
const REQUIRED_SETTINGS: readonly Setting[] = [
  { name: 'statement_timeout', value: '3s', holds: UP_TO_4_SECONDS },
  { name: 'idle_in_transaction_session_timeout', value: '4s', holds: UP_TO_4_SECONDS },
  { name: 'work_mem', value: '32MB', holds: (kilobytes) => Number(kilobytes) >= 32_768 },
  { name: 'enable_seqscan', value: 'off', holds: (setting) => setting === 'off' },
];

/**
 * Plans a prepared statement once. By default PostgreSQL plans the pages of a large account every time, which takes as
 * long as reading them, although the values never call for another index. Without values it overestimates the rows and
 * would start parallel workers and JIT. Citus needs the account to select the server. Behind a pooler, statements are
 * unnamed and planned each time.
 */
const PLANNED_ONCE = [
  `SELECT set_config('plan_cache_mode', 'force_generic_plan', false)
   WHERE NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')`,
  'SET max_parallel_workers_per_gather = 0',
  'SET jit = off',
];

export const SESSION_SETTINGS = [
  ...REQUIRED_SETTINGS.map(({ name, value }) => `SET ${name} = '${value}'`),
  ...PLANNED_ONCE,
].join('; ');

/**
 * Whether connections are dedicated to the service and keep settings and prepared statements. Shared by all connections
 * to one database.
 */
export interface Session {
  readonly isOurs: boolean;
  /** Evidence of an undeclared pooler. Kept until the next start, because the cause is in the settings. */
  readonly fault: SharedSession | undefined;
  /** Records an error that shows a shared session, and returns the error. */
  watched(error: unknown): unknown;
}

export function createPostgresSession(pooler: Pooler): Session {
  let fault: SharedSession | undefined;
  return {
    get isOurs() {
      return pooler === 'none' && fault === undefined;
    },
    get fault() {
      return fault;
    },
    watched(error) {
      if (error instanceof SharedSession) fault ??= error;
      return error;
    },
  };
}

/** Settings that the role needs if connections keep none, as a sentence; `undefined` if it has them all. */
export async function describeMissingSettings(client: pg.Client): Promise<string | undefined> {
  const names = REQUIRED_SETTINGS.map(({ name }) => `'${name}'`).join(', ');
  const { rows } = await client.query<{ name: string; setting: string; role: string; database: string }>(
    `SELECT name, setting, quote_ident(current_user) AS role, quote_ident(current_database()) AS database
     FROM pg_settings WHERE name IN (${names})`,
  );
  const missing = REQUIRED_SETTINGS.filter(
    ({ name, holds }) => !holds(rows.find((row) => row.name === name)?.setting ?? ''),
  );
  if (missing.length === 0) return undefined;
  const { role, database } = rows[0] ?? {};
  const cure = missing.map(
    ({ name, value }) => `ALTER ROLE ${role} IN DATABASE ${database} SET ${name} = '${value}';`,
  );
  return `The role lacks settings that cannot be made behind a pooler. Run, and let the pooler connect anew: ${cure.join(' ')}`;
}
