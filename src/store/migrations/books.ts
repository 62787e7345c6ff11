import type { Migration } from './migration.ts';

/** Numbers of debtors, and what was downloaded for the accountant. */
export const BOOKS: Migration = () => `
ALTER TABLE customers ADD COLUMN debtor_number INTEGER;
CREATE UNIQUE INDEX customers_by_debtor ON customers (account_id, debtor_number) WHERE debtor_number IS NOT NULL;

-- The periods that the books of the business may have by now, with the last time that each was downloaded.
CREATE TABLE book_downloads (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  kind TEXT NOT NULL CHECK (kind IN ('datev', 'xero')),
  first_day TEXT NOT NULL,
  last_day TEXT NOT NULL,
  downloaded_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, kind, first_day, last_day)
) STRICT;
`;
