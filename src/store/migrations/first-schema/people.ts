import type { Migration } from '../migration.ts';

/** Users belong to the installation and have a role in each account. Secrets are stored hashed or sealed. */
export const PEOPLE_TABLES: Migration = () => `
CREATE TABLE users (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  locale TEXT,
  password TEXT,
  totp TEXT,
  created_at INTEGER NOT NULL
) STRICT;

-- An owner has both rights whatever the columns say, and a reader has neither.
CREATE TABLE memberships (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  user_id TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('owner', 'member', 'reader')),
  sees_costs INTEGER NOT NULL CHECK (sees_costs IN (0, 1)),
  may_approve INTEGER NOT NULL CHECK (may_approve IN (0, 1)),
  created_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, user_id)
) STRICT;
CREATE INDEX memberships_by_user ON memberships (user_id);

CREATE TABLE invitations (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  id TEXT NOT NULL,
  email TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('owner', 'member', 'reader')),
  code_hash TEXT NOT NULL,
  invited_by TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, email)
) STRICT;
CREATE INDEX invitations_by_code ON invitations (code_hash);
CREATE INDEX invitations_by_email ON invitations (email);

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  token_hash TEXT NOT NULL UNIQUE,
  earlier_hash TEXT,
  earlier_until INTEGER NOT NULL DEFAULT 0,
  renew INTEGER NOT NULL DEFAULT 0 CHECK (renew IN (0, 1)),
  two_step INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  signed_in_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  agent TEXT
) STRICT;
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_earlier ON sessions (earlier_hash) WHERE earlier_hash IS NOT NULL;

-- The accounts in which a session is used, and whether an owner has ended it there. A user may belong to several
-- accounts whose owners must not learn of each other. A row outlives its session until the session would have expired.
CREATE TABLE session_accounts (
  account_id TEXT NOT NULL,
  session_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  seen_at INTEGER NOT NULL,
  ended INTEGER NOT NULL DEFAULT 0 CHECK (ended IN (0, 1)),
  PRIMARY KEY (account_id, session_id)
) STRICT;

CREATE TABLE passkeys (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  name TEXT NOT NULL,
  public_key BLOB NOT NULL,
  counter INTEGER NOT NULL,
  transports TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT;
CREATE INDEX passkeys_by_user ON passkeys (user_id);

-- Users of an identity provider.
CREATE TABLE identities (
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id),
  created_at INTEGER NOT NULL,
  PRIMARY KEY (issuer, subject)
) STRICT;

CREATE TABLE recovery_codes (
  user_id TEXT NOT NULL REFERENCES users (id),
  hash TEXT NOT NULL,
  PRIMARY KEY (user_id, hash)
) STRICT;

-- A password reset code is stored under the hash of the requesting address, even if no user has that address: the page
-- must not reveal which.
CREATE TABLE reset_codes (
  address_hash TEXT PRIMARY KEY,
  hash TEXT NOT NULL,
  tries INTEGER NOT NULL,
  requested_at INTEGER NOT NULL,
  requests INTEGER NOT NULL,
  counted_from INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

-- Wrong codes of two-step verification.
CREATE TABLE wrong_codes (
  user_id TEXT NOT NULL REFERENCES users (id),
  id TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (user_id, id)
) STRICT;

-- Single-use values that need no row before their use: a TOTP step, a challenge, a response of an identity provider.
CREATE TABLE spent_codes (
  code TEXT PRIMARY KEY,
  until INTEGER NOT NULL
) STRICT;

-- Sealed emails to users. They belong to no account and do not appear in any account's outbox.
CREATE TABLE user_mails (
  id TEXT PRIMARY KEY,
  doc TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  next_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX user_mails_due ON user_mails (next_at);
`;
