import type { Migration } from './migration.ts';

/** Accounts that are closed, in a small table of their own: every write of an account looks whether it is among them. */
export const CLOSED_ACCOUNTS: Migration = () => `
CREATE TABLE closed_accounts (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id),
  closed_at INTEGER NOT NULL
) STRICT;
`;
