import { type Migration, textIn, timeIn } from './dialect.ts';

/** Filtered lists, statistics, unanswered messages, failed emails, and the event feed. */
export const LISTS_AND_FEED: readonly Migration[] = [
  // Columns that lists are filtered and sorted by, narrow enough to read a thousand quotes at a time, and the texts
  // that are matched exactly: the reference and each metadata pair.
  ({ engine, integer, text, strict }) => [
    `CREATE TABLE quote_facts (
      account_id ${text} NOT NULL,
      id ${text} NOT NULL,
      status ${text} NOT NULL,
      customer_id ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL,
      valid_until ${integer} NOT NULL,
      currency ${text} NOT NULL,
      total ${integer} NOT NULL,
      PRIMARY KEY (account_id, id)
    ) ${engine === 'sqlite' ? `${strict}, WITHOUT ROWID` : ''}`,
    `INSERT INTO quote_facts
     SELECT account_id, id, status, customer_id, ${timeIn(engine, 'createdAt')}, ${timeIn(engine, 'updatedAt')},
       valid_until, ${textIn(engine, 'currency')}, CAST(${textIn(engine, 'total')} AS ${integer})
     FROM quotes ORDER BY account_id, id`,
    ...['created_at', 'updated_at', 'valid_until', 'currency, total'].map(
      (columns) =>
        `CREATE INDEX quote_facts_by_${columns.replace(', ', '_')} ON quote_facts (account_id, status, ${columns}, id)`,
    ),
    `CREATE TABLE quote_marks (
      account_id ${text} NOT NULL,
      name ${text} NOT NULL,
      value ${text} NOT NULL,
      quote_id ${text} NOT NULL,
      PRIMARY KEY (account_id, name, value, quote_id)
    ) ${engine === 'sqlite' ? `${strict}, WITHOUT ROWID` : ''}`,
    `INSERT INTO quote_marks SELECT account_id, 'reference', ${textIn(engine, 'reference')}, id FROM quotes
     WHERE ${textIn(engine, 'reference')} IS NOT NULL`,
    engine === 'sqlite'
      ? `INSERT INTO quote_marks SELECT account_id, 'metadata.' || pair.key, pair.value, quotes.id
         FROM quotes, json_each(doc, '$.metadata') AS pair`
      : `INSERT INTO quote_marks SELECT account_id, 'metadata.' || pair.key, pair.value, quotes.id
         FROM quotes, json_each_text(coalesce(CAST(doc AS json) -> 'metadata', '{}')) AS pair`,
  ],

  // Statistics are counters. `counted` is the state in which a quote was counted: empty for a draft, and for rows of
  // earlier versions until the job `stored rows` has reached them.
  ({ integer, text, strict }) => [
    `ALTER TABLE quotes ADD COLUMN counted ${text}`,
    `CREATE TABLE quote_outcomes (
      account_id ${text} NOT NULL REFERENCES accounts (id),
      kind ${text} NOT NULL CHECK (kind IN ('open', 'won', 'declined', 'expired')),
      bucket ${integer} NOT NULL,
      currency ${text} NOT NULL,
      n ${integer} NOT NULL CHECK (n >= 0),
      high ${integer} NOT NULL CHECK (high >= 0),
      low ${integer} NOT NULL CHECK (low >= 0),
      PRIMARY KEY (account_id, kind, bucket, currency)
    ) ${strict}`,
    `CREATE TABLE answer_times (
      account_id ${text} NOT NULL REFERENCES accounts (id),
      bucket ${integer} NOT NULL,
      tenths ${integer} NOT NULL,
      n ${integer} NOT NULL CHECK (n >= 0),
      PRIMARY KEY (account_id, bucket, tenths)
    ) ${strict}`,
    `CREATE TABLE decline_reasons (
      account_id ${text} NOT NULL REFERENCES accounts (id),
      reason_key ${text} NOT NULL,
      reason ${text} NOT NULL,
      n ${integer} NOT NULL CHECK (n >= 0),
      PRIMARY KEY (account_id, reason_key)
    ) ${strict}`,
    'CREATE INDEX decline_reasons_by_number ON decline_reasons (account_id, n DESC, reason_key)',
  ],

  // To-dos: an unread customer message that is the last of its thread, and failed emails.
  ({ integer }) => [
    `ALTER TABLE messages ADD COLUMN awaits ${integer} NOT NULL DEFAULT 0 CHECK (awaits IN (0, 1))`,
    `UPDATE messages SET awaits = 1 WHERE side = 'customer' AND read_at IS NULL AND NOT EXISTS (
       SELECT 1 FROM messages AS later
       WHERE later.account_id = messages.account_id AND later.quote_id = messages.quote_id AND later.id > messages.id
     )`,
    'CREATE INDEX messages_awaiting ON messages (account_id, id) WHERE awaits = 1',
    `CREATE INDEX outbox_failed ON outbox (account_id, id) WHERE state = 'failed'`,
    `CREATE INDEX sendings_failed ON sendings (account_id, id) WHERE state <> 'taken' AND state <> 'pending'`,
  ],
  // Each index makes creating a quote slower. Indexes by validity are on the facts, or cover open quotes only; the time
  // of creation is part of the identifier.
  () => [
    'DROP INDEX quotes_by_validity',
    'DROP INDEX quotes_by_status_validity',
    'DROP INDEX quote_facts_by_created_at',
    `CREATE INDEX quotes_sent_validity ON quotes (account_id, valid_until, id) WHERE status = 'SENT'`,
  ],

  // The event feed of an account. It is sorted by `n`, which rises in commit order. `gone` is the last deleted event,
  // `oldest_at` the time of the first one that is left. `told_until` is the validity whose approaching end was
  // announced.
  ({ integer, text, strict }) => [
    `CREATE TABLE feed_heads (
      account_id ${text} PRIMARY KEY REFERENCES accounts (id),
      n ${integer} NOT NULL CHECK (n >= 0),
      gone ${integer} NOT NULL CHECK (gone >= 0),
      oldest_at ${integer}
    ) ${strict}`,
    'CREATE INDEX feed_heads_by_age ON feed_heads (oldest_at) WHERE oldest_at IS NOT NULL',
    `CREATE TABLE feed (
      account_id ${text} NOT NULL,
      n ${integer} NOT NULL,
      id ${text} NOT NULL,
      type ${text} NOT NULL,
      quote_id ${text},
      recorded_at ${integer} NOT NULL,
      doc ${text} NOT NULL,
      PRIMARY KEY (account_id, n)
    ) ${strict}`,
    `ALTER TABLE quotes ADD COLUMN told_until ${integer}`,
    `CREATE INDEX quotes_untold ON quotes (account_id, valid_until) WHERE status = 'SENT' AND told_until IS NULL`,
    `ALTER TABLE accounts ADD COLUMN expiring_days ${integer} NOT NULL DEFAULT 3`,
  ],

  // The day of issue, to find the invoices of a month. Identifiers are not dates: they never go back, but clocks do.
  ({ engine, text }) => [
    `ALTER TABLE invoices ADD COLUMN issue_date ${text}`,
    `UPDATE invoices SET issue_date = ${textIn(engine, 'issueDate')}`,
    'CREATE INDEX invoices_by_issue_date ON invoices (account_id, issue_date, id)',
  ],
];
