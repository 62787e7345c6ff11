import type { DatabaseSync } from 'node:sqlite';
import { DatabaseUnavailable } from './database.ts';
import { MIGRATIONS } from './migrations.ts';

/** Before anything is changed: a database of another program, or of a version to come, is left as it is. */
export function expectKnownSchema(db: DatabaseSync): void {
  const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all();
  if (tables.length === 0) return;
  if (!tables.some(({ name }) => name === 'migrations')) {
    throw new DatabaseUnavailable(
      'proffer.db is the database of another program: restore a backup, or set DATA_DIR to another folder',
    );
  }
  expectKnownMigration(db.prepare('SELECT max(id) AS id FROM migrations').get()?.id as number | null);
}

/** The newest that was run on the database, of whatever engine. */
export function expectKnownMigration(newest: number | null): void {
  if (newest === null || newest <= MIGRATIONS.length) return;
  throw new DatabaseUnavailable(
    `a newer version of Proffer has upgraded this database (to ${newest}, this version knows ${MIGRATIONS.length}): run that version, or restore a backup from before the upgrade`,
  );
}
