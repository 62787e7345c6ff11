import type { DatabaseSync } from 'node:sqlite';
import { DatabaseUnavailable } from '../../domain/outage.ts';
import { describeUnknownMigration } from '../unknown-migration.ts';

/** Rejects a database of another program or of a newer version before anything is changed. */
export function expectKnownSchema(db: DatabaseSync): void {
  const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all();
  if (tables.length === 0) return;
  if (!tables.some(({ name }) => name === 'migrations')) {
    throw new DatabaseUnavailable(
      'proffer.db is the database of another program: restore a backup, or set DATA_DIR to another folder',
    );
  }
  const { id } = db.prepare('SELECT max(id) AS id FROM migrations').get() ?? {};
  const unknown = describeUnknownMigration(id as number | null);
  if (unknown) throw new DatabaseUnavailable(unknown);
}
