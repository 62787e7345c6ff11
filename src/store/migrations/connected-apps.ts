import type { Migration } from './migration.ts';

/** Apps that people connect by OAuth. Codes and tokens are stored as hashes only. */
export const CONNECTED_APPS: Migration = () => `
-- Apps that have registered themselves; those with a document of their own have no row. used_at is when somebody last
-- connected one: an app that nobody has connected goes after a day. They belong to the installation.
CREATE TABLE apps (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  redirect_uris TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT;

-- One row per consent of a person. The code is redeemed once, and its hash stays, so that a second use is noticed. All
-- refresh tokens of the grant begin with the secret of family_hash; only refresh_hash is valid. two_step is 1 if the person
-- had signed in with two-step verification.
CREATE TABLE app_grants (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  name TEXT NOT NULL,
  host TEXT NOT NULL,
  resource TEXT NOT NULL CHECK (resource IN ('api', 'mcp')),
  access TEXT NOT NULL CHECK (access IN ('read', 'draft', 'write')),
  sees_costs INTEGER NOT NULL CHECK (sees_costs IN (0, 1)),
  two_step INTEGER NOT NULL CHECK (two_step IN (0, 1)),
  created_at INTEGER NOT NULL,
  used_at INTEGER,
  code_hash TEXT NOT NULL,
  code_until INTEGER NOT NULL,
  challenge TEXT NOT NULL,
  redirect_uri TEXT NOT NULL,
  family_hash TEXT,
  refresh_hash TEXT,
  earlier_hash TEXT,
  rotated_at INTEGER,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE INDEX app_grants_by_user ON app_grants (user_id);
CREATE INDEX app_grants_by_code ON app_grants (code_hash);
CREATE INDEX app_grants_by_family ON app_grants (family_hash) WHERE family_hash IS NOT NULL;

CREATE TABLE app_tokens (
  account_id TEXT NOT NULL,
  hash TEXT NOT NULL,
  grant_id TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, hash)
) STRICT;
CREATE INDEX app_tokens_by_hash ON app_tokens (hash);
CREATE INDEX app_tokens_by_grant ON app_tokens (account_id, grant_id);
`;
