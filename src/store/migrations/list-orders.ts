import type { Migration } from './dialect.ts';

/** Lists whose order runs against their filter. */
export const LIST_ORDERS: readonly Migration[] = [
  ({ engine }) => [
    // On SQLite, looking up a row takes ten times as long as reading the next entry of an index, so the indexes of the
    // sort orders have the columns that lists filter by. PostgreSQL looks up quickly, and would read such an index
    // completely for other orders.
    ...(engine === 'sqlite'
      ? [
          'DROP INDEX quote_facts_by_change',
          'DROP INDEX quote_facts_by_validity',
          `CREATE INDEX quote_facts_by_change ON quote_facts
           (account_id, updated_at, id, valid_until, created_at, status, customer_id, currency, total)`,
          `CREATE INDEX quote_facts_by_validity ON quote_facts
           (account_id, valid_until, id, updated_at, created_at, status, customer_id, currency, total)`,
        ]
      : []),
    // Tells whether quotes created within about nine hours are valid until a time.
    'CREATE INDEX quote_facts_by_age ON quote_facts (account_id, substr(id, 1, 9), valid_until)',
  ],
];
