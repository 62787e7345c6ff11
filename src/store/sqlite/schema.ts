import type { DatabaseSync } from 'node:sqlite';
import { DatabaseUnavailable } from '../../domain/outage.ts';
import { MIGRATION_TABLE } from '../migrations.ts';
import { BEFORE_1_0, describeUnknownMigration, isBefore10 } from '../unusable-schema.ts';

/** Rejects a database that this version cannot use before anything is changed. `known` is its number of migrations. */
export function expectKnownSchema(db: DatabaseSync, known: number): void {
  const rows = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all();
  const tables = new Set(rows.map(({ name }) => name as string));
  if (tables.size === 0) return;
  if (isBefore10(tables)) throw new DatabaseUnavailable(BEFORE_1_0);
  if (!tables.has(MIGRATION_TABLE)) {
    throw new DatabaseUnavailable(
      'proffer.db is the database of another program: restore a backup, or set DATA_DIR to another folder',
    );
  }
  const { id } = db.prepare(`SELECT max(id) AS id FROM ${MIGRATION_TABLE}`).get() ?? {};
  const unknown = describeUnknownMigration(id as number | null, known);
  if (unknown) throw new DatabaseUnavailable(unknown);
}
