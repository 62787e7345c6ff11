import type { Migration } from '../migration.ts';

/**
 * On SQLite, the lists hold the reference of a quote to its customer. They are indexed by customer already; a foreign key
 * of quotes would need its own index at each commit.
 */
const CUSTOMERS_IN_SQLITE = `
CREATE TRIGGER quotes_keep_customers BEFORE UPDATE OF customer_id ON quotes
WHEN NEW.customer_id <> OLD.customer_id
  AND NOT EXISTS (SELECT 1 FROM customers WHERE account_id = NEW.account_id AND id = NEW.customer_id)
BEGIN SELECT RAISE(ABORT, 'a quote of no customer'); END;
`;

const CUSTOMERS_IN_POSTGRES = `
CREATE INDEX quotes_by_customer_status ON quotes (account_id, customer_id, status, id);
`;

export const QUOTE_TABLES: Migration = (engine) => `
-- doc is the JSON of the API. It is last: reading a column behind it would read all of it. shape is the number of steps
-- that brought it up to date. edition counts the changes of what is printed, revocations those of its links: a PDF URL is
-- valid until the next. parties_sha256 names seller and customer as of the last send, sent_reference the reference.
-- counted is the state in which the statistics count the quote. told_until is the validity whose approaching end was
-- announced. creation is the first event of its history, as JSON, stage_split the net and tax of the stages.
CREATE TABLE quotes (
  ${engine === 'sqlite' ? 'seq INTEGER PRIMARY KEY AUTOINCREMENT,' : ''}
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  number TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('DRAFT', 'SENT', 'ACCEPTED', 'DECLINED', 'EXPIRED', 'CONVERTED')),
  customer_id TEXT NOT NULL,
  valid_until INTEGER NOT NULL,
  invoice_id TEXT,
  version INTEGER NOT NULL CHECK (version > 0),
  shape INTEGER NOT NULL,
  views INTEGER NOT NULL DEFAULT 0,
  link_id TEXT,
  revocations INTEGER NOT NULL DEFAULT 0,
  edition INTEGER NOT NULL DEFAULT 0,
  parties_sha256 TEXT,
  sent_reference TEXT,
  counted TEXT,
  told_until INTEGER,
  reminders_stopped_at INTEGER,
  search TEXT NOT NULL,
  creation TEXT,
  stage_split TEXT,
  doc TEXT NOT NULL,
  ${engine === 'sqlite' ? 'UNIQUE' : 'PRIMARY KEY'} (account_id, id),
  UNIQUE (account_id, number),
  ${engine === 'sqlite' ? '' : 'FOREIGN KEY (account_id, customer_id) REFERENCES customers (account_id, id),'}
  CHECK ((status = 'CONVERTED') = (invoice_id IS NOT NULL))
) STRICT;
CREATE INDEX quotes_open_validity ON quotes (valid_until) WHERE status = 'SENT';
CREATE INDEX quotes_sent_validity ON quotes (account_id, valid_until, id) WHERE status = 'SENT';
CREATE INDEX quotes_untold ON quotes (account_id, valid_until) WHERE status = 'SENT' AND told_until IS NULL;
CREATE INDEX quotes_often_opened ON quotes (account_id, id) WHERE status = 'SENT' AND views >= 3;
CREATE INDEX quotes_by_parties ON quotes (account_id, parties_sha256) WHERE parties_sha256 IS NOT NULL;
${engine === 'sqlite' ? CUSTOMERS_IN_SQLITE : CUSTOMERS_IN_POSTGRES}

-- What was asked and decided about one content of a quote, by the hash of the content. doc is the approval of the quote
-- as the API returns it; asked is a JSON list of the users who were asked, null for all who may approve; content is what
-- was approved, without costs, to show later changes.
CREATE TABLE approvals (
  account_id TEXT NOT NULL,
  quote_id TEXT NOT NULL,
  content_sha256 TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('requested', 'approved', 'rejected')),
  asked TEXT,
  doc TEXT NOT NULL,
  content TEXT,
  PRIMARY KEY (account_id, quote_id, content_sha256)
) STRICT;
CREATE INDEX approvals_waiting ON approvals (account_id, quote_id) WHERE state = 'requested';

-- Messages between account and customer about a quote. on_page is 0 for the messages of an earlier customer of the quote.
-- awaits is 1 for an unread customer message that is the last of its thread.
CREATE TABLE messages (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  quote_id TEXT NOT NULL,
  id TEXT NOT NULL,
  side TEXT NOT NULL CHECK (side IN ('customer', 'business', 'other')),
  author TEXT NOT NULL,
  words TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  read_at INTEGER,
  on_page INTEGER NOT NULL CHECK (on_page IN (0, 1)),
  awaits INTEGER NOT NULL CHECK (awaits IN (0, 1)),
  via TEXT NOT NULL CHECK (via IN ('page', 'email', 'api', 'console')),
  verified INTEGER CHECK (verified IN (0, 1)),
  quoted TEXT,
  is_cut INTEGER NOT NULL CHECK (is_cut IN (0, 1)),
  attachments TEXT,
  mailbox_id TEXT,
  uid_validity TEXT,
  uid INTEGER,
  former_customer_id TEXT,
  PRIMARY KEY (account_id, quote_id, id)
) STRICT;
CREATE INDEX messages_awaiting ON messages (account_id, id) WHERE awaits = 1;

-- Attachments in chunks, so that no file is ever completely in memory. A file stays as long as it has a use. One without
-- a hash is still being uploaded, or its upload was aborted.
CREATE TABLE attachment_files (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  id TEXT NOT NULL,
  sha256 TEXT,
  size INTEGER NOT NULL CHECK (size >= 0),
  unused_since INTEGER,
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, sha256),
  CHECK (sha256 IS NOT NULL OR unused_since IS NOT NULL)
) STRICT;
CREATE INDEX attachment_files_unused ON attachment_files (unused_since) WHERE unused_since IS NOT NULL;

CREATE TABLE attachment_pieces (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  file_id TEXT NOT NULL,
  n INTEGER NOT NULL CHECK (n >= 0),
  bytes BLOB NOT NULL,
  PRIMARY KEY (account_id, file_id, n)
) STRICT;

CREATE TABLE attachment_uses (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  quote_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('quote', 'revision', 'decision')),
  sha256 TEXT NOT NULL,
  PRIMARY KEY (account_id, quote_id, kind, sha256)
) STRICT;
CREATE INDEX attachment_uses_by_hash ON attachment_uses (sha256, account_id);
`;
