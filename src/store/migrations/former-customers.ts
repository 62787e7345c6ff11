import type { Migration } from './dialect.ts';

const TABLES = [
  ...['answers', 'documents', 'events', 'links', 'messages', 'outbox', 'revisions', 'sendings', 'sent_mails'],
];
const changesCustomer = (event: string) =>
  `${event}.doc LIKE '%"type":"updated"%' AND ${event}.doc LIKE '%"fields":[%"customerId"%'`;

/**
 * Whose the rows about a quote were before it was given to another customer or deleted. The mark of rows from before this
 * column is empty if they were about an earlier customer: nobody knows which.
 */
export const FORMER_CUSTOMERS: readonly Migration[] = [
  ({ text }) => [
    ...TABLES.map((table) => `ALTER TABLE ${table} ADD COLUMN former_customer_id ${text}`),
    `CREATE INDEX documents_of_former ON documents (account_id, former_customer_id) WHERE former_customer_id IS NOT NULL`,
    `UPDATE sent_mails SET former_customer_id = '' WHERE is_former = 1`,
    `UPDATE sendings SET former_customer_id = '' WHERE EXISTS (SELECT 1 FROM sent_mails
       WHERE sent_mails.account_id = sendings.account_id AND sent_mails.message_id = sendings.message_id
         AND sent_mails.former_customer_id = '')`,
    `UPDATE links SET former_customer_id = '' WHERE revoked_at IS NOT NULL AND EXISTS (SELECT 1 FROM sent_mails
       WHERE sent_mails.account_id = links.account_id AND sent_mails.document_id = links.document_id
         AND sent_mails.link_id = links.id AND sent_mails.former_customer_id = '')`,
    // Messages of others are never on the page; those of a customer are until the quote is given to another.
    `UPDATE messages SET former_customer_id = '' WHERE on_page = 0 AND side <> 'other'`,
    `UPDATE events SET former_customer_id = ''
     WHERE document_id IN (SELECT document_id FROM events AS given WHERE ${changesCustomer('given')})
       AND EXISTS (SELECT 1 FROM events AS later WHERE later.account_id = events.account_id
         AND later.document_id = events.document_id AND later.id > events.id AND ${changesCustomer('later')})`,
    'ALTER TABLE sent_mails DROP COLUMN is_former',
  ],
];
