import type { DatabaseSync } from 'node:sqlite';
import { DatabaseUnavailable } from '../../domain/outage.ts';
import { MIGRATION_TABLE } from '../migrations.ts';
import { BEFORE_1_0, type DoneMigration, describeUnusable, isBefore10 } from '../unusable-schema.ts';

/** Rejects a database that this version cannot use before anything is changed. */
export function expectKnownSchema(db: DatabaseSync, migrations: readonly string[]): void {
  const rows = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all();
  const tables = new Set(rows.map(({ name }) => name as string));
  if (tables.size === 0) return;
  if (isBefore10(tables)) throw new DatabaseUnavailable(BEFORE_1_0);
  if (!tables.has(MIGRATION_TABLE)) {
    throw new DatabaseUnavailable(
      'proffer.db is the database of another program: restore a backup, or set DATA_DIR to another folder',
    );
  }
  const done = db.prepare(`SELECT * FROM ${MIGRATION_TABLE} ORDER BY id`).all() as unknown as DoneMigration[];
  const problem = describeUnusable(tables, done, migrations);
  if (problem) throw new DatabaseUnavailable(problem);
}
