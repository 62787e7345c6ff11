import type { Migration } from './dialect.ts';

/** The emails of a thread other than those to customers, by which answers to them find their quote. */
export const THREAD_MAILS: readonly Migration[] = [
  // `sender` is the recipient of the quote that sent the email; `null` for a notice to the business, and for emails of
  // others. The subjects of emails from before are not known.
  ({ integer, text, strict }) => [
    `CREATE TABLE thread_mails (
      account_id ${text} NOT NULL REFERENCES accounts (id),
      message_id ${text} NOT NULL,
      document_id ${text} NOT NULL,
      sender ${text},
      subject ${text},
      at ${integer} NOT NULL,
      former_customer_id ${text},
      PRIMARY KEY (account_id, message_id)
    ) ${strict}`,
    'CREATE INDEX thread_mails_by_document ON thread_mails (account_id, document_id, at)',
    `INSERT INTO thread_mails (account_id, message_id, document_id, at, former_customer_id)
     SELECT received_mails.account_id, message_id, quote_id, at, former_customer_id
     FROM received_mails JOIN messages ON messages.account_id = received_mails.account_id
       AND messages.mailbox_id = received_mails.mailbox_id AND messages.uid_validity = received_mails.uid_validity
       AND messages.uid = received_mails.uid
     WHERE message_id IS NOT NULL
     ON CONFLICT DO NOTHING`,
    `CREATE INDEX received_mails_skipped ON received_mails (account_id, at)
     WHERE outcome IN ('too_large', 'unreadable')`,
  ],
];
