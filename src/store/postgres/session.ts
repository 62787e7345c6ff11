import type pg from 'pg';
import { SharedSession } from './errors.ts';

/** What is between the service and PostgreSQL. Behind one in session mode nothing is different. */
export type Pooler = 'none' | 'transaction';

interface Setting {
  name: string;
  value: string;
  /** Whether what `pg_settings` says, in its own unit, is as good. */
  holds(setting: string): boolean;
}

const UP_TO_4_SECONDS = (ms: string) => Number(ms) > 0 && Number(ms) <= 4000;

// A replica that hangs in the middle of a transaction gives its locks back. A search that matches much fits in memory.
// Everything has an index: what the statistics say of a large account must not make a small one read the whole table.
const WANTED: readonly Setting[] = [
  { name: 'statement_timeout', value: '4s', holds: UP_TO_4_SECONDS },
  { name: 'idle_in_transaction_session_timeout', value: '4s', holds: UP_TO_4_SECONDS },
  { name: 'work_mem', value: '32MB', holds: (kilobytes) => Number(kilobytes) >= 32_768 },
  { name: 'enable_seqscan', value: 'off', holds: (setting) => setting === 'off' },
];

/**
 * A prepared statement is planned once. Left to itself, PostgreSQL plans the pages of a large account anew each time, which
 * takes as long as reading them; what is asked for never calls for another index. Not knowing what that is, it expects much,
 * for which it would start helpers and a compiler. Citus has to see the account to know which server to ask. Behind a pooler
 * statements have no names, and each is planned.
 */
const PLANNED_ONCE = [
  `SELECT set_config('plan_cache_mode', 'force_generic_plan', false)
   WHERE NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')`,
  'SET max_parallel_workers_per_gather = 0',
  'SET jit = off',
];

export const SESSION_SETTINGS = [
  ...WANTED.map(({ name, value }) => `SET ${name} = '${value}'`),
  ...PLANNED_ONCE,
].join('; ');

/**
 * Whether a connection is the service's own, so that it keeps settings and prepared statements. All connections to
 * one database share this knowledge.
 */
export interface Session {
  readonly isOurs: boolean;
  /** Why it is not, although nobody said so. Until the next start: what caused it is in the settings. */
  readonly fault: SharedSession | undefined;
  /** Takes note of what tells that it is not, and gives the error back. */
  watched(error: unknown): unknown;
}

export function sessionBehind(pooler: Pooler): Session {
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

/** What the role has to be given where connections keep no settings, as a sentence; `undefined` when it has it all. */
export async function missingSettings(client: pg.Client): Promise<string | undefined> {
  const names = WANTED.map(({ name }) => `'${name}'`).join(', ');
  const { rows } = await client.query<{ name: string; setting: string; role: string; database: string }>(
    `SELECT name, setting, quote_ident(current_user) AS role, quote_ident(current_database()) AS database
     FROM pg_settings WHERE name IN (${names})`,
  );
  const missing = WANTED.filter(
    ({ name, holds }) => !holds(rows.find((row) => row.name === name)?.setting ?? ''),
  );
  if (missing.length === 0) return undefined;
  const { role, database } = rows[0] ?? {};
  const cure = missing.map(
    ({ name, value }) => `ALTER ROLE ${role} IN DATABASE ${database} SET ${name} = '${value}';`,
  );
  return `The role lacks settings that cannot be made behind a pooler. Run, and let the pooler connect anew: ${cure.join(' ')}`;
}
