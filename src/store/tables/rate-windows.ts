import type { Sql } from '../database.ts';

/** Counter of one kind of request by one subject (a key, a link). */
export interface RateSubject {
  accountId: string;
  subject: string;
  kind: string;
}

export interface RateWindow {
  ends_at: number;
  /** Requests of all processes so far, including rejected ones. */
  used: number;
}

/**
 * Adds to the window, or begins a new one. A window that ends later than possible comes from a wrong clock and is also
 * replaced.
 */
export async function useRateWindow(
  sql: Sql,
  { accountId, subject, kind }: RateSubject,
  wanted: number,
  now: number,
  windowMs: number,
): Promise<RateWindow> {
  const going = [now + 1, now + 2 * windowMs];
  const row = await sql.get<RateWindow>(
    `INSERT INTO rate_windows AS w (account_id, subject, kind, ends_at, used) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (account_id, subject, kind) DO UPDATE SET
       ends_at = CASE WHEN w.ends_at BETWEEN ? AND ? THEN w.ends_at ELSE excluded.ends_at END,
       used = CASE WHEN w.ends_at BETWEEN ? AND ? THEN w.used ELSE 0 END + excluded.used
     RETURNING ends_at, used`,
    ...[accountId, subject, kind, now + windowMs, wanted],
    ...going,
    ...going,
  );
  if (!row) throw new Error('the rate window was not returned');
  return row;
}

export function deleteRateWindowsBefore(sql: Sql, time: number): Promise<number> {
  return sql.run('DELETE FROM rate_windows WHERE ends_at < ?', time);
}
