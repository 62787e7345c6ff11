import { SEARCH_DEFINITIONS } from '../postgres/search.ts';
import type { Migration } from './dialect.ts';

/** The tables of the first version. */
export const FIRST_TABLES: readonly Migration[] = [
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
];
