import type { Sql } from './database.ts';

/** A column of due times, and the SQL of what becomes of a row whose time no correct clock can have set. */
interface DueTimes {
  table: string;
  column: string;
  /** Which rows such a time can be wrong in. */
  where?: string;
  /** What else is set. */
  set?: string;
}

export const DUE_TIMES = {
  userMails: { table: 'user_mails', column: 'next_at' },
  checkouts: { table: 'checkouts', column: 'next_poll_at' },
  mailboxes: { table: 'mailboxes', column: 'next_at' },
  timeStamps: { table: 'decisions', column: 'stamp_due_at' },
  // The age of such a refund is not known: the provider is asked what has become of it before anything is repeated.
  refunds: { table: 'refunds', column: 'running_until', set: ', created_at = 0' },
  // An erasure that is over but for retained documents waits for years. Its first attempt was minutes after its begin.
  erasures: {
    table: 'erasures',
    column: 'next_at',
    where: 'AND (unfinished IS NOT NULL OR next_at <= erased_at + 360000)',
  },
} as const satisfies Record<string, DueTimes>;

/** Whether a row is due later than a correct clock can have set. */
export async function isMisscheduled(
  sql: Sql,
  { table, column, where = '' }: DueTimes,
  latest: number,
): Promise<boolean> {
  return (await sql.get(`SELECT 1 FROM ${table} WHERE ${column} > ? ${where} LIMIT 1`, latest)) !== undefined;
}

/** Makes those rows due now. */
export async function makeDue(
  tx: Sql,
  { table, column, where = '', set = '' }: DueTimes,
  latest: number,
  now: number,
): Promise<void> {
  await tx.run(`UPDATE ${table} SET ${column} = ?${set} WHERE ${column} > ? ${where}`, now, latest);
}
