import type { Sql } from '../database.ts';

/**
 * Returns the existing value, or stores this one. The upsert also locks the row, so that one process proceeds at a
 * time.
 */
export async function ensureSetting(tx: Sql, name: string, value: string): Promise<string> {
  const row = await tx.get<{ value: string }>(
    `INSERT INTO settings (name, value) VALUES (?, ?)
     ON CONFLICT (name) DO UPDATE SET value = settings.value
     RETURNING value`,
    name,
    value,
  );
  if (!row) throw new Error(`the setting ${name} could not be stored`);
  return row.value;
}

export async function findSetting(sql: Sql, name: string): Promise<string | undefined> {
  const row = await sql.get<{ value: string }>('SELECT value FROM settings WHERE name = ?', name);
  return row?.value;
}

/** Locked until the transaction ends. */
export async function loadSetting(tx: Sql, name: string): Promise<string | undefined> {
  const row = await tx.get<{ value: string }>(
    `SELECT value FROM settings WHERE name = ? ${tx.forUpdate}`,
    name,
  );
  return row?.value;
}

export async function putSetting(tx: Sql, name: string, value: string): Promise<void> {
  await tx.run(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    name,
    value,
  );
}

export async function deleteSetting(tx: Sql, name: string): Promise<void> {
  await tx.run('DELETE FROM settings WHERE name = ?', name);
}
