import { DAY_MS } from '../../../domain/calendar.ts';
import { formatLimit, type Sql, type SqlPart } from '../../database.ts';

/** Order of kinds that are due at the same time. */
const KINDS = ['expiring', 'reminder', 'expired', 'overdue', 'recurring'] as const;

/** A change of a quote, an invoice or a series that is caused by time alone. */
export interface DueAction {
  kind: (typeof KINDS)[number];
  at: number;
  id: string;
  /** End of the validity of a quote, or of the due date of an invoice; the start of the day of a series. */
  validUntil: number;
}

export interface DueQuery {
  accountId: string;
  expiringDays: number;
  /** `null` if no reminders are sent. */
  reminderDays: number | null;
  /** Last quote whose reminder is queued, in order of validity. */
  reminded: { validUntil: number; id: string };
  until: number;
}

/** Finds the actions due until a time, in order. Overdue ones are due at `now`. */
export async function findDueActions(
  sql: Sql,
  query: DueQuery,
  now: number,
  limit: number,
): Promise<DueAction[]> {
  const found = await Promise.all(
    buildQueries(query).map(async ({ kind, days, part, table, column }) => {
      const rows = await sql.all<{ id: string; valid_until: number }>(
        `SELECT id, ${column} AS valid_until FROM ${table} WHERE ${part.sql}
         ORDER BY ${column}, id ${formatLimit(limit).sql}`,
        ...part.values,
      );
      return rows.map(({ id, valid_until: validUntil }) => ({
        ...{ kind, id, validUntil },
        at: Math.max(now, validUntil - days * DAY_MS),
      }));
    }),
  );
  return found.flat().sort(compareActions).slice(0, limit);
}

/** Counts due actions up to a limit. */
export async function countDueActions(sql: Sql, query: DueQuery, limit: number): Promise<number> {
  const counts = await Promise.all(
    buildQueries(query).map(({ part, table }) =>
      sql.get<{ n: number }>(
        `SELECT count(*) AS n FROM (SELECT 1 FROM ${table} WHERE ${part.sql} ${formatLimit(limit).sql}) AS due`,
        ...part.values,
      ),
    ),
  );
  return counts.reduce((sum, row) => sum + (row?.n ?? 0), 0);
}

/** Rows with a due action, sorted by a column of their table. */
interface DueRows {
  table: 'quotes' | 'invoices' | 'recurring_series';
  column: 'valid_until' | 'overdue_at' | 'due_at';
  kind: DueAction['kind'];
  days: number;
  part: SqlPart;
}

function buildQueries({ accountId, expiringDays, reminderDays, reminded, until }: DueQuery) {
  const open = `account_id = ? AND status = 'SENT'`;
  const quotes = { table: 'quotes', column: 'valid_until' } as const;
  const parts: DueRows[] = [
    {
      ...quotes,
      kind: 'expiring',
      days: expiringDays,
      part: {
        sql: `${open} AND told_until IS NULL AND valid_until <= ?`,
        values: [accountId, until + expiringDays * DAY_MS],
      },
    },
    {
      ...quotes,
      kind: 'expired',
      days: 0,
      part: { sql: `${open} AND valid_until <= ?`, values: [accountId, until] },
    },
    {
      ...{ table: 'invoices', column: 'overdue_at', kind: 'overdue', days: 0 },
      part: {
        sql: `account_id = ? AND status = 'ISSUED' AND overdue = 0 AND overdue_at <= ?`,
        values: [accountId, until],
      },
    },
    {
      ...{ table: 'recurring_series', column: 'due_at', kind: 'recurring', days: 0 },
      part: { sql: 'account_id = ? AND due_at <= ?', values: [accountId, until] },
    },
  ];
  if (reminderDays !== null) {
    parts.push({
      ...quotes,
      kind: 'reminder',
      days: reminderDays,
      part: {
        sql: `${open} AND (valid_until, id) > (?, ?) AND valid_until <= ?`,
        values: [accountId, reminded.validUntil, reminded.id, until + reminderDays * DAY_MS],
      },
    });
  }
  return parts;
}

function compareActions(one: DueAction, other: DueAction): number {
  if (one.at !== other.at) return one.at - other.at;
  if (one.kind !== other.kind) return KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind);
  if (one.validUntil !== other.validUntil) return one.validUntil - other.validUntil;
  return one.id < other.id ? -1 : 1;
}
