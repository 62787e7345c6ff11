import type { Migration } from './migration.ts';

export const ACCOUNT_LIMITS: Migration = () => `
-- What the operator allows an account; NULL allows any number. month_quotes counts the quotes created in month, such as
-- 2026-11, since quotes has a limit. files changes with each file that was checked against storage. Their row stays when
-- all limits are removed, to say who did it; changed_by is NULL for the command line.
CREATE TABLE account_limits (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id),
  quotes INTEGER CHECK (quotes >= 0),
  storage INTEGER CHECK (storage >= 0),
  people INTEGER CHECK (people >= 0),
  requests INTEGER CHECK (requests > 0),
  month TEXT NOT NULL,
  month_quotes INTEGER NOT NULL CHECK (month_quotes >= 0),
  files INTEGER NOT NULL DEFAULT 0,
  changed_at INTEGER NOT NULL,
  changed_by TEXT
) STRICT;

-- Whether it has any, so that no other account costs a statement.
ALTER TABLE accounts ADD COLUMN limited INTEGER NOT NULL DEFAULT 0 CHECK (limited IN (0, 1));
`;
