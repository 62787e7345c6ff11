import { MIGRATION_TABLE, TABLES_BEFORE_1_0 } from './migrations.ts';

/** Whether a version before 1.0.0 created the database. */
export function isBefore10(tables: ReadonlySet<string>): boolean {
  return !tables.has(MIGRATION_TABLE) && TABLES_BEFORE_1_0.every((name) => tables.has(name));
}

export const BEFORE_1_0 =
  'a version of Proffer before 1.0.0 created this database, which cannot be upgraded: give this version another folder (DATA_DIR) or database, or run the version that created it';

/** Error message if the database was migrated by a newer version. */
export function describeUnknownMigration(newest: number | null, known: number): string | undefined {
  if (newest === null || newest <= known) return undefined;
  return `a newer version of Proffer has upgraded this database (to ${newest}, this version knows ${known}): run that version, or restore a backup from before the upgrade`;
}
