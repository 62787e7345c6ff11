import type { Snapshot } from '../database.ts';
import { limitSnapshot, MAX_IDLE_MS } from '../limit-snapshot.ts';
import type { Connection } from './connection.ts';
import { createPostgresSql } from './sql.ts';
import { type Statement, toStatement } from './statement.ts';

const MAX_READ_MS = 4500;
/** Longer than our own limit, which reports what happened. */
const BEGIN: Statement = {
  text: `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
    SET LOCAL idle_in_transaction_session_timeout = ${MAX_IDLE_MS + 10_000}`,
  name: undefined,
};
const FIRST_READ = toStatement('SELECT 1 AS n');

/** Begins a read transaction on a connection of its own, which ends with it. */
export async function openSnapshot(connection: Connection): Promise<Snapshot> {
  const opened = await connection.open();
  const limit = limitSnapshot(() => opened.drop());
  try {
    await opened.query(BEGIN, [], MAX_READ_MS);
    await opened.query(FIRST_READ, [], MAX_READ_MS);
  } catch (error) {
    limit.end();
    throw error;
  }
  const sql = createPostgresSql(async (statement, values) => {
    limit.use();
    return opened.query(statement, values, MAX_READ_MS);
  });
  return { sql, close: async () => limit.end() };
}
