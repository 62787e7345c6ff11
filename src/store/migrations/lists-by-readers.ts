import { ROW_WORDS_SQL } from '../postgres/search.ts';
import type { Migration } from './dialect.ts';

/** Lists are read by one statement. What no index answers is read in threads, and needs no index. */
export const LISTS_BY_READERS: readonly Migration[] = [
  ({ engine }) => [
    ...DROPPED.map((index) => `DROP INDEX ${index}`),
    // The status follows the identifier: lists by both stay in order.
    'DROP INDEX quote_facts_by_customer',
    'CREATE INDEX quote_facts_by_customer ON quote_facts (account_id, customer_id, id, status)',
    'DROP INDEX invoice_facts_by_customer',
    'CREATE INDEX invoice_facts_by_customer ON invoice_facts (account_id, customer_id, id, status)',
    ...(engine === 'sqlite'
      ? [
          'DROP INDEX quote_facts_by_change',
          'DROP INDEX quote_facts_by_validity',
          'CREATE INDEX quote_facts_by_change ON quote_facts (account_id, updated_at, id)',
          'CREATE INDEX quote_facts_by_validity ON quote_facts (account_id, valid_until, id)',
        ]
      : []),
  ],

  // One index of trigrams of the whole text, which begins with the number and the title.
  ({ engine }) =>
    engine === 'sqlite'
      ? [
          `CREATE TABLE searched_quotes (
            seq INTEGER PRIMARY KEY AUTOINCREMENT,
            account_id TEXT NOT NULL,
            quote_id TEXT NOT NULL,
            text TEXT NOT NULL,
            UNIQUE (account_id, quote_id)
          ) STRICT`,
          `INSERT INTO searched_quotes (account_id, quote_id, text)
           SELECT account_id, quote_id, text FROM quote_search ORDER BY account_id, quote_id`,
          'DROP TABLE quote_search',
          'ALTER TABLE searched_quotes RENAME TO quote_search',
          'DROP TABLE quote_grams',
          `CREATE VIRTUAL TABLE quote_grams USING fts5
             (grams, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii')`,
          'INSERT INTO quote_grams (rowid, grams) SELECT seq, words_of(account_id, text) FROM quote_search ORDER BY seq',
          LONG_TEXTS,
        ]
      : [
          'ALTER TABLE quote_search DROP COLUMN customer_id',
          'DELETE FROM quote_grams',
          `INSERT INTO quote_grams SELECT account_id, quote_id, ${ROW_WORDS_SQL}
           FROM (SELECT account_id, quote_id, substr(text, 1, 2500) AS search FROM quote_search) AS texts`,
          LONG_TEXTS,
        ],
];

/** Texts that are longer than what is indexed of them (`MAX_INDEXED`). */
const LONG_TEXTS =
  'CREATE INDEX quote_search_long ON quote_search (account_id, quote_id) WHERE length(text) > 2500';

const DROPPED = [
  'quote_facts_by_age',
  'quote_facts_by_amount',
  'quote_facts_by_customer_status',
  'quote_facts_by_event',
  'quote_facts_by_margin',
  'quote_facts_by_updated_at',
  'quote_facts_by_valid_until',
  'invoice_facts_by_age_due',
  'invoice_facts_by_age_issue',
  'invoice_facts_by_amount',
  'invoice_facts_by_customer_status',
  'invoice_facts_by_kind',
  'invoice_facts_by_status_due',
  'invoice_facts_by_status_issue',
];
