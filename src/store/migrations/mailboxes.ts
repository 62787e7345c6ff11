import type { Migration } from './dialect.ts';

/** The mailboxes of accounts, how far they were read, and the mails that were taken from them. */
export const MAILBOXES: readonly Migration[] = [
  // `next_at` is the end of the lease while a process reads the mailbox. Mails below `renumbered_below` that arrived
  // before `since` were read under an earlier UIDVALIDITY. The mail `failed_uid` could not be fetched last time.
  ({ integer, text, strict }) => [
    `CREATE TABLE mailboxes (
      account_id ${text} PRIMARY KEY REFERENCES accounts (id),
      id ${text} NOT NULL,
      host ${text} NOT NULL,
      username ${text} NOT NULL,
      uid_validity ${text},
      last_uid ${integer} NOT NULL DEFAULT 0,
      since ${integer} NOT NULL DEFAULT 0,
      renumbered_below ${integer} NOT NULL DEFAULT 0,
      lease_owner ${text},
      next_at ${integer} NOT NULL,
      failures ${integer} NOT NULL DEFAULT 0,
      failed_uid ${integer},
      last_error ${text},
      started_at ${integer} NOT NULL,
      checked_at ${integer}
    ) ${strict}`,
    'CREATE INDEX mailboxes_due ON mailboxes (next_at)',
    // `digest` is that of the Message-ID, so that a mail is taken once even if it gets another UID. Anybody can repeat a
    // Message-ID, so `content_digest` is that of the whole mail.
    `CREATE TABLE received_mails (
      account_id ${text} NOT NULL REFERENCES accounts (id),
      mailbox_id ${text} NOT NULL,
      uid_validity ${text} NOT NULL,
      uid ${integer} NOT NULL,
      digest ${text},
      content_digest ${text},
      message_id ${text},
      outcome ${text} NOT NULL CHECK (outcome IN ('reply', 'bounce', 'automatic', 'too_large', 'unreadable')),
      is_to_move ${integer} NOT NULL DEFAULT 0 CHECK (is_to_move IN (0, 1)),
      moved_to ${text},
      moved_uid_validity ${text},
      moved_uid ${integer},
      at ${integer} NOT NULL,
      PRIMARY KEY (account_id, mailbox_id, uid_validity, uid)
    ) ${strict}`,
    'CREATE UNIQUE INDEX received_mails_by_digest ON received_mails (account_id, digest) WHERE digest IS NOT NULL',
    'CREATE INDEX received_mails_to_move ON received_mails (account_id, at) WHERE is_to_move = 1',
  ],
];
