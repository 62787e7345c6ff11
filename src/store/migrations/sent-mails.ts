import type { Migration } from './dialect.ts';

/** The emails to customers, by which replies and bounces are matched, and messages that came by email. */
export const SENT_MAILS: readonly Migration[] = [
  // `is_former` is 1 for emails to an earlier customer of the quote. `reply_ref` finds the signed reply address.
  ({ integer, text, strict }) => [
    `CREATE TABLE sent_mails (
      account_id ${text} NOT NULL REFERENCES accounts (id),
      message_id ${text} NOT NULL,
      recipient ${text} NOT NULL,
      document_id ${text} NOT NULL,
      kind ${text} NOT NULL,
      link_id ${text},
      reply_ref ${text},
      at ${integer} NOT NULL,
      state ${text} NOT NULL CHECK (state IN ('pending', 'sent', 'unknown', 'failed', 'bounced')),
      is_captured ${integer} NOT NULL DEFAULT 0 CHECK (is_captured IN (0, 1)),
      is_former ${integer} NOT NULL DEFAULT 0 CHECK (is_former IN (0, 1)),
      status ${text},
      response ${text},
      bounced_at ${integer},
      PRIMARY KEY (account_id, message_id, recipient)
    ) ${strict}`,
    'CREATE INDEX sent_mails_by_document ON sent_mails (account_id, document_id, at)',
    'CREATE INDEX sent_mails_by_reply ON sent_mails (account_id, reply_ref) WHERE reply_ref IS NOT NULL',
    `CREATE INDEX sent_mails_bounced ON sent_mails (account_id, bounced_at) WHERE state = 'bounced'`,
    // A repeated send has the Message-ID of the first: the last attempt counts. A revoked link may be that of an earlier
    // customer.
    `INSERT INTO sent_mails (account_id, message_id, recipient, document_id, kind, link_id, at, state, is_captured,
       is_former)
     SELECT account_id, message_id, recipient, document_id,
       CASE WHEN document_id LIKE 'inv%' THEN 'invoice' ELSE 'quote' END, link_id, created_at,
       CASE state WHEN 'taken' THEN 'sent' WHEN 'pending' THEN 'pending' WHEN 'unknown' THEN 'unknown' ELSE 'failed' END,
       CASE WHEN EXISTS (SELECT 1 FROM captured_mails WHERE captured_mails.account_id = sendings.account_id
         AND captured_mails.message_id = sendings.message_id) THEN 1 ELSE 0 END,
       CASE WHEN EXISTS (SELECT 1 FROM links WHERE links.account_id = sendings.account_id AND links.id = sendings.link_id
         AND links.document_id = sendings.document_id AND links.revoked_at IS NOT NULL) THEN 1 ELSE 0 END
     FROM sendings
     WHERE NOT EXISTS (SELECT 1 FROM sendings AS later WHERE later.account_id = sendings.account_id
       AND later.document_id = sendings.document_id AND later.message_id = sendings.message_id
       AND later.recipient = sendings.recipient AND later.id > sendings.id)
     ON CONFLICT DO NOTHING`,
  ],

  // Before, customers could only write on their page. Whether the business wrote in the console is not known.
  ({ engine, integer, text, strict }) => {
    const columns = [
      `via ${text} CHECK (via IN ('page', 'email', 'api', 'console'))`,
      `verified ${integer} CHECK (verified IN (0, 1))`,
      `quoted ${text}`,
      `is_cut ${integer} NOT NULL DEFAULT 0 CHECK (is_cut IN (0, 1))`,
      `attachments ${text}`,
      `mailbox_id ${text}`,
      `uid_validity ${text}`,
      `uid ${integer}`,
    ];
    const sides = `CHECK (side IN ('customer', 'business', 'other'))`;
    const kept = 'account_id, quote_id, id, side, author, words, created_at, read_at, on_page, awaits';
    const widen =
      engine === 'postgres'
        ? [
            'ALTER TABLE messages DROP CONSTRAINT messages_side_check',
            `ALTER TABLE messages ADD CONSTRAINT messages_side_check ${sides}`,
            ...columns.map((column) => `ALTER TABLE messages ADD COLUMN ${column}`),
          ]
        : [
            `CREATE TABLE threaded_messages (
              account_id ${text} NOT NULL REFERENCES accounts (id),
              quote_id ${text} NOT NULL,
              id ${text} NOT NULL,
              side ${text} NOT NULL ${sides},
              author ${text} NOT NULL,
              words ${text} NOT NULL,
              created_at ${integer} NOT NULL,
              read_at ${integer},
              on_page ${integer} NOT NULL CHECK (on_page IN (0, 1)),
              awaits ${integer} NOT NULL DEFAULT 0 CHECK (awaits IN (0, 1)),
              ${columns.join(',\n')},
              PRIMARY KEY (account_id, quote_id, id)
            ) ${strict}`,
            `INSERT INTO threaded_messages (${kept}) SELECT ${kept} FROM messages`,
            'DROP TABLE messages',
            'ALTER TABLE threaded_messages RENAME TO messages',
            'CREATE INDEX messages_awaiting ON messages (account_id, id) WHERE awaits = 1',
          ];
    return [...widen, `UPDATE messages SET via = 'page' WHERE side = 'customer'`];
  },
];
