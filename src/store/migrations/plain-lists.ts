import type { Migration } from './dialect.ts';

/** Lists are read from indexes alone. */
export const PLAIN_LISTS: readonly Migration[] = [
  // New quotes had a separate table without indexes, and were moved in batches.
  ({ engine }) =>
    engine === 'sqlite'
      ? [
          `INSERT INTO quote_grams (rowid, grams)
           SELECT q.seq, words_of(f.account_id, f.search) FROM new_quote_facts AS f
           CROSS JOIN quotes AS q ON q.account_id = f.account_id AND q.id = f.id ORDER BY q.seq`,
          'INSERT INTO quote_facts SELECT * FROM new_quote_facts',
          'DROP TABLE new_quote_facts',
          `CREATE TRIGGER quote_facts_have_customers BEFORE INSERT ON quote_facts
           WHEN NOT EXISTS (SELECT 1 FROM customers WHERE account_id = NEW.account_id AND id = NEW.customer_id)
           BEGIN SELECT RAISE(ABORT, 'a quote of no customer'); END`,
        ]
      : [],

  // One index per order and per filter. Filters by amount and status read the amounts of all statuses.
  () => [
    'CREATE INDEX quote_facts_by_change ON quote_facts (account_id, updated_at, id)',
    'CREATE INDEX quote_facts_by_validity ON quote_facts (account_id, valid_until, id)',
    'CREATE INDEX quote_facts_by_amount ON quote_facts (account_id, currency, total, id)',
    'CREATE INDEX quote_facts_by_customer_status ON quote_facts (account_id, customer_id, status, id)',
    'DROP INDEX quote_facts_by_currency_total',
  ],

  // These columns invalidated totals cached by other processes.
  () => [
    'DROP TABLE quote_blocks',
    'DROP TABLE quote_changes',
    'ALTER TABLE invoice_counts DROP COLUMN renames',
    'ALTER TABLE customer_counts DROP COLUMN changes',
    'ALTER TABLE catalogue_counts DROP COLUMN changes',
  ],
];
