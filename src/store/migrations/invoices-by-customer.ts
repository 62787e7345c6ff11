import { ROW_WORDS_SQL } from '../postgres/search.ts';
import type { Migration } from './dialect.ts';

/**
 * Listing the invoices of a customer read all quotes of the customer and counted the invoices for every page. Each
 * invoice now stores the customer of its quote, which can no longer change, and the counts are stored per customer and,
 * under '', per account.
 */
export const INVOICES_BY_CUSTOMER: readonly Migration[] = [
  ({ integer, text, strict }) => [
    `ALTER TABLE invoices ADD COLUMN customer_id ${text}`,
    `UPDATE invoices SET customer_id = (
       SELECT customer_id FROM quotes WHERE quotes.account_id = invoices.account_id AND quotes.id = invoices.quote_id)`,
    'CREATE INDEX invoices_by_customer ON invoices (account_id, customer_id, id)',
    `CREATE TABLE invoice_counts (
      account_id ${text} NOT NULL,
      customer_id ${text} NOT NULL,
      n ${integer} NOT NULL CHECK (n >= 0),
      PRIMARY KEY (account_id, customer_id)
    ) ${strict}`,
    `INSERT INTO invoice_counts SELECT account_id, customer_id, count(*) FROM invoices GROUP BY account_id, customer_id`,
    `INSERT INTO invoice_counts SELECT account_id, '', count(*) FROM invoices GROUP BY account_id`,
  ],
];

/**
 * Search data of invoices: the customer, and the number in search form. Every search read all invoices. `renames` of
 * the account (row '') rises when the search text of a customer with invoices changes.
 */
export const INVOICES_BY_NUMBER: readonly Migration[] = [
  ({ engine, integer, text, strict }) => [
    `ALTER TABLE invoice_counts ADD COLUMN renames ${integer} NOT NULL DEFAULT 0`,
    `CREATE TABLE invoice_facts (
      ${engine === 'sqlite' ? 'seq INTEGER PRIMARY KEY AUTOINCREMENT,' : ''}
      account_id ${text} NOT NULL,
      id ${text} NOT NULL,
      customer_id ${text} NOT NULL,
      search ${text} NOT NULL,
      ${engine === 'sqlite' ? 'UNIQUE' : 'PRIMARY KEY'} (account_id, id)
    ) ${strict}`,
    `INSERT INTO invoice_facts (account_id, id, customer_id, search)
     SELECT account_id, id, customer_id, lower(number) FROM invoices ORDER BY account_id, id`,
    'CREATE INDEX invoice_facts_by_customer ON invoice_facts (account_id, customer_id, id)',
    ...(engine === 'sqlite'
      ? [
          `CREATE VIRTUAL TABLE invoice_grams USING fts5
             (grams, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii')`,
          `INSERT INTO invoice_grams (rowid, grams) SELECT seq, words_of(account_id, search) FROM invoice_facts ORDER BY seq`,
        ]
      : [
          `CREATE TABLE invoice_grams (
            account_id ${text} NOT NULL,
            invoice_id ${text} NOT NULL,
            grams TSVECTOR NOT NULL,
            PRIMARY KEY (account_id, invoice_id)
          )`,
          `INSERT INTO invoice_grams SELECT account_id, id, ${ROW_WORDS_SQL} FROM invoice_facts`,
          'CREATE INDEX invoice_grams_words ON invoice_grams USING gin (grams) WITH (gin_pending_list_limit = 256)',
        ]),
  ],
];
