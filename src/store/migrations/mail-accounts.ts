import type { Migration } from './dialect.ts';

/** The mail servers of accounts that send by their own. Passwords and tokens are sealed. */
export const MAIL_ACCOUNTS: readonly Migration[] = [
  ({ integer, text, strict }) => [
    `CREATE TABLE mail_accounts (
      account_id ${text} PRIMARY KEY REFERENCES accounts (id),
      id ${text} NOT NULL,
      kind ${text} NOT NULL CHECK (kind IN ('smtp', 'microsoft', 'google')),
      from_address ${text} NOT NULL,
      username ${text} NOT NULL,
      host ${text} NOT NULL,
      port ${integer} NOT NULL,
      imap_host ${text},
      imap_port ${integer},
      plus_addressing ${integer} NOT NULL DEFAULT 0 CHECK (plus_addressing IN (0, 1)),
      authserv_id ${text},
      move_to ${text},
      password ${text},
      access_token ${text},
      access_expires_at ${integer},
      refresh_token ${text},
      refreshing_until ${integer},
      sign_in_needed_at ${integer},
      last_sent_at ${integer},
      connected_by ${text} NOT NULL,
      connected_at ${integer} NOT NULL,
      CHECK (password IS NOT NULL OR refresh_token IS NOT NULL),
      CHECK ((imap_host IS NULL) = (imap_port IS NULL))
    ) ${strict}`,
  ],
  // An email that waits for a sign-in is held: it is not tried, and that time does not count towards its retries.
  ({ integer }) => [
    `ALTER TABLE outbox ADD COLUMN held_at ${integer}`,
    `ALTER TABLE outbox ADD COLUMN held_ms ${integer} NOT NULL DEFAULT 0`,
    'DROP INDEX outbox_due',
    `CREATE INDEX outbox_due ON outbox (next_at) WHERE state = 'waiting' AND held_at IS NULL`,
    `CREATE INDEX outbox_held ON outbox (account_id, held_at) WHERE state = 'waiting' AND held_at IS NOT NULL`,
  ],
];
