import { WORD_DEFINITIONS } from '../postgres/search.ts';
import type { Migration } from './dialect.ts';

/** Several processes on one database; invoices per stage; seller and customer as of the time of sending. */
export const REPLICAS_AND_PARTIES: readonly Migration[] = [
  // Rate limit counters shared by all processes. They are unlogged and have no foreign keys, so that a request costs no
  // fsync and no lock. A single process counts in memory.
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

  // Accounts are never deleted, and the customer of a quote has one: checking that foreign key for every new quote and
  // event took PostgreSQL as long as five indexes. The primary key replaces a separate index.
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

  // Number of times the links of a quote were revoked: a PDF URL is valid until the next time.
  ({ integer }) => [`ALTER TABLE quotes ADD COLUMN revocations ${integer} NOT NULL DEFAULT 0`],

  // An SVG logo as a bitmap, which email clients can show; empty if it cannot be rendered.
  ({ text, blob, strict }) => [
    `CREATE TABLE logo_bitmaps (
      account_id ${text} NOT NULL REFERENCES accounts (id),
      logo_sha256 ${text} NOT NULL,
      png ${blob},
      PRIMARY KEY (account_id, logo_sha256)
    ) ${strict}`,
  ],

  // One invoice per stage of the payment schedule, and one for the remainder (-1): existing invoices cover the whole
  // quote. SQLite cannot drop a constraint, so the table is rebuilt.
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

  // Seller and customer of sent or invoiced quotes, as of that time; and the file shown for each edition of a quote, so
  // that no later release renders a different one. `doc_before` is an account or customer as it was at this migration,
  // saved by its first change and empty for newer rows: quotes sent earlier name no parties and use these.
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
];
