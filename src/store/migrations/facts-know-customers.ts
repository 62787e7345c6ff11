import type { Migration } from './dialect.ts';

/**
 * On SQLite, the facts hold the reference of a quote to its customer. They are indexed by customer already, and a new
 * quote adds no entry until it changes; a foreign key of `quotes` would need its own index at each commit.
 */
export const FACTS_KNOW_CUSTOMERS: readonly Migration[] = [
  ({ engine, strict }) => {
    if (engine !== 'sqlite') return [];
    const customer = (row: string) =>
      `SELECT 1 FROM customers WHERE account_id = ${row}.account_id AND id = ${row}.customer_id`;
    return [
      // Dropping a foreign key changes only the text of the table definition (sqlite.org/lang_altertable.html, 7).
      'PRAGMA writable_schema = ON',
      `UPDATE sqlite_schema SET sql = replace(replace(sql, ' REFERENCES accounts (id)', ''),
         'FOREIGN KEY (account_id, customer_id) REFERENCES customers (account_id, id),', '')
       WHERE type = 'table' AND name = 'quotes'`,
      'PRAGMA writable_schema = RESET',
      'DROP INDEX quotes_by_customer_status',
      `CREATE TABLE waiting_facts (
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
        PRIMARY KEY (account_id, id),
        FOREIGN KEY (account_id, customer_id) REFERENCES customers (account_id, id)
      ) ${strict}, WITHOUT ROWID`,
      'INSERT INTO waiting_facts SELECT * FROM new_quote_facts',
      'DROP TABLE new_quote_facts',
      'ALTER TABLE waiting_facts RENAME TO new_quote_facts',
      `CREATE TRIGGER quotes_keep_customers BEFORE UPDATE OF customer_id ON quotes
       WHEN NEW.customer_id <> OLD.customer_id AND NOT EXISTS (${customer('NEW')})
       BEGIN SELECT RAISE(ABORT, 'a quote of no customer'); END`,
      `CREATE TRIGGER customers_with_quotes_stay BEFORE DELETE ON customers
       WHEN EXISTS (SELECT 1 FROM quote_facts WHERE account_id = OLD.account_id AND customer_id = OLD.id)
       BEGIN SELECT RAISE(ABORT, 'a customer with quotes'); END`,
    ];
  },
];
