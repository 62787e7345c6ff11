import { formatPlaceholders, padToFixedSize, type Sql } from '../../database.ts';
import { deleteOwned, formatOwned, listOwned, type Owner } from './owned-rows.ts';

/** Deletes what emails, links and the customer page kept for the customer about quotes and invoices. */
export async function eraseCorrespondence(
  tx: Sql,
  owner: Owner,
  documentIds: readonly string[],
): Promise<void> {
  if (documentIds.length === 0) return;
  const { accountId } = owner;
  await eraseQueued(tx, owner, documentIds);
  for (const table of ['sent_mails', 'sendings'] as const) {
    const owned = formatOwned(table, owner, documentIds);
    await tx.run(
      `DELETE FROM captured_mails WHERE account_id = ? AND message_id IN (SELECT message_id FROM ${table} WHERE ${owned.sql})`,
      ...[accountId, ...owned.values],
    );
  }
  const messages = formatOwned('messages', owner, documentIds);
  await tx.run(
    `UPDATE received_mails SET message_id = NULL WHERE account_id = ? AND (mailbox_id, uid_validity, uid) IN
       (SELECT mailbox_id, uid_validity, uid FROM messages WHERE ${messages.sql} AND uid IS NOT NULL)`,
    ...[accountId, ...messages.values],
  );
  const sends = formatOwned('sendings', owner, documentIds);
  await tx.run(
    `DELETE FROM sending_recipients WHERE account_id = ? AND sending_id IN (SELECT id FROM sendings WHERE ${sends.sql})`,
    ...[accountId, ...sends.values],
  );
  for (const table of [
    'sendings',
    'sent_mails',
    'thread_mails',
    'links',
    'messages',
    'quote_proposals',
  ] as const) {
    await deleteOwned(tx, table, owner, documentIds);
  }
}

/** Empties the queued emails. They stay as rows, so that none is queued a second time. */
async function eraseQueued(tx: Sql, owner: Owner, documentIds: readonly string[]): Promise<void> {
  const { accountId } = owner;
  const rows = await listOwned<{ id: string; doc: string }>(tx, 'outbox', 'id, doc', owner, documentIds);
  for (const { id, doc } of rows) {
    const { message } = JSON.parse(doc) as { message: { messageId: string } };
    await tx.run(
      'DELETE FROM captured_mails WHERE account_id = ? AND message_id = ?',
      ...[accountId, message.messageId],
    );
    await tx.run(
      `UPDATE outbox SET document_id = '', doc = '{}', state = 'done', held_at = NULL, last_error = NULL
       WHERE account_id = ? AND id = ?`,
      ...[accountId, id],
    );
  }
}

/** The quotes and invoices of a customer, for two values: account and customer. */
export const DOCUMENTS = ['quote_facts', 'invoices'].map(
  (table) => `SELECT id FROM ${table} WHERE account_id = ? AND customer_id = ?`,
);

/** Whether an email about a document of the customer is being delivered. */
export async function isSendRunning(sql: Sql, accountId: string, customerId: string): Promise<boolean> {
  const row = await sql.get(
    `SELECT 1 AS running FROM sendings WHERE account_id = ? AND state = 'pending' AND running_until > ?
       AND (${DOCUMENTS.map((ids) => `document_id IN (${ids})`).join(' OR ')}) LIMIT 1`,
    ...[accountId, sql.clock(), accountId, customerId, accountId, customerId],
  );
  return row !== undefined;
}

/** Closes the pages of documents. */
export async function revokeLinks(tx: Sql, accountId: string, documentIds: readonly string[]): Promise<void> {
  const ids = padToFixedSize(documentIds);
  await tx.run(
    `UPDATE links SET revoked_at = ?
     WHERE account_id = ? AND revoked_at IS NULL AND document_id IN ${formatPlaceholders(1, ids.length)}`,
    ...[tx.clock(), accountId, ...ids],
  );
}

/** Identifiers of the quotes and invoices of a customer, and of the messages about them. */
export async function listDocumentIds(sql: Sql, accountId: string, customerId: string): Promise<string[]> {
  const [quotes, invoices] = DOCUMENTS;
  const rows = await sql.all<{ id: string }>(
    `${quotes} UNION ALL ${invoices}
     UNION ALL SELECT id FROM messages WHERE account_id = ? AND quote_id IN (${quotes}) AND former_customer_id IS NULL`,
    ...[accountId, customerId, accountId, customerId, accountId, accountId, customerId],
  );
  return rows.map(({ id }) => id);
}
