import type { Database } from '../../../src/store/database.ts';
import type { Migration } from '../../../src/store/migrations/dialect.ts';

const DIALECTS = {
  sqlite: { blob: 'BLOB', integer: 'INTEGER', text: 'TEXT', strict: 'STRICT' },
  postgres: { blob: 'BYTEA', integer: 'BIGINT', text: 'TEXT COLLATE "C"', strict: '' },
};

/** Runs a migration again, on rows that were added after it. The caller must undo its first run before. */
export async function runMigration(
  { engine, write }: Database,
  migration: Migration | undefined,
): Promise<void> {
  if (!migration) throw new Error('no such migration');
  await write(async (tx) => {
    for (const statement of migration({ engine, ...DIALECTS[engine] })) await tx.run(statement);
  });
}
