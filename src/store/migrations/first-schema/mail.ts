import type { Migration } from '../migration.ts';

export const MAIL_TABLES: Migration = () => `
-- Sends of quotes and invoices. At most one send of a document is open.
CREATE TABLE sendings (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  document_id TEXT NOT NULL,
  id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  recipient TEXT NOT NULL,
  link_id TEXT NOT NULL,
  idempotency_key TEXT,
  content_sha256 TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'taken', 'refused', 'unavailable', 'timeout', 'unknown')),
  created_at INTEGER NOT NULL,
  running_until INTEGER,
  former_customer_id TEXT,
  PRIMARY KEY (account_id, document_id, id)
) STRICT;
CREATE UNIQUE INDEX sendings_open ON sendings (account_id, document_id) WHERE state = 'pending';
CREATE INDEX sendings_pending ON sendings (running_until) WHERE state = 'pending';
CREATE INDEX sendings_failed ON sendings (account_id, id) WHERE state <> 'taken' AND state <> 'pending';

CREATE TABLE sending_recipients (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  recipient TEXT NOT NULL,
  sending_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, recipient, sending_id)
) STRICT;

-- Emails that wait for delivery. One that waits for a sign-in is held: it is not tried, and that time does not count
-- towards its retries.
CREATE TABLE outbox (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  document_id TEXT NOT NULL,
  dedupe TEXT,
  doc TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'done', 'failed')),
  attempts INTEGER NOT NULL,
  next_at INTEGER NOT NULL,
  last_error TEXT,
  created_at INTEGER NOT NULL,
  held_at INTEGER,
  held_ms INTEGER NOT NULL DEFAULT 0,
  former_customer_id TEXT,
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, dedupe)
) STRICT;
CREATE INDEX outbox_by_document ON outbox (account_id, document_id);
CREATE INDEX outbox_due ON outbox (next_at) WHERE state = 'waiting' AND held_at IS NULL;
CREATE INDEX outbox_held ON outbox (account_id, held_at) WHERE state = 'waiting' AND held_at IS NOT NULL;
CREATE INDEX outbox_failed ON outbox (account_id, id) WHERE state = 'failed';

CREATE TABLE captured_mails (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  doc TEXT NOT NULL,
  content TEXT NOT NULL,
  raw BLOB NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE INDEX captured_mails_by_message ON captured_mails (account_id, message_id);

-- The emails to customers, by which replies and bounces are matched. reply_ref finds the signed reply address.
CREATE TABLE sent_mails (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  message_id TEXT NOT NULL,
  recipient TEXT NOT NULL,
  document_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  link_id TEXT,
  reply_ref TEXT,
  at INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'sent', 'unknown', 'failed', 'bounced')),
  is_captured INTEGER NOT NULL DEFAULT 0 CHECK (is_captured IN (0, 1)),
  status TEXT,
  response TEXT,
  bounced_at INTEGER,
  former_customer_id TEXT,
  PRIMARY KEY (account_id, message_id, recipient)
) STRICT;
CREATE INDEX sent_mails_by_document ON sent_mails (account_id, document_id, at);
CREATE INDEX sent_mails_by_reply ON sent_mails (account_id, reply_ref) WHERE reply_ref IS NOT NULL;
CREATE INDEX sent_mails_bounced ON sent_mails (account_id, bounced_at) WHERE state = 'bounced';

-- The other emails of a thread, by which replies to them find their quote. sender is the recipient of the quote that sent
-- the email; null for a notice to the business, and for emails of others.
CREATE TABLE thread_mails (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  message_id TEXT NOT NULL,
  document_id TEXT NOT NULL,
  sender TEXT,
  subject TEXT,
  at INTEGER NOT NULL,
  former_customer_id TEXT,
  PRIMARY KEY (account_id, message_id)
) STRICT;
CREATE INDEX thread_mails_by_document ON thread_mails (account_id, document_id, at);

-- The mail servers of accounts that send by their own. Passwords and tokens are sealed.
CREATE TABLE mail_accounts (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id),
  id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('smtp', 'microsoft', 'google')),
  from_address TEXT NOT NULL,
  username TEXT NOT NULL,
  host TEXT NOT NULL,
  port INTEGER NOT NULL,
  imap_host TEXT,
  imap_port INTEGER,
  plus_addressing INTEGER NOT NULL DEFAULT 0 CHECK (plus_addressing IN (0, 1)),
  authserv_id TEXT,
  move_to TEXT,
  password TEXT,
  access_token TEXT,
  access_expires_at INTEGER,
  refresh_token TEXT,
  refreshing_until INTEGER,
  sign_in_needed_at INTEGER,
  last_sent_at INTEGER,
  connected_by TEXT NOT NULL,
  connected_at INTEGER NOT NULL,
  CHECK (password IS NOT NULL OR refresh_token IS NOT NULL),
  CHECK ((imap_host IS NULL) = (imap_port IS NULL))
) STRICT;

-- Sign-ins at the provider of a mailbox that an owner has begun and not finished.
CREATE TABLE mail_sign_ins (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  state_hash TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('microsoft', 'google')),
  session_id TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, state_hash)
) STRICT;

-- How far mailboxes were read. next_at is the end of the lease while a process reads the mailbox. Mails below
-- renumbered_below that arrived before since were read under an earlier UIDVALIDITY. The mail failed_uid could not be
-- fetched last time.
CREATE TABLE mailboxes (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id),
  id TEXT NOT NULL,
  host TEXT NOT NULL,
  username TEXT NOT NULL,
  uid_validity TEXT,
  last_uid INTEGER NOT NULL DEFAULT 0,
  since INTEGER NOT NULL DEFAULT 0,
  renumbered_below INTEGER NOT NULL DEFAULT 0,
  lease_owner TEXT,
  next_at INTEGER NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0,
  failed_uid INTEGER,
  last_error TEXT,
  started_at INTEGER NOT NULL,
  checked_at INTEGER
) STRICT;
CREATE INDEX mailboxes_due ON mailboxes (next_at);

-- Mails that were taken from mailboxes. digest is that of the Message-ID, so that a mail is taken once even if it gets
-- another UID. Anybody can repeat a Message-ID, so content_digest is that of the whole mail.
CREATE TABLE received_mails (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  mailbox_id TEXT NOT NULL,
  uid_validity TEXT NOT NULL,
  uid INTEGER NOT NULL,
  digest TEXT,
  content_digest TEXT,
  message_id TEXT,
  outcome TEXT NOT NULL CHECK (outcome IN ('reply', 'bounce', 'automatic', 'too_large', 'unreadable')),
  is_to_move INTEGER NOT NULL DEFAULT 0 CHECK (is_to_move IN (0, 1)),
  moved_to TEXT,
  moved_uid_validity TEXT,
  moved_uid INTEGER,
  at INTEGER NOT NULL,
  PRIMARY KEY (account_id, mailbox_id, uid_validity, uid)
) STRICT;
CREATE UNIQUE INDEX received_mails_by_digest ON received_mails (account_id, digest) WHERE digest IS NOT NULL;
CREATE INDEX received_mails_to_move ON received_mails (account_id, at) WHERE is_to_move = 1;
CREATE INDEX received_mails_skipped ON received_mails (account_id, at) WHERE outcome IN ('too_large', 'unreadable');
`;
