import { DatabaseSync } from 'node:sqlite';
import type { Snapshot } from '../../database.ts';
import { limitSnapshot } from '../../limit-snapshot.ts';
import { translateDatabaseError } from '../errors.ts';
import { createSqliteSql, createStatements } from '../statements.ts';

/** Opens a connection with a read transaction, which holds up neither writes nor other reads. */
export function openSnapshot(file: string): Snapshot {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  db.exec('BEGIN');
  // The transaction begins with its first read.
  db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get();
  const limit = limitSnapshot(() => db.close());
  const sql = createSqliteSql(createStatements(db), [], (_text, run) => {
    limit.use();
    try {
      return run();
    } catch (error) {
      throw translateDatabaseError(error);
    }
  });
  return { sql, close: async () => limit.end() };
}
