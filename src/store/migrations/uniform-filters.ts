import { type Migration, textIn, timeIn } from './dialect.ts';

/** Filters and orders that the lists of quotes, invoices, customers, payments and events have in common. */
export const UNIFORM_FILTERS: readonly Migration[] = [
  ({ engine, integer, text, strict }) => [
    `ALTER TABLE invoice_facts ADD COLUMN created_at ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE invoice_facts ADD COLUMN updated_at ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE invoice_facts ADD COLUMN currency ${text} NOT NULL DEFAULT ''`,
    `ALTER TABLE invoice_facts ADD COLUMN total ${integer} NOT NULL DEFAULT 0`,
    // Invoices of the first versions had no time of their last change.
    `UPDATE invoice_facts SET created_at = ${timeIn(engine, 'createdAt')},
       updated_at = coalesce(${timeIn(engine, 'updatedAt')}, ${timeIn(engine, 'createdAt')}),
       currency = ${textIn(engine, 'currency')}, total = i.total
     FROM invoices AS i WHERE i.account_id = invoice_facts.account_id AND i.id = invoice_facts.id`,
    'CREATE INDEX invoice_facts_by_change ON invoice_facts (account_id, updated_at, id)',
    'CREATE INDEX invoice_facts_by_amount ON invoice_facts (account_id, currency, total, id)',
    `CREATE TABLE invoice_marks (
      account_id ${text} NOT NULL,
      name ${text} NOT NULL,
      value ${text} NOT NULL,
      invoice_id ${text} NOT NULL,
      PRIMARY KEY (account_id, name, value, invoice_id)
    ) ${engine === 'sqlite' ? `${strict}, WITHOUT ROWID` : ''}`,
    `INSERT INTO invoice_marks SELECT account_id, 'reference', ${textIn(engine, 'reference')}, id FROM invoices
     WHERE ${textIn(engine, 'reference')} IS NOT NULL`,
    `INSERT INTO invoice_marks SELECT account_id, 'metadata.' || pair.key, pair.value, invoices.id FROM invoices, ${
      engine === 'sqlite'
        ? `json_each(doc, '$.metadata')`
        : `json_each_text(coalesce(CAST(doc AS json) -> 'metadata', '{}'))`
    } AS pair`,
  ],

  ({ engine, integer }) => [
    `ALTER TABLE customers ADD COLUMN created_at ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE customers ADD COLUMN updated_at ${integer} NOT NULL DEFAULT 0`,
    `UPDATE customers SET created_at = ${timeIn(engine, 'createdAt')}, updated_at = ${timeIn(engine, 'updatedAt')}`,
    'CREATE INDEX customers_by_creation ON customers (account_id, created_at, id)',
    'CREATE INDEX customers_by_change ON customers (account_id, updated_at, id)',
  ],

  // The event of a new quote is in these indexes from the start: a customer may have thousands of them.
  ({ engine, text }) => {
    const at = (...path: string[]) =>
      engine === 'sqlite'
        ? `doc ->> '$.data.${path.join('.')}'`
        : `CAST(doc AS json) #>> '{data,${path.join(',')}}'`;
    return [
      `ALTER TABLE feed ADD COLUMN invoice_id ${text}`,
      `ALTER TABLE feed ADD COLUMN customer_id ${text}`,
      `UPDATE feed SET invoice_id = ${at('invoice', 'id')},
         customer_id = coalesce(${at('quote', 'customerId')}, ${at('invoice', 'customerId')}, ${at('customer', 'id')},
           ${at('customerId')})
       WHERE substr(doc, 1, 1) <> '"'`,
      `UPDATE feed SET customer_id = q.customer_id FROM quotes AS q
       WHERE q.account_id = feed.account_id AND q.id = feed.quote_id AND substr(feed.doc, 1, 1) = '"'`,
      'CREATE INDEX feed_by_invoice ON feed (account_id, invoice_id, n) WHERE invoice_id IS NOT NULL',
      'CREATE INDEX feed_by_customer ON feed (account_id, customer_id, n) WHERE customer_id IS NOT NULL',
    ];
  },

  ({ text }) => [
    `ALTER TABLE payments ADD COLUMN customer_id ${text} NOT NULL DEFAULT ''`,
    `ALTER TABLE payments ADD COLUMN currency ${text} NOT NULL DEFAULT ''`,
    `UPDATE payments SET customer_id = f.customer_id, currency = f.currency FROM invoice_facts AS f
     WHERE f.account_id = payments.account_id AND f.id = payments.invoice_id`,
    'CREATE INDEX payments_by_customer ON payments (account_id, customer_id, id) WHERE removed_at IS NULL',
    'CREATE INDEX payments_by_currency ON payments (account_id, currency, id) WHERE removed_at IS NULL',
    'CREATE INDEX payments_by_method ON payments (account_id, method, id) WHERE removed_at IS NULL',
    'CREATE INDEX payments_by_date ON payments (account_id, paid_on, id) WHERE removed_at IS NULL',
    'CREATE INDEX payments_by_record ON payments (account_id, id) WHERE removed_at IS NULL',
  ],
];
