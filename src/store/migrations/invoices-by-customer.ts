import type { Migration } from './dialect.ts';

/**
 * The invoices of a customer were found through all quotes of the customer, and counted at every page. An invoice keeps
 * the customer of its quote, which cannot change any more, and their numbers are kept, of a customer and ('') of all.
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
