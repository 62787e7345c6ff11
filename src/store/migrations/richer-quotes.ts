import { CATALOGUE_WORD_DEFINITIONS } from '../postgres/search.ts';
import type { Migration } from './dialect.ts';

/** Catalogue, templates, messages, references and attachments. */
export const RICHER_QUOTES: readonly Migration[] = [
  // Items that are sold repeatedly. `catalogue_counts` has their number and a version that rises with each change.
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

  // Messages between account and customer about a quote. `on_page` is 0 for the messages of an earlier customer of the
  // quote.
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

  // Shape of the JSON of a row: `stored-shape.ts` numbers the steps from the first version to the current one.
  ({ integer }) => [
    `ALTER TABLE quotes ADD COLUMN shape ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE invoices ADD COLUMN shape ${integer} NOT NULL DEFAULT 0`,
  ],

  // The reference as of the last send, and the version of an invoice, whose metadata may change.
  ({ integer, text }) => [
    `ALTER TABLE quotes ADD COLUMN sent_reference ${text}`,
    `ALTER TABLE invoices ADD COLUMN version ${integer} NOT NULL DEFAULT 1`,
  ],

  // Attachments in chunks, so that no file is ever completely in memory, and their uses: a file stays as long as it has
  // one. A file without a hash is still being uploaded, or its upload was aborted.
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

  // The content that the page of a link showed last and before that, to show what changed.
  ({ text }) => [
    `ALTER TABLE links ADD COLUMN shown ${text}`,
    `ALTER TABLE links ADD COLUMN shown_before ${text}`,
  ],
];
