import type { Migration } from './migration.ts';

/** The hash of each migration that ran, so that one that is edited afterwards is noticed. */
export const MIGRATION_HASHES: Migration = () => 'ALTER TABLE proffer_migrations ADD COLUMN sha256 TEXT;';
