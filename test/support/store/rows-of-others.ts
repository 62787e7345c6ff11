import { listTables } from '../../../src/store/catalog.ts';
import type { Database } from '../../../src/store/database.ts';

/** All rows that are of no account or of another one. */
export async function listRowsOfOthers(db: Database, accountId: string): Promise<Record<string, object[]>> {
  const all: Record<string, object[]> = {};
  for (const { name, columns, key } of await listTables(db)) {
    if (name === 'signing_keys' || name === 'users') continue;
    const rows = await db.read.all<Record<string, unknown>>(
      `SELECT ${columns.join(', ')} FROM ${name} ORDER BY ${key.join(', ')}`,
    );
    all[name] = rows.filter((row) => row.account_id !== accountId && row.id !== accountId);
  }
  return all;
}
