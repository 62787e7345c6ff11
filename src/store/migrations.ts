import { CATALOGUE_WORD_DEFINITIONS, SEARCH_DEFINITIONS, WORD_DEFINITIONS } from './postgres/search.ts';

/** What the engines spell differently in a table definition. */
export interface Dialect {
  engine: 'sqlite' | 'postgres';
  blob: string;
  integer: string;
  /** Text is compared by its bytes on both engines, whatever the collation of the database. */
  text: string;
  /** Behind the closing bracket of a table. */
  strict: string;
}

/** Append-only: each runs once, in a transaction, in this order. A statement is never edited after release. */
export const MIGRATIONS: readonly ((dialect: Dialect) => string[])[] = [
  ({ engine, blob, integer, text, strict }) => [
    `CREATE TABLE settings (
      name ${text} PRIMARY KEY,
      value ${text} NOT NULL
    ) ${strict}`,

    `CREATE TABLE accounts (
      id ${text} PRIMARY KEY,
      kind ${text} NOT NULL CHECK (kind IN ('live', 'test')),
      version ${integer} NOT NULL,
      doc ${text} NOT NULL
    ) ${strict}`,

    `CREATE TABLE keys (
      account_id ${text} NOT NULL REFERENCES accounts (id),
      id ${text} NOT NULL,
      name ${text} NOT NULL,
      hint ${text} NOT NULL,
      hash ${text} NOT NULL UNIQUE,
      scopes ${text} NOT NULL CHECK (scopes IN ('read', 'read,write')),
      created_at ${integer} NOT NULL,
      last_used_at ${integer},
      revoked_at ${integer},
      PRIMARY KEY (account_id, id)
    ) ${strict}`,

    `CREATE TABLE customers (
      account_id ${text} NOT NULL REFERENCES accounts (id),
      id ${text} NOT NULL,
      search ${text} NOT NULL,
      version ${integer} NOT NULL,
      doc ${text} NOT NULL,
      PRIMARY KEY (account_id, id)
    ) ${strict}`,

    `CREATE TABLE sequences (
      account_id ${text} NOT NULL REFERENCES accounts (id),
      name ${text} NOT NULL,
      value ${integer} NOT NULL CHECK (value > 0),
      PRIMARY KEY (account_id, name)
    ) ${strict}`,

    `CREATE TABLE quotes (
      ${engine === 'sqlite' ? 'seq INTEGER PRIMARY KEY AUTOINCREMENT,' : ''}
      account_id ${text} NOT NULL REFERENCES accounts (id),
      id ${text} NOT NULL,
      number ${text} NOT NULL,
      status ${text} NOT NULL
        CHECK (status IN ('DRAFT', 'SENT', 'ACCEPTED', 'DECLINED', 'EXPIRED', 'CONVERTED')),
      customer_id ${text} NOT NULL,
      valid_until ${integer} NOT NULL,
      invoice_id ${text},
      version ${integer} NOT NULL CHECK (version > 0),
      views ${integer} NOT NULL DEFAULT 0,
      link_id ${text},
      search ${text} NOT NULL,
      doc ${text} NOT NULL,
      ${engine === 'sqlite' ? 'UNIQUE' : 'PRIMARY KEY'} (account_id, id),
      UNIQUE (account_id, number),
      FOREIGN KEY (account_id, customer_id) REFERENCES customers (account_id, id),
      CHECK ((status = 'CONVERTED') = (invoice_id IS NOT NULL))
    ) ${strict}`,
    'CREATE INDEX quotes_by_status ON quotes (account_id, status, id)',
    'CREATE INDEX quotes_by_customer ON quotes (account_id, customer_id, id)',
    'CREATE INDEX quotes_by_customer_status ON quotes (account_id, customer_id, status, id)',
    'CREATE INDEX quotes_by_validity ON quotes (account_id, valid_until, id)',
    'CREATE INDEX quotes_by_status_validity ON quotes (account_id, status, valid_until, id)',
    'CREATE INDEX quotes_by_customer_validity ON quotes (account_id, customer_id, valid_until, id)',
    `CREATE INDEX quotes_open_validity ON quotes (valid_until) WHERE status = 'SENT'`,
    engine === 'sqlite'
      ? 'CREATE INDEX quotes_text ON quotes (account_id, id, status, search)'
      : 'CREATE INDEX quotes_text ON quotes (account_id, id) INCLUDE (status, search)',
    ...(engine === 'sqlite'
      ? [
          `CREATE VIRTUAL TABLE quote_grams USING fts5
             (grams, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii')`,
        ]
      : SEARCH_DEFINITIONS),

    `CREATE TABLE quote_counts (
      account_id ${text} NOT NULL REFERENCES accounts (id),
      customer_id ${text} NOT NULL,
      status ${text} NOT NULL,
      n ${integer} NOT NULL CHECK (n >= 0),
      PRIMARY KEY (account_id, customer_id, status)
    ) ${strict}`,

    `CREATE TABLE quote_blocks (
      account_id ${text} NOT NULL REFERENCES accounts (id),
      start_id ${text} NOT NULL,
      version ${integer} NOT NULL,
      draft ${integer} NOT NULL DEFAULT 0 CHECK (draft >= 0),
      sent ${integer} NOT NULL DEFAULT 0 CHECK (sent >= 0),
      accepted ${integer} NOT NULL DEFAULT 0 CHECK (accepted >= 0),
      declined ${integer} NOT NULL DEFAULT 0 CHECK (declined >= 0),
      expired ${integer} NOT NULL DEFAULT 0 CHECK (expired >= 0),
      converted ${integer} NOT NULL DEFAULT 0 CHECK (converted >= 0),
      PRIMARY KEY (account_id, start_id)
    ) ${strict}`,

    `CREATE TABLE invoices (
      account_id ${text} NOT NULL REFERENCES accounts (id),
      id ${text} NOT NULL,
      number ${text} NOT NULL,
      quote_id ${text} NOT NULL,
      doc ${text} NOT NULL,
      PRIMARY KEY (account_id, id),
      UNIQUE (account_id, number),
      UNIQUE (account_id, quote_id),
      FOREIGN KEY (account_id, quote_id) REFERENCES quotes (account_id, id)
    ) ${strict}`,

    `CREATE TABLE events (
      account_id ${text} NOT NULL REFERENCES accounts (id),
      quote_id ${text} NOT NULL,
      id ${text} NOT NULL,
      doc ${text} NOT NULL,
      PRIMARY KEY (account_id, quote_id, id)
    ) ${strict}`,

    `CREATE TABLE idempotency (
      account_id ${text} NOT NULL REFERENCES accounts (id),
      key ${text} NOT NULL,
      fingerprint ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      running_until ${integer},
      status ${integer},
      headers ${text},
      body ${text},
      PRIMARY KEY (account_id, key),
      CHECK ((status IS NULL) = (running_until IS NOT NULL))
    ) ${strict}`,
    'CREATE INDEX idempotency_by_age ON idempotency (created_at)',

    `CREATE TABLE documents (
      account_id ${text} NOT NULL REFERENCES accounts (id),
      source_sha256 ${text} NOT NULL,
      sha256 ${text} NOT NULL,
      quote_id ${text} NOT NULL,
      accepted_at ${text},
      file_name ${text} NOT NULL,
      standard ${text} NOT NULL,
      pdf ${blob} NOT NULL,
      kept ${integer} NOT NULL CHECK (kept IN (0, 1)),
      used_at ${integer} NOT NULL,
      PRIMARY KEY (account_id, source_sha256)
    ) ${strict}`,
    'CREATE INDEX documents_by_use ON documents (used_at) WHERE kept = 0',
    'CREATE INDEX documents_by_hash ON documents (sha256)',

    `CREATE TABLE sendings (
      account_id ${text} NOT NULL REFERENCES accounts (id),
      quote_id ${text} NOT NULL,
      id ${text} NOT NULL,
      message_id ${text} NOT NULL,
      recipient ${text} NOT NULL,
      link_id ${text} NOT NULL,
      idempotency_key ${text},
      content_sha256 ${text} NOT NULL,
      state ${text} NOT NULL
        CHECK (state IN ('pending', 'taken', 'refused', 'unavailable', 'timeout', 'unknown')),
      created_at ${integer} NOT NULL,
      running_until ${integer},
      PRIMARY KEY (account_id, quote_id, id)
    ) ${strict}`,
    `CREATE TABLE sending_recipients (
      account_id ${text} NOT NULL REFERENCES accounts (id),
      recipient ${text} NOT NULL,
      sending_id ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      PRIMARY KEY (account_id, recipient, sending_id)
    ) ${strict}`,
    `CREATE INDEX sendings_pending ON sendings (running_until) WHERE state = 'pending'`,

    `CREATE TABLE links (
      account_id ${text} NOT NULL REFERENCES accounts (id),
      quote_id ${text} NOT NULL,
      id ${text} NOT NULL,
      token_hash ${text} NOT NULL UNIQUE,
      recipient ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      revoked_at ${integer},
      PRIMARY KEY (account_id, quote_id, id)
    ) ${strict}`,

    `CREATE TABLE revisions (
      account_id ${text} NOT NULL REFERENCES accounts (id),
      quote_id ${text} NOT NULL,
      revision ${integer} NOT NULL,
      document_sha256 ${text} NOT NULL,
      doc ${text} NOT NULL,
      PRIMARY KEY (account_id, quote_id, revision, document_sha256)
    ) ${strict}`,

    `CREATE TABLE answers (
      account_id ${text} NOT NULL REFERENCES accounts (id),
      quote_id ${text} NOT NULL,
      id ${text} NOT NULL,
      doc ${text} NOT NULL,
      source ${text},
      PRIMARY KEY (account_id, quote_id, id)
    ) ${strict}`,

    `CREATE TABLE captured_mails (
      account_id ${text} NOT NULL REFERENCES accounts (id),
      id ${text} NOT NULL,
      message_id ${text} NOT NULL,
      doc ${text} NOT NULL,
      content ${text} NOT NULL,
      raw ${blob} NOT NULL,
      PRIMARY KEY (account_id, id)
    ) ${strict}`,
    'CREATE INDEX captured_mails_by_message ON captured_mails (account_id, message_id)',

    `CREATE TABLE outbox (
      account_id ${text} NOT NULL REFERENCES accounts (id),
      id ${text} NOT NULL,
      kind ${text} NOT NULL,
      dedupe ${text},
      doc ${text} NOT NULL,
      state ${text} NOT NULL CHECK (state IN ('waiting', 'done', 'failed')),
      attempts ${integer} NOT NULL,
      next_at ${integer} NOT NULL,
      last_error ${text},
      created_at ${integer} NOT NULL,
      PRIMARY KEY (account_id, id),
      UNIQUE (account_id, dedupe)
    ) ${strict}`,
    `CREATE INDEX outbox_due ON outbox (next_at) WHERE state = 'waiting'`,
  ],

  // Of the minute, for all replicas to count in: gone after a crash, and checked against nothing, so that a request
  // costs no fsync and waits for nobody. One process counts in memory.
  ({ engine, integer, text }) =>
    engine === 'sqlite'
      ? []
      : [
          `CREATE UNLOGGED TABLE rate_windows (
            account_id ${text} NOT NULL,
            subject ${text} NOT NULL,
            kind ${text} NOT NULL,
            ends_at ${integer} NOT NULL,
            used ${integer} NOT NULL,
            PRIMARY KEY (account_id, subject, kind)
          )`,
        ],

  ({ engine }) => (engine === 'sqlite' ? [] : [...WORD_DEFINITIONS]),

  ({ integer, text, strict }) => [
    `CREATE TABLE quote_changes (
      account_id ${text} PRIMARY KEY REFERENCES accounts (id),
      n ${integer} NOT NULL
    ) ${strict}`,
    'INSERT INTO quote_changes (account_id, n) SELECT account_id, sum(version) FROM quote_blocks GROUP BY account_id',
  ],

  // Accounts stay, and a quote's customer has one: to look it up for every new quote and event took PostgreSQL as
  // long as five indexes do. The primary key carries what an index of its own did.
  ({ engine }) =>
    engine === 'sqlite'
      ? []
      : [
          'ALTER TABLE quotes DROP CONSTRAINT quotes_account_id_fkey',
          'ALTER TABLE events DROP CONSTRAINT events_account_id_fkey',
          'DROP INDEX quotes_text',
          'ALTER TABLE invoices DROP CONSTRAINT invoices_account_id_quote_id_fkey',
          'ALTER TABLE quotes DROP CONSTRAINT quotes_pkey',
          'ALTER TABLE quotes ADD PRIMARY KEY (account_id, id) INCLUDE (status, search)',
          'ALTER TABLE invoices ADD FOREIGN KEY (account_id, quote_id) REFERENCES quotes (account_id, id)',
        ],

  // How often the links of a quote were revoked: an address of its PDF holds until the next time.
  ({ integer }) => [`ALTER TABLE quotes ADD COLUMN revocations ${integer} NOT NULL DEFAULT 0`],

  // An SVG logo as a bitmap, which mail clients can show; without one when it cannot be drawn.
  ({ text, blob, strict }) => [
    `CREATE TABLE logo_bitmaps (
      account_id ${text} NOT NULL REFERENCES accounts (id),
      logo_sha256 ${text} NOT NULL,
      png ${blob},
      PRIMARY KEY (account_id, logo_sha256)
    ) ${strict}`,
  ],

  // One invoice of each stage of a quote's payment schedule, and one of all that is left (-1): those that are there are
  // of the whole quote. SQLite does not part with a constraint, so the table is made anew.
  ({ engine, integer, text, strict }) => {
    const stage = `stage ${integer} NOT NULL DEFAULT -1 CHECK (stage BETWEEN -1 AND 23)`;
    return engine === 'postgres'
      ? [
          `ALTER TABLE invoices ADD COLUMN ${stage}`,
          'ALTER TABLE invoices DROP CONSTRAINT invoices_account_id_quote_id_key',
          'ALTER TABLE invoices ADD UNIQUE (account_id, quote_id, stage)',
        ]
      : [
          `CREATE TABLE staged_invoices (
            account_id ${text} NOT NULL REFERENCES accounts (id),
            id ${text} NOT NULL,
            number ${text} NOT NULL,
            quote_id ${text} NOT NULL,
            doc ${text} NOT NULL,
            ${stage},
            PRIMARY KEY (account_id, id),
            UNIQUE (account_id, number),
            UNIQUE (account_id, quote_id, stage),
            FOREIGN KEY (account_id, quote_id) REFERENCES quotes (account_id, id)
          ) ${strict}`,
          `INSERT INTO staged_invoices (account_id, id, number, quote_id, doc)
           SELECT account_id, id, number, quote_id, doc FROM invoices`,
          'DROP TABLE invoices',
          'ALTER TABLE staged_invoices RENAME TO invoices',
        ];
  },

  // Seller and customer of what was sent or invoiced, as they were then; and which file was shown for which edition of
  // a quote, so that no later version of the program makes another one of it. `doc_before` is an account or customer of
  // an earlier version as it was when this one came, kept at its first change since, and empty for those made since:
  // what was sent before names no parties, and has these.
  ({ integer, text, strict }) => [
    `CREATE TABLE sellers (
      account_id ${text} NOT NULL REFERENCES accounts (id),
      sha256 ${text} NOT NULL,
      doc ${text} NOT NULL,
      PRIMARY KEY (account_id, sha256)
    ) ${strict}`,
    `CREATE TABLE parties (
      account_id ${text} NOT NULL REFERENCES accounts (id),
      sha256 ${text} NOT NULL,
      seller_sha256 ${text} NOT NULL,
      customer ${text} NOT NULL,
      PRIMARY KEY (account_id, sha256),
      FOREIGN KEY (account_id, seller_sha256) REFERENCES sellers (account_id, sha256)
    ) ${strict}`,
    'CREATE INDEX parties_by_seller ON parties (account_id, seller_sha256)',
    ...['quotes', 'revisions', 'answers', 'invoices'].flatMap((table) => [
      `ALTER TABLE ${table} ADD COLUMN parties_sha256 ${text}`,
      `CREATE INDEX ${table}_by_parties ON ${table} (account_id, parties_sha256) WHERE parties_sha256 IS NOT NULL`,
    ]),
    `ALTER TABLE quotes ADD COLUMN edition ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE revisions ADD COLUMN edition ${integer}`,
    `ALTER TABLE accounts ADD COLUMN doc_before ${text}`,
    `ALTER TABLE customers ADD COLUMN doc_before ${text}`,
    `CREATE TABLE shown_documents (
      account_id ${text} NOT NULL REFERENCES accounts (id),
      subject_id ${text} NOT NULL,
      edition ${integer} NOT NULL,
      link_id ${text} NOT NULL,
      source_sha256 ${text} NOT NULL,
      PRIMARY KEY (account_id, subject_id, edition, link_id)
    ) ${strict}`,
    `CREATE INDEX documents_accepted ON documents (account_id, quote_id, accepted_at) WHERE accepted_at IS NOT NULL`,
  ],

  // What is sold again and again. The row of `catalogue_counts` says how many there are, and rises with each change.
  ({ engine, integer, text, strict }) => [
    `CREATE TABLE catalogue_items (
      ${engine === 'sqlite' ? 'seq INTEGER PRIMARY KEY AUTOINCREMENT,' : ''}
      account_id ${text} NOT NULL REFERENCES accounts (id),
      id ${text} NOT NULL,
      sku ${text},
      version ${integer} NOT NULL CHECK (version > 0),
      search ${text} NOT NULL,
      doc ${text} NOT NULL,
      ${engine === 'sqlite' ? 'UNIQUE' : 'PRIMARY KEY'} (account_id, id),
      UNIQUE (account_id, sku)
    ) ${strict}`,
    `CREATE TABLE catalogue_counts (
      account_id ${text} PRIMARY KEY REFERENCES accounts (id),
      n ${integer} NOT NULL CHECK (n >= 0),
      changes ${integer} NOT NULL
    ) ${strict}`,
    ...(engine === 'sqlite'
      ? [
          `CREATE VIRTUAL TABLE catalogue_grams USING fts5
             (grams, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii')`,
        ]
      : CATALOGUE_WORD_DEFINITIONS),
  ],

  ({ integer, text, strict }) => [
    `CREATE TABLE templates (
      account_id ${text} NOT NULL REFERENCES accounts (id),
      id ${text} NOT NULL,
      version ${integer} NOT NULL CHECK (version > 0),
      doc ${text} NOT NULL,
      PRIMARY KEY (account_id, id)
    ) ${strict}`,
  ],

  // What the business and its customer write to each other about a quote. `on_page` is 0 for what an earlier customer of
  // the quote wrote or was written.
  ({ integer, text, strict }) => [
    `CREATE TABLE messages (
      account_id ${text} NOT NULL REFERENCES accounts (id),
      quote_id ${text} NOT NULL,
      id ${text} NOT NULL,
      side ${text} NOT NULL CHECK (side IN ('customer', 'business')),
      author ${text} NOT NULL,
      words ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      read_at ${integer},
      on_page ${integer} NOT NULL CHECK (on_page IN (0, 1)),
      PRIMARY KEY (account_id, quote_id, id)
    ) ${strict}`,
  ],

  // Whether a customer is a company or a person: those with a tax identifier are companies.
  () =>
    ['customers', 'invoices'].map(
      (table) =>
        `UPDATE ${table} SET doc = replace(doc, ',"locale":', ',"kind":"' ||
           CASE WHEN doc LIKE '%"taxId":null%' OR doc LIKE '%"taxId":""%' THEN 'person' ELSE 'company' END || '","locale":')
         WHERE doc NOT LIKE '%,"kind":"company","locale":%' AND doc NOT LIKE '%,"kind":"person","locale":%'`,
    ),

  // Which fields the JSON of a row has: `stored-shape.ts` counts the steps from the first ones to those of today.
  ({ integer }) => [
    `ALTER TABLE quotes ADD COLUMN shape ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE invoices ADD COLUMN shape ${integer} NOT NULL DEFAULT 0`,
  ],

  // The reference that a quote was last sent with, and the versions of an invoice, whose metadata may change.
  ({ integer, text }) => [
    `ALTER TABLE quotes ADD COLUMN sent_reference ${text}`,
    `ALTER TABLE invoices ADD COLUMN version ${integer} NOT NULL DEFAULT 1`,
  ],

  // Attachments in pieces, so that none is ever whole in memory, and what names them: as long as anything does they stay.
  // A file without a hash is being received, or never was received whole.
  ({ blob, integer, text, strict }) => [
    `CREATE TABLE attachment_files (
      account_id ${text} NOT NULL REFERENCES accounts (id),
      id ${text} NOT NULL,
      sha256 ${text},
      size ${integer} NOT NULL CHECK (size >= 0),
      unused_since ${integer},
      PRIMARY KEY (account_id, id),
      UNIQUE (account_id, sha256),
      CHECK (sha256 IS NOT NULL OR unused_since IS NOT NULL)
    ) ${strict}`,
    'CREATE INDEX attachment_files_unused ON attachment_files (unused_since) WHERE unused_since IS NOT NULL',
    `CREATE TABLE attachment_pieces (
      account_id ${text} NOT NULL REFERENCES accounts (id),
      file_id ${text} NOT NULL,
      n ${integer} NOT NULL CHECK (n >= 0),
      bytes ${blob} NOT NULL,
      PRIMARY KEY (account_id, file_id, n)
    ) ${strict}`,
    `CREATE TABLE attachment_uses (
      account_id ${text} NOT NULL REFERENCES accounts (id),
      quote_id ${text} NOT NULL,
      kind ${text} NOT NULL CHECK (kind IN ('quote', 'revision', 'answer')),
      sha256 ${text} NOT NULL,
      PRIMARY KEY (account_id, quote_id, kind, sha256)
    ) ${strict}`,
    'CREATE INDEX attachment_uses_by_hash ON attachment_uses (sha256, account_id)',
  ],

  // What the page of a link has shown last, and before that: it says what changed.
  ({ text }) => [
    `ALTER TABLE links ADD COLUMN shown ${text}`,
    `ALTER TABLE links ADD COLUMN shown_before ${text}`,
  ],

  // People: they belong to the installation, and have a role in each account. What signs them in is kept as a hash, or sealed.
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
    // What works once and needs no row before it was used: the step of a clock, a challenge, an answer of a provider.
    `CREATE TABLE spent_codes (
      code ${text} PRIMARY KEY,
      until ${integer} NOT NULL
    ) ${strict}`,
    // Mails to people, sealed. They are of no account, and none of an account's mailbox.
    `CREATE TABLE user_mails (
      id ${text} PRIMARY KEY,
      doc ${text} NOT NULL,
      attempts ${integer} NOT NULL,
      next_at ${integer} NOT NULL,
      expires_at ${integer} NOT NULL
    ) ${strict}`,
    'CREATE INDEX user_mails_due ON user_mails (next_at)',
  ],

  // What lists are filtered and sorted by, narrow enough that a thousand quotes are read at once, and the texts by which
  // a quote is found as a whole: its reference, and each pair of its metadata.
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

  // Statistics are kept as counters. `counted` is what a quote is counted as: nothing for a draft, and for what an
  // earlier version stored until the job `stored rows` has come to it.
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

  // What waits for somebody: a message of the customer that is the last of its thread and unread, and mails that failed.
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
  // A new quote pays for each index. Those by validity are beside the facts, or of open quotes only; the time of creation
  // is in the identifier.
  () => [
    'DROP INDEX quotes_by_validity',
    'DROP INDEX quotes_by_status_validity',
    'DROP INDEX quote_facts_by_created_at',
    `CREATE INDEX quotes_sent_validity ON quotes (account_id, valid_until, id) WHERE status = 'SENT'`,
  ],

  // The feed of all that happens in an account. Its order is `n`, which rises in the order of the commits. `gone` is the
  // last event that is no longer kept, `oldest_at` the time of the first one that is. `told_until` is the validity whose
  // end was told to be near.
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

  // The day of issue, by which the invoices of a month are found. Identifiers are no dates: they never go back, clocks do.
  ({ engine, text }) => [
    `ALTER TABLE invoices ADD COLUMN issue_date ${text}`,
    `UPDATE invoices SET issue_date = ${textIn(engine, 'issueDate')}`,
    'CREATE INDEX invoices_by_issue_date ON invoices (account_id, issue_date, id)',
  ],
];

type Engine = Dialect['engine'];

function textIn(engine: Engine, field: string): string {
  return engine === 'sqlite' ? `(doc ->> '$.${field}')` : `(CAST(doc AS json) ->> '${field}')`;
}

/** In milliseconds, as the columns beside the JSON have it. */
function timeIn(engine: Engine, field: string): string {
  return engine === 'sqlite'
    ? `CAST(round(unixepoch(doc ->> '$.${field}', 'subsec') * 1000) AS INTEGER)`
    : `CAST(extract(epoch FROM CAST(CAST(doc AS json) ->> '${field}' AS timestamptz)) * 1000 AS BIGINT)`;
}
