/** What the engines spell differently in a table definition. */
export interface Dialect {
  engine: 'sqlite' | 'postgres';
  blob: string;
  integer: string;
  /** Behind the closing bracket of a table. */
  strict: string;
}

/** Append-only: each runs once, in a transaction, in this order. A statement is never edited after release. */
export const MIGRATIONS: readonly ((dialect: Dialect) => string[])[] = [
  ({ engine, blob, integer, strict }) => [
    `CREATE TABLE settings (
      name TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) ${strict}`,

    `CREATE TABLE accounts (
      id TEXT PRIMARY KEY,
      kind TEXT NOT NULL CHECK (kind IN ('live', 'test')),
      version ${integer} NOT NULL,
      doc TEXT NOT NULL
    ) ${strict}`,

    `CREATE TABLE keys (
      account_id TEXT NOT NULL REFERENCES accounts (id),
      id TEXT NOT NULL,
      name TEXT NOT NULL,
      hint TEXT NOT NULL,
      hash TEXT NOT NULL UNIQUE,
      scopes TEXT NOT NULL CHECK (scopes IN ('read', 'read,write')),
      created_at ${integer} NOT NULL,
      last_used_at ${integer},
      revoked_at ${integer},
      PRIMARY KEY (account_id, id)
    ) ${strict}`,

    `CREATE TABLE customers (
      account_id TEXT NOT NULL REFERENCES accounts (id),
      id TEXT NOT NULL,
      search TEXT NOT NULL,
      version ${integer} NOT NULL,
      doc TEXT NOT NULL,
      PRIMARY KEY (account_id, id)
    ) ${strict}`,

    `CREATE TABLE sequences (
      account_id TEXT NOT NULL REFERENCES accounts (id),
      name TEXT NOT NULL,
      value ${integer} NOT NULL CHECK (value > 0),
      PRIMARY KEY (account_id, name)
    ) ${strict}`,

    `CREATE TABLE quotes (
      ${engine === 'sqlite' ? 'seq INTEGER PRIMARY KEY AUTOINCREMENT,' : ''}
      account_id TEXT NOT NULL REFERENCES accounts (id),
      id TEXT NOT NULL,
      number TEXT NOT NULL,
      status TEXT NOT NULL
        CHECK (status IN ('DRAFT', 'SENT', 'ACCEPTED', 'DECLINED', 'EXPIRED', 'CONVERTED')),
      customer_id TEXT NOT NULL,
      valid_until ${integer} NOT NULL,
      invoice_id TEXT,
      version ${integer} NOT NULL CHECK (version > 0),
      views ${integer} NOT NULL DEFAULT 0,
      link_id TEXT,
      search TEXT NOT NULL,
      doc TEXT NOT NULL,
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
    ...(engine === 'sqlite'
      ? [
          `CREATE VIRTUAL TABLE quote_grams USING fts5
             (grams, content = '', contentless_delete = 1, columnsize = 0, detail = none, tokenize = 'ascii')`,
        ]
      : [
          'CREATE EXTENSION IF NOT EXISTS pg_trgm',
          'CREATE INDEX quotes_search ON quotes USING gin (search gin_trgm_ops)',
        ]),

    `CREATE TABLE quote_counts (
      account_id TEXT NOT NULL REFERENCES accounts (id),
      customer_id TEXT NOT NULL,
      status TEXT NOT NULL,
      n ${integer} NOT NULL CHECK (n >= 0),
      PRIMARY KEY (account_id, customer_id, status)
    ) ${strict}`,

    `CREATE TABLE invoices (
      account_id TEXT NOT NULL REFERENCES accounts (id),
      id TEXT NOT NULL,
      number TEXT NOT NULL,
      quote_id TEXT NOT NULL,
      doc TEXT NOT NULL,
      PRIMARY KEY (account_id, id),
      UNIQUE (account_id, number),
      UNIQUE (account_id, quote_id),
      FOREIGN KEY (account_id, quote_id) REFERENCES quotes (account_id, id)
    ) ${strict}`,

    `CREATE TABLE events (
      account_id TEXT NOT NULL REFERENCES accounts (id),
      quote_id TEXT NOT NULL,
      id TEXT NOT NULL,
      doc TEXT NOT NULL,
      PRIMARY KEY (account_id, quote_id, id)
    ) ${strict}`,

    `CREATE TABLE idempotency (
      account_id TEXT NOT NULL REFERENCES accounts (id),
      key TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      created_at ${integer} NOT NULL,
      running_until ${integer},
      status ${integer},
      headers TEXT,
      body TEXT,
      PRIMARY KEY (account_id, key),
      CHECK ((status IS NULL) = (running_until IS NOT NULL))
    ) ${strict}`,
    'CREATE INDEX idempotency_by_age ON idempotency (created_at)',

    `CREATE TABLE documents (
      account_id TEXT NOT NULL REFERENCES accounts (id),
      source_sha256 TEXT NOT NULL,
      sha256 TEXT NOT NULL,
      file_name TEXT NOT NULL,
      standard TEXT NOT NULL,
      pdf ${blob} NOT NULL,
      kept ${integer} NOT NULL CHECK (kept IN (0, 1)),
      used_at ${integer} NOT NULL,
      PRIMARY KEY (account_id, source_sha256)
    ) ${strict}`,
    'CREATE INDEX documents_by_use ON documents (used_at) WHERE kept = 0',
    'CREATE INDEX documents_by_hash ON documents (account_id, sha256)',

    `CREATE TABLE sendings (
      account_id TEXT NOT NULL REFERENCES accounts (id),
      quote_id TEXT NOT NULL,
      id TEXT NOT NULL,
      message_id TEXT NOT NULL,
      recipient TEXT NOT NULL,
      idempotency_key TEXT,
      state TEXT NOT NULL
        CHECK (state IN ('pending', 'taken', 'refused', 'unavailable', 'timeout', 'unknown')),
      created_at ${integer} NOT NULL,
      running_until ${integer},
      PRIMARY KEY (account_id, quote_id, id)
    ) ${strict}`,
    'CREATE INDEX sendings_by_recipient ON sendings (account_id, recipient, created_at)',
    `CREATE INDEX sendings_pending ON sendings (running_until) WHERE state = 'pending'`,

    `CREATE TABLE links (
      account_id TEXT NOT NULL REFERENCES accounts (id),
      quote_id TEXT NOT NULL,
      id TEXT NOT NULL,
      token_hash TEXT NOT NULL UNIQUE,
      recipient TEXT NOT NULL,
      created_at ${integer} NOT NULL,
      revoked_at ${integer},
      PRIMARY KEY (account_id, quote_id, id)
    ) ${strict}`,

    `CREATE TABLE revisions (
      account_id TEXT NOT NULL REFERENCES accounts (id),
      quote_id TEXT NOT NULL,
      revision ${integer} NOT NULL,
      document_sha256 TEXT NOT NULL,
      doc TEXT NOT NULL,
      PRIMARY KEY (account_id, quote_id, revision, document_sha256)
    ) ${strict}`,

    `CREATE TABLE answers (
      account_id TEXT NOT NULL REFERENCES accounts (id),
      quote_id TEXT NOT NULL,
      id TEXT NOT NULL,
      doc TEXT NOT NULL,
      PRIMARY KEY (account_id, quote_id, id)
    ) ${strict}`,

    `CREATE TABLE captured_mails (
      account_id TEXT NOT NULL REFERENCES accounts (id),
      id TEXT NOT NULL,
      doc TEXT NOT NULL,
      raw ${blob} NOT NULL,
      PRIMARY KEY (account_id, id)
    ) ${strict}`,

    `CREATE TABLE outbox (
      account_id TEXT NOT NULL REFERENCES accounts (id),
      id TEXT NOT NULL,
      kind TEXT NOT NULL,
      dedupe TEXT,
      doc TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('waiting', 'done', 'failed')),
      attempts ${integer} NOT NULL,
      next_at ${integer} NOT NULL,
      last_error TEXT,
      created_at ${integer} NOT NULL,
      PRIMARY KEY (account_id, id),
      UNIQUE (account_id, dedupe)
    ) ${strict}`,
    `CREATE INDEX outbox_due ON outbox (next_at) WHERE state = 'waiting'`,
  ],
];
