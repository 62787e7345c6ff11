import { parseIdTime } from '../../domain/ids.ts';
import type { Sql } from '../database.ts';
import { findFirstAccount } from './account/accounts.ts';

/** Returns the time of the PostgreSQL server. */
export async function readServerTime(sql: Sql): Promise<number> {
  const row = await sql.get<{ ms: number }>(
    'SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS ms',
  );
  return Number(row?.ms);
}

/** Returns the latest real time that was recorded in passing: of a session, or of a quote of the first account. */
export async function readLatestTime(sql: Sql): Promise<number | undefined> {
  const account = await findFirstAccount(sql);
  const [session, quote] = await Promise.all([
    sql.get<{ at: number | null }>('SELECT MAX(seen_at) AS at FROM sessions'),
    sql.get<{ id: string }>(
      'SELECT id FROM quotes WHERE account_id = ? ORDER BY id DESC LIMIT 1',
      account?.id ?? '',
    ),
  ]);
  const times = [session?.at ?? 0, quote ? parseIdTime(quote.id) : 0].map(Number);
  const latest = Math.max(...times);
  return latest > 0 ? latest : undefined;
}
