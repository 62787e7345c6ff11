import type { Migration } from './dialect.ts';

/** Indexes for lists by status and by customer. */
const WALKED = [
  'CREATE INDEX quote_facts_by_status ON quote_facts (account_id, status, id)',
  'CREATE INDEX quote_facts_by_customer ON quote_facts (account_id, customer_id, id)',
];

/**
 * Lists by status and by customer, and the full-text search, read the facts. `quotes` keeps its identifying indexes and
 * the one for the foreign key of the customer.
 */
export const DEFERRED_FACTS: readonly Migration[] = [
  ({ engine, text }) =>
    engine === 'sqlite'
      ? []
      : [
          `ALTER TABLE quote_facts ADD COLUMN search ${text} NOT NULL DEFAULT ''`,
          `UPDATE quote_facts SET search = quotes.search FROM quotes
           WHERE quotes.account_id = quote_facts.account_id AND quotes.id = quote_facts.id`,
          'ALTER TABLE quote_facts ALTER COLUMN search DROP DEFAULT',
          'ALTER TABLE quote_facts DROP CONSTRAINT quote_facts_pkey',
          'ALTER TABLE quote_facts ADD PRIMARY KEY (account_id, id) INCLUDE (status, search)',
          ...WALKED,
          'ALTER TABLE invoices DROP CONSTRAINT invoices_account_id_quote_id_fkey',
          'ALTER TABLE quotes DROP CONSTRAINT quotes_pkey',
          'ALTER TABLE quotes ADD PRIMARY KEY (account_id, id)',
          'ALTER TABLE invoices ADD FOREIGN KEY (account_id, quote_id) REFERENCES quotes (account_id, id)',
          'DROP INDEX quotes_by_status',
          'DROP INDEX quotes_by_customer',
        ],

  // On SQLite, new quotes went into a small separate table first and were moved in batches.
  ({ engine, strict }) => {
    if (engine !== 'sqlite') return [];
    const table = (name: string) => `CREATE TABLE ${name} (
      account_id TEXT NOT NULL,
      id TEXT NOT NULL,
      search TEXT NOT NULL,
      status TEXT NOT NULL,
      customer_id TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      valid_until INTEGER NOT NULL,
      currency TEXT NOT NULL,
      total INTEGER NOT NULL,
      PRIMARY KEY (account_id, id)
    ) ${strict}, WITHOUT ROWID`;
    return [
      table('new_quote_facts'),
      table('searched_facts'),
      `INSERT INTO searched_facts
       SELECT f.account_id, f.id, q.search, f.status, f.customer_id, f.created_at, f.updated_at, f.valid_until, f.currency,
         f.total
       FROM quote_facts AS f CROSS JOIN quotes AS q ON q.account_id = f.account_id AND q.id = f.id
       ORDER BY f.account_id, f.id`,
      'DROP TABLE quote_facts',
      'ALTER TABLE searched_facts RENAME TO quote_facts',
      ...['updated_at', 'valid_until', 'currency, total'].map(
        (columns) =>
          `CREATE INDEX quote_facts_by_${columns.replace(', ', '_')} ON quote_facts (account_id, status, ${columns}, id)`,
      ),
      ...WALKED,
      'DROP INDEX quotes_text',
      'DROP INDEX quotes_by_status',
      'DROP INDEX quotes_by_customer',
    ];
  },
];
