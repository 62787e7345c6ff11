import type { Sql } from '../../database.ts';

export interface AppRow {
  id: string;
  name: string;
  /** JSON list. */
  redirect_uris: string;
  created_at: number;
}

export async function insertApp(tx: Sql, { id, name, redirect_uris, created_at }: AppRow): Promise<void> {
  await tx.run(
    'INSERT INTO apps (id, name, redirect_uris, created_at) VALUES (?, ?, ?, ?)',
    ...[id, name, redirect_uris, created_at],
  );
}

export function findRegisteredApp(sql: Sql, id: string): Promise<AppRow | undefined> {
  return sql.get<AppRow>('SELECT * FROM apps WHERE id = ?', id);
}

/** Somebody has connected the app: it stays. */
export async function touchApp(tx: Sql, id: string, now: number): Promise<void> {
  await tx.run('UPDATE apps SET used_at = ? WHERE id = ?', now, id);
}

export function deleteUnusedAppsBefore(tx: Sql, created: number): Promise<number> {
  return tx.run('DELETE FROM apps WHERE used_at IS NULL AND created_at <= ?', created);
}
