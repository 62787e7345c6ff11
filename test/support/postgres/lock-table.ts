import pg from 'pg';
import { until } from '../until.ts';

/** Locks a table against reads and writes, until its transaction or its connection ends. */
export async function lockTable(url: string, table: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  return client;
}

/** Waits until a statement of the same database has waited for a lock for this long, or `isOver`. */
export async function untilBlocked(
  lock: pg.Client,
  { seconds = 0, isOver = () => false }: { seconds?: number; isOver?: () => boolean } = {},
): Promise<void> {
  await until(async () => {
    const { rows } = await lock.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
       AND clock_timestamp() - query_start >= interval '${seconds} s'`,
    );
    return rows.length > 0 || isOver();
  });
}
