import { type AccountLimits, LIMIT_NAMES } from '../../../domain/account/limits/account-limits.ts';
import { minIdAt } from '../../../domain/ids.ts';
import type { Sql } from '../../database.ts';

export interface LimitsRow extends AccountLimits {
  /** The month, such as `2026-11`, of `month_quotes`. */
  month: string;
  month_quotes: number;
  /** Changes with each file that was checked against `storage`. */
  files: number;
  changed_at: number;
  /** Id of the user; `null` for the command line. */
  changed_by: string | null;
}

export function findLimits(sql: Sql, accountId: string): Promise<LimitsRow | undefined> {
  return sql.get<LimitsRow>('SELECT * FROM account_limits WHERE account_id = ?', accountId);
}

/** Locks the limits, so that of two that take the last place one waits. */
export function lockLimits(tx: Sql, accountId: string): Promise<LimitsRow | undefined> {
  return tx.get<LimitsRow>(`SELECT * FROM account_limits WHERE account_id = ? ${tx.forUpdate}`, accountId);
}

export async function putLimits(tx: Sql, accountId: string, row: Omit<LimitsRow, 'files'>): Promise<void> {
  const columns = [...LIMIT_NAMES, 'month', 'month_quotes', 'changed_at', 'changed_by'] as const;
  await tx.run(
    `INSERT INTO account_limits (account_id, ${columns.join(', ')})
     VALUES (?${', ?'.repeat(columns.length)}) ON CONFLICT (account_id) DO UPDATE SET
     ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    accountId,
    ...columns.map((column) => row[column]),
  );
  const isLimited = LIMIT_NAMES.some((name) => row[name] !== null);
  await tx.run('UPDATE accounts SET limited = ? WHERE id = ?', isLimited ? 1 : 0, accountId);
}

export async function setMonthQuotes(tx: Sql, accountId: string, month: string, n: number): Promise<void> {
  await tx.run(
    'UPDATE account_limits SET month = ?, month_quotes = ? WHERE account_id = ?',
    ...[month, n, accountId],
  );
}

/** Returns `false` if another file was added since the row was read. */
export async function noteFile(tx: Sql, accountId: string, files: number): Promise<boolean> {
  const noted = await tx.run(
    'UPDATE account_limits SET files = files + 1 WHERE account_id = ? AND files = ?',
    ...[accountId, files],
  );
  return noted > 0;
}

/** Quotes created since a time and not deleted. */
export function countQuotesSince(sql: Sql, accountId: string, time: number): Promise<number> {
  return count(sql, 'quotes WHERE account_id = ? AND id >= ?', [accountId, minIdAt('quo', time)]);
}

/** Members and open invitations, except one to that address. */
export async function countPeople(sql: Sql, accountId: string, now: number, except = ''): Promise<number> {
  const members = await count(sql, 'memberships WHERE account_id = ?', [accountId]);
  const open = 'invitations WHERE account_id = ? AND expires_at > ? AND email <> ?';
  return members + (await count(sql, open, [accountId, now, except]));
}

async function count(sql: Sql, rows: string, values: (string | number)[]): Promise<number> {
  return (await sql.get<{ n: number }>(`SELECT count(*) AS n FROM ${rows}`, ...values))?.n ?? 0;
}

/** Bytes of the attachments and PDFs. Looks at every file, so it runs in a thread where there are any. */
export async function measureFiles(sql: Sql, accountId: string): Promise<number> {
  const row = await sql.get<{ n: number }>(
    `SELECT (SELECT coalesce(sum(size), 0) FROM attachment_files WHERE account_id = ?) +
       (SELECT coalesce(sum(length(pdf)), 0) FROM documents WHERE account_id = ?) AS n`,
    ...[accountId, accountId],
  );
  return Number(row?.n ?? 0);
}
