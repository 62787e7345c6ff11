import { DatabaseUnavailable } from '../domain/outage.ts';
import type { Database } from './database.ts';

/** Returns a table of PostgreSQL with a stored document that is not JSON, or that cannot be read. */
export async function findDamagedTable(db: Database): Promise<string | undefined> {
  const columns = await db.read.all<{ name: string; doc: string }>(
    `SELECT c.table_name AS name, c.column_name AS doc
     FROM information_schema.columns AS c JOIN information_schema.tables AS t
       ON t.table_schema = c.table_schema AND t.table_name = c.table_name
     WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND c.column_name IN ('doc', 'creation')
     ORDER BY c.table_name`,
  );
  for (const { name, doc } of columns) {
    try {
      await db.write(async (tx) => {
        await tx.run('SET LOCAL statement_timeout = 0');
        // The cast fails for what is not JSON. PostgreSQL 14 and 15 do not have IS JSON.
        await tx.get(`SELECT count(${doc}::json) AS n FROM ${name}`);
      });
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      return name;
    }
  }
  return undefined;
}
