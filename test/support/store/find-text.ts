import { listTables } from '../../../src/store/catalog.ts';
import type { Database } from '../../../src/store/database.ts';

/** Returns `table.column` of each value of an account that contains a text, in any case. */
export async function findText(db: Database, text: string, accountId: string): Promise<string[]> {
  const found: string[] = [];
  for (const [table, rows] of Object.entries(await listRowsByTable(db, accountId))) {
    for (const row of rows) {
      for (const [column, value] of Object.entries(row)) {
        const plain = value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value);
        if (plain.toLowerCase().includes(text.toLowerCase())) found.push(`${table}.${column}`);
      }
    }
  }
  return [...new Set(found)].sort();
}

/** All rows of an account. */
export async function listRowsByTable(db: Database, accountId: string): Promise<Record<string, object[]>> {
  const all: Record<string, object[]> = {};
  for (const { name, columns, key } of await listTables(db)) {
    if (!columns.includes('account_id')) continue;
    all[name] = await db.read.all(
      `SELECT ${columns.join(', ')} FROM ${name} WHERE account_id = ? ORDER BY ${key.join(', ')}`,
      accountId,
    );
  }
  return all;
}
