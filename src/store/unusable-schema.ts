import { createHash } from 'node:crypto';
import { MIGRATION_TABLE, TABLES_BEFORE_1_0 } from './migrations.ts';

/** Whether a version before 1.0.0 created the database. */
export function isBefore10(tables: ReadonlySet<string>): boolean {
  return !tables.has(MIGRATION_TABLE) && TABLES_BEFORE_1_0.every((name) => tables.has(name));
}

export const BEFORE_1_0 =
  'a version of Proffer before 1.0.0 created this database, which cannot be upgraded: give this version another folder (DATA_DIR) or database, or run the version that created it';

/** A migration that ran. One that ran before hashes were stored has none. */
export interface DoneMigration {
  id: number;
  sha256?: string | null;
}

/** Returns why this version cannot use a database with these tables and migrations. */
export function describeUnusable(
  tables: ReadonlySet<string>,
  done: readonly DoneMigration[],
  migrations: readonly string[],
): string | undefined {
  const newest = Math.max(0, ...done.map(({ id }) => id));
  if (newest > migrations.length) {
    return `a newer version of Proffer has upgraded this database (to ${newest}, this version knows ${migrations.length}): run that version, or restore a backup from before the upgrade`;
  }
  const other = done.find(({ id, sha256 = null }) => {
    const migration = migrations[id - 1] ?? '';
    if (sha256 !== null) return sha256 !== hashMigration(migration);
    return [...migration.matchAll(CREATED_TABLE)].some(([, name = '']) => !tables.has(name));
  });
  if (!other) return undefined;
  return `an unfinished version of Proffer created this database (its migration ${other.id} is not the one that this version has), which cannot be upgraded: give this version another folder (DATA_DIR) or database, or run the version that created it`;
}

const CREATED_TABLE = /CREATE (?:VIRTUAL )?TABLE (\w+)/g;

/** Stores the hashes of the migrations that have run and have none yet. */
export function buildHashUpdate(migrations: readonly string[]): string {
  const cases = migrations.map((sql, index) => `WHEN ${index + 1} THEN '${hashMigration(sql)}'`);
  return `UPDATE ${MIGRATION_TABLE} SET sha256 = CASE id ${cases.join(' ')} END WHERE sha256 IS NULL`;
}

/** Comments and blanks may change: what counts is what was executed. */
function hashMigration(sql: string): string {
  const statements = sql.replaceAll(/--.*/g, '').replaceAll(/\s+/g, ' ').trim();
  return createHash('sha256').update(statements).digest('hex');
}
