import type { Migration } from '../migration.ts';

/** A row number that survives a rewrite of the file, unlike SQLite's implicit one. */
const NUMBERS_IN_SQLITE = `
CREATE UNIQUE INDEX customers_by_seq ON customers (seq);
CREATE TRIGGER customers_are_numbered AFTER INSERT ON customers BEGIN
  UPDATE customers SET seq = (SELECT coalesce(max(seq), 0) + 1 FROM customers)
  WHERE account_id = NEW.account_id AND id = NEW.id;
END;
`;

export const CUSTOMER_TABLES: Migration = (engine) => `
-- search, name_key and email_key are in search form.
CREATE TABLE customers (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  id TEXT NOT NULL,
  ${engine === 'sqlite' ? 'seq INTEGER,' : ''}
  search TEXT NOT NULL,
  name_key TEXT NOT NULL,
  email_key TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  shape INTEGER NOT NULL DEFAULT 0,
  doc TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE INDEX customers_by_name ON customers (account_id, name_key, id);
CREATE INDEX customers_by_email ON customers (account_id, email_key, id);
CREATE INDEX customers_by_creation ON customers (account_id, created_at, id);
CREATE INDEX customers_by_change ON customers (account_id, updated_at, id);
${engine === 'sqlite' ? NUMBERS_IN_SQLITE : ''}

CREATE TABLE customer_counts (
  account_id TEXT PRIMARY KEY,
  n INTEGER NOT NULL CHECK (n >= 0)
) STRICT;

-- The texts of metadata, which are matched exactly.
CREATE TABLE customer_marks (
  account_id TEXT NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  PRIMARY KEY (account_id, name, value, customer_id)
) STRICT, WITHOUT ROWID;

-- Customers that were erased, by the hash of their identifier. customer_id is kept only as long as something of the
-- customer must be kept; next_at is when the work continues, null if nothing is left to do. unfinished is what the job
-- that finishes an erasure reads if the process dies: how texts mention the customer, and who erased it, as JSON; null
-- as soon as nothing of that is needed.
CREATE TABLE erasures (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  customer_sha256 TEXT NOT NULL,
  customer_id TEXT,
  erased_at INTEGER NOT NULL,
  next_at INTEGER,
  unfinished TEXT,
  PRIMARY KEY (account_id, customer_sha256)
) STRICT;
CREATE INDEX erasures_due ON erasures (next_at) WHERE next_at IS NOT NULL;

-- Of erased documents only the hashes are kept, so that "proffer verify" still knows them.
CREATE TABLE erased_documents (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  customer_sha256 TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  PRIMARY KEY (account_id, customer_sha256, sha256)
) STRICT;
CREATE INDEX erased_documents_by_hash ON erased_documents (sha256);
`;
