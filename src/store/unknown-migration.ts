import { MIGRATIONS } from './migrations.ts';

/** Error message if the database was migrated by a newer version. */
export function describeUnknownMigration(newest: number | null): string | undefined {
  if (newest === null || newest <= MIGRATIONS.length) return undefined;
  return `a newer version of Proffer has upgraded this database (to ${newest}, this version knows ${MIGRATIONS.length}): run that version, or restore a backup from before the upgrade`;
}
