import type { Migration } from './dialect.ts';

/**
 * Invoices are sent, viewed and have a history like quotes: sends, links and events belong to a document, which is one or
 * the other. At most one send of a document is open. An email in the outbox names its document too.
 */
export const DOCUMENTS_BY_ID: readonly Migration[] = [
  () => [
    ...['sendings', 'links', 'events'].map(
      (table) => `ALTER TABLE ${table} RENAME COLUMN quote_id TO document_id`,
    ),
    `UPDATE sendings SET state = 'unknown', running_until = NULL
     WHERE state = 'pending' AND EXISTS (SELECT 1 FROM sendings AS later
       WHERE later.account_id = sendings.account_id AND later.document_id = sendings.document_id
         AND later.state = 'pending' AND later.id > sendings.id)`,
    `CREATE UNIQUE INDEX sendings_open ON sendings (account_id, document_id) WHERE state = 'pending'`,
    `UPDATE outbox SET doc = '{"documentId":"' || substr(doc, 13) WHERE doc LIKE '{"quoteId":"%'`,
  ],
];
