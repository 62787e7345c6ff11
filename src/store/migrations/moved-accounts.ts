import type { Migration } from './migration.ts';

/** Whether a closed account is being moved to another installation, or was: then even what time does is not written. */
export const MOVED_ACCOUNTS: Migration = () =>
  'ALTER TABLE closed_accounts ADD COLUMN moved INTEGER NOT NULL DEFAULT 0;';
