import type { Migration } from '../migration.ts';

export const DOCUMENT_TABLES: Migration = () => `
-- PDFs. accepted_at is the time of the acceptance whose record is printed on it.
CREATE TABLE documents (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  source_sha256 TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  quote_id TEXT NOT NULL,
  accepted_at TEXT,
  file_name TEXT NOT NULL,
  standard TEXT NOT NULL,
  kept INTEGER NOT NULL CHECK (kept IN (0, 1)),
  used_at INTEGER NOT NULL,
  former_customer_id TEXT,
  pdf BLOB NOT NULL,
  PRIMARY KEY (account_id, source_sha256)
) STRICT;
CREATE INDEX documents_by_use ON documents (used_at) WHERE kept = 0;
CREATE INDEX documents_by_hash ON documents (sha256);
CREATE INDEX documents_by_quote ON documents (account_id, quote_id);
CREATE INDEX documents_of_former ON documents (account_id, former_customer_id) WHERE former_customer_id IS NOT NULL;

-- The file shown for each edition of a quote or an invoice, so that no later release renders a different one.
CREATE TABLE shown_documents (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  subject_id TEXT NOT NULL,
  edition INTEGER NOT NULL,
  link_id TEXT NOT NULL,
  source_sha256 TEXT NOT NULL,
  PRIMARY KEY (account_id, subject_id, edition, link_id)
) STRICT;

-- Seller and customer of sent or invoiced quotes, as of that time.
CREATE TABLE sellers (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  sha256 TEXT NOT NULL,
  doc TEXT NOT NULL,
  PRIMARY KEY (account_id, sha256)
) STRICT;
CREATE TABLE parties (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  sha256 TEXT NOT NULL,
  seller_sha256 TEXT NOT NULL,
  customer TEXT NOT NULL,
  PRIMARY KEY (account_id, sha256),
  FOREIGN KEY (account_id, seller_sha256) REFERENCES sellers (account_id, sha256)
) STRICT;
CREATE INDEX parties_by_seller ON parties (account_id, seller_sha256);

CREATE TABLE revisions (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  quote_id TEXT NOT NULL,
  revision INTEGER NOT NULL,
  document_sha256 TEXT NOT NULL,
  edition INTEGER NOT NULL,
  parties_sha256 TEXT NOT NULL,
  former_customer_id TEXT,
  doc TEXT NOT NULL,
  PRIMARY KEY (account_id, quote_id, revision, document_sha256)
) STRICT;
CREATE INDEX revisions_by_parties ON revisions (account_id, parties_sha256) WHERE parties_sha256 IS NOT NULL;

-- Decisions. source is the accepted content, without its parties; null for a decline.
CREATE TABLE decisions (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  quote_id TEXT NOT NULL,
  id TEXT NOT NULL,
  parties_sha256 TEXT,
  former_customer_id TEXT,
  doc TEXT NOT NULL,
  source TEXT,
  PRIMARY KEY (account_id, quote_id, id),
  CHECK ((source IS NULL) = (parties_sha256 IS NULL))
) STRICT;
CREATE INDEX decisions_by_parties ON decisions (account_id, parties_sha256) WHERE parties_sha256 IS NOT NULL;

-- The links to the pages of quotes and invoices. shown and shown_before are the contents that the page showed last and
-- before that, to show what changed.
CREATE TABLE links (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  document_id TEXT NOT NULL,
  id TEXT NOT NULL,
  token_hash TEXT NOT NULL UNIQUE,
  recipient TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  revoked_at INTEGER,
  shown TEXT,
  shown_before TEXT,
  former_customer_id TEXT,
  PRIMARY KEY (account_id, document_id, id)
) STRICT;
`;
