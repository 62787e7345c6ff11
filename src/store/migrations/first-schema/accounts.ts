import type { Migration } from '../migration.ts';

export const ACCOUNT_TABLES: Migration = (engine) => `
CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

CREATE TABLE accounts (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('live', 'test')),
  version INTEGER NOT NULL,
  expiring_days INTEGER NOT NULL,
  require_two_step INTEGER NOT NULL,
  doc TEXT NOT NULL
) STRICT;

-- A key for drafts is a read-only key with drafts. addresses is a JSON list of address ranges; null allows all.
CREATE TABLE keys (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  hint TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  scopes TEXT NOT NULL CHECK (scopes IN ('read', 'read,write')),
  drafts INTEGER NOT NULL CHECK (drafts IN (0, 1)),
  sees_costs INTEGER NOT NULL CHECK (sees_costs IN (0, 1)),
  addresses TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  last_used_at INTEGER,
  revoked_at INTEGER,
  PRIMARY KEY (account_id, id)
) STRICT;

-- The last number of each series, and of identifiers that are counted.
CREATE TABLE sequences (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  name TEXT NOT NULL,
  value INTEGER NOT NULL CHECK (value > 0),
  PRIMARY KEY (account_id, name)
) STRICT;

-- An SVG logo as a bitmap, which email clients can show; empty if it cannot be rendered.
CREATE TABLE logo_bitmaps (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  logo_sha256 TEXT NOT NULL,
  png BLOB,
  PRIMARY KEY (account_id, logo_sha256)
) STRICT;

-- The responses of requests with an Idempotency-Key. A request that runs has none yet.
CREATE TABLE idempotency (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  running_until INTEGER,
  shape INTEGER NOT NULL DEFAULT 0,
  status INTEGER,
  headers TEXT,
  body TEXT,
  PRIMARY KEY (account_id, key),
  CHECK ((status IS NULL) = (running_until IS NOT NULL))
) STRICT;
CREATE INDEX idempotency_by_age ON idempotency (created_at);

-- Counters of rate limits: those per hour, and on PostgreSQL, where all processes share them, those per minute. They
-- have no foreign key, and are not logged by PostgreSQL, so that a request costs no flush and no lock.
CREATE ${engine === 'postgres' ? 'UNLOGGED ' : ''}TABLE rate_windows (
  account_id TEXT NOT NULL,
  subject TEXT NOT NULL,
  kind TEXT NOT NULL,
  ends_at INTEGER NOT NULL,
  used INTEGER NOT NULL,
  PRIMARY KEY (account_id, subject, kind)
) STRICT;

-- Offset from real time of an account with test keys. While it advances to target, its time is frozen at "at" and moves
-- with each due action: everything before that has happened, except for the reminders in mails, which are sent next.
-- The reminders of quotes up to reminded_until and reminded_id, in this order, are queued.
CREATE TABLE test_clocks (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id),
  ahead INTEGER NOT NULL CHECK (ahead >= 0),
  at INTEGER,
  target INTEGER,
  reminded_until INTEGER NOT NULL,
  reminded_id TEXT NOT NULL,
  mails TEXT NOT NULL,
  CHECK ((at IS NULL) = (target IS NULL))
) STRICT;
CREATE INDEX test_clocks_on_the_way ON test_clocks (account_id) WHERE target IS NOT NULL;
`;
