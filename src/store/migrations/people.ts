import type { Migration } from './dialect.ts';

/** Users and their sign-in methods. */
export const PEOPLE: readonly Migration[] = [
  // Users belong to the installation and have a role in each account. Secrets are stored hashed or sealed.
  ({ blob, integer, text, strict }) => [
    `CREATE TABLE users (
      id ${text} PRIMARY KEY,
      email ${text} NOT NULL UNIQUE,
      name ${text} NOT NULL,
      locale ${text},
      password ${text},
      totp ${text},
      created_at ${integer} NOT NULL
    ) ${strict}`,
    `CREATE TABLE memberships (
      account_id ${text} NOT NULL REFERENCES accounts (id),
      user_id ${text} NOT NULL,
      role ${text} NOT NULL CHECK (role IN ('owner', 'member', 'reader')),
      created_at ${integer} NOT NULL,
      PRIMARY KEY (account_id, user_id)
    ) ${strict}`,
    'CREATE INDEX memberships_by_user ON memberships (user_id)',
    `CREATE TABLE sessions (
      id ${text} PRIMARY KEY,
      user_id ${text} NOT NULL REFERENCES users (id),
      token_hash ${text} NOT NULL UNIQUE,
      earlier_hash ${text},
      earlier_until ${integer} NOT NULL DEFAULT 0,
      renew ${integer} NOT NULL DEFAULT 0 CHECK (renew IN (0, 1)),
      created_at ${integer} NOT NULL,
      signed_in_at ${integer} NOT NULL,
      seen_at ${integer} NOT NULL,
      agent ${text}
    ) ${strict}`,
    'CREATE INDEX sessions_by_user ON sessions (user_id)',
    'CREATE INDEX sessions_by_earlier ON sessions (earlier_hash) WHERE earlier_hash IS NOT NULL',
    `CREATE TABLE invitations (
      account_id ${text} NOT NULL REFERENCES accounts (id),
      id ${text} NOT NULL,
      email ${text} NOT NULL,
      role ${text} NOT NULL CHECK (role IN ('owner', 'member', 'reader')),
      code_hash ${text} NOT NULL,
      invited_by ${text},
      created_at ${integer} NOT NULL,
      expires_at ${integer} NOT NULL,
      PRIMARY KEY (account_id, id),
      UNIQUE (account_id, email)
    ) ${strict}`,
    'CREATE INDEX invitations_by_code ON invitations (code_hash)',
    'CREATE INDEX invitations_by_email ON invitations (email)',
    `CREATE TABLE passkeys (
      id ${text} PRIMARY KEY,
      user_id ${text} NOT NULL REFERENCES users (id),
      name ${text} NOT NULL,
      public_key ${blob} NOT NULL,
      counter ${integer} NOT NULL,
      transports ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      used_at ${integer}
    ) ${strict}`,
    'CREATE INDEX passkeys_by_user ON passkeys (user_id)',
    `CREATE TABLE recovery_codes (
      user_id ${text} NOT NULL REFERENCES users (id),
      hash ${text} NOT NULL,
      PRIMARY KEY (user_id, hash)
    ) ${strict}`,
    `CREATE TABLE reset_codes (
      user_id ${text} PRIMARY KEY REFERENCES users (id),
      hash ${text} NOT NULL,
      tries ${integer} NOT NULL DEFAULT 0,
      expires_at ${integer} NOT NULL
    ) ${strict}`,
    `CREATE TABLE identities (
      issuer ${text} NOT NULL,
      subject ${text} NOT NULL,
      user_id ${text} NOT NULL REFERENCES users (id),
      created_at ${integer} NOT NULL,
      PRIMARY KEY (issuer, subject)
    ) ${strict}`,
    // Single-use values that need no row before their use: a TOTP step, a challenge, a response of an identity
    // provider.
    `CREATE TABLE spent_codes (
      code ${text} PRIMARY KEY,
      until ${integer} NOT NULL
    ) ${strict}`,
    // Sealed emails to users. They belong to no account and do not appear in any account's outbox.
    `CREATE TABLE user_mails (
      id ${text} PRIMARY KEY,
      doc ${text} NOT NULL,
      attempts ${integer} NOT NULL,
      next_at ${integer} NOT NULL,
      expires_at ${integer} NOT NULL
    ) ${strict}`,
    'CREATE INDEX user_mails_due ON user_mails (next_at)',
  ],
];

/** Limits on guessing sign-in codes, across all processes. */
export const SIGN_IN_LIMITS: readonly Migration[] = [
  // Wrong codes of two-step verification. A password reset code is stored under the hash of the requesting address,
  // even if no user has that address: the page must not reveal which. Existing codes, valid for 15 minutes, are
  // dropped.
  ({ integer, text, strict }) => [
    `CREATE TABLE wrong_codes (
      user_id ${text} NOT NULL REFERENCES users (id),
      id ${text} NOT NULL,
      at ${integer} NOT NULL,
      PRIMARY KEY (user_id, id)
    ) ${strict}`,
    'DROP TABLE reset_codes',
    `CREATE TABLE reset_codes (
      address_hash ${text} PRIMARY KEY,
      hash ${text} NOT NULL,
      tries ${integer} NOT NULL,
      requested_at ${integer} NOT NULL,
      requests ${integer} NOT NULL,
      counted_from ${integer} NOT NULL,
      expires_at ${integer} NOT NULL
    ) ${strict}`,
  ],
];

/** Sessions by account, and accounts that require two-step verification. */
export const SESSION_ACCOUNTS: readonly Migration[] = [
  // The accounts in which a session is used, and whether an owner has ended it there. A user may belong to several
  // accounts whose owners must not learn of each other. A row outlives its session until the session would have
  // expired.
  ({ integer, text, strict }) => [
    `CREATE TABLE session_accounts (
      account_id ${text} NOT NULL,
      session_id ${text} NOT NULL,
      user_id ${text} NOT NULL,
      seen_at ${integer} NOT NULL,
      ended ${integer} NOT NULL DEFAULT 0 CHECK (ended IN (0, 1)),
      PRIMARY KEY (account_id, session_id)
    ) ${strict}`,
    `ALTER TABLE accounts ADD COLUMN require_two_step ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE sessions ADD COLUMN two_step ${integer} NOT NULL DEFAULT 0`,
    'UPDATE sessions SET two_step = 1 WHERE user_id IN (SELECT id FROM users WHERE totp IS NOT NULL)',
  ],
];
