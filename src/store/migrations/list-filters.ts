import { type Migration, textIn } from './dialect.ts';

/** Separates the parts of the search text of a customer: identifier, name, email address. */
const BOUNDARY = '\ufdd0';

/** Filters of customers by email address and metadata, and of catalogue items by whether they are archived. */
export const LIST_FILTERS: readonly Migration[] = [
  ({ engine, integer, text, strict }) => [
    `ALTER TABLE customers ADD COLUMN email_key ${text} NOT NULL DEFAULT ''`,
    `UPDATE customers SET email_key = ${engine === 'sqlite' ? EMAIL_IN_SQLITE : EMAIL_IN_POSTGRES}`,
    'CREATE INDEX customers_by_email ON customers (account_id, email_key, id)',
    `CREATE TABLE customer_marks (
      account_id ${text} NOT NULL,
      name ${text} NOT NULL,
      value ${text} NOT NULL,
      customer_id ${text} NOT NULL,
      PRIMARY KEY (account_id, name, value, customer_id)
    ) ${engine === 'sqlite' ? `${strict}, WITHOUT ROWID` : ''}`,
    engine === 'sqlite'
      ? `INSERT INTO customer_marks SELECT account_id, 'metadata.' || pair.key, pair.value, customers.id
         FROM customers, json_each(doc, '$.metadata') AS pair`
      : `INSERT INTO customer_marks SELECT account_id, 'metadata.' || pair.key, pair.value, customers.id
         FROM customers, json_each_text(coalesce(CAST(doc AS json) -> 'metadata', '{}')) AS pair`,
    `ALTER TABLE catalogue_items ADD COLUMN archived ${integer} NOT NULL DEFAULT 0 CHECK (archived IN (0, 1))`,
    `UPDATE catalogue_items SET archived = 1 WHERE ${textIn(engine, 'archived')} = ${engine === 'sqlite' ? '1' : `'true'`}`,
    'CREATE INDEX catalogue_items_by_archived ON catalogue_items (account_id, archived, id)',
  ],
];

const AFTER_ID = `substr(search, instr(search, '${BOUNDARY}') + 1)`;
const EMAIL_IN_SQLITE = `substr(${AFTER_ID}, instr(${AFTER_ID}, '${BOUNDARY}') + 1)`;
const EMAIL_IN_POSTGRES = `split_part(search, '${BOUNDARY}', 3)`;
