import { formatPlaceholders, padToFixedSize, type Sql } from '../../database.ts';

/** Deletes what emails, links and the customer page kept about a quote or an invoice. */
export async function eraseCorrespondence(tx: Sql, accountId: string, documentId: string): Promise<void> {
  const place = [accountId, documentId];
  for (const table of ['sent_mails', 'sendings']) {
    await tx.run(
      `DELETE FROM captured_mails WHERE account_id = ? AND message_id IN
         (SELECT message_id FROM ${table} WHERE account_id = ? AND document_id = ?)`,
      ...[accountId, ...place],
    );
  }
  await tx.run(
    `UPDATE received_mails SET message_id = NULL WHERE account_id = ? AND (mailbox_id, uid_validity, uid) IN
       (SELECT mailbox_id, uid_validity, uid FROM messages WHERE account_id = ? AND quote_id = ? AND uid IS NOT NULL)`,
    ...[accountId, ...place],
  );
  await tx.run(
    `DELETE FROM sending_recipients WHERE account_id = ? AND sending_id IN
       (SELECT id FROM sendings WHERE account_id = ? AND document_id = ?)`,
    ...[accountId, ...place],
  );
  for (const table of ['sendings', 'sent_mails', 'links']) {
    await tx.run(`DELETE FROM ${table} WHERE account_id = ? AND document_id = ?`, ...place);
  }
  for (const table of ['messages', 'approvals']) {
    await tx.run(`DELETE FROM ${table} WHERE account_id = ? AND quote_id = ?`, ...place);
  }
}

/** Empties the queued emails about documents. They stay as rows, so that none is queued a second time. */
export async function eraseOutbox(tx: Sql, accountId: string, documentIds: readonly string[]): Promise<void> {
  for (const row of await listQueued(tx, accountId, documentIds)) await eraseQueued(tx, accountId, row);
}

/** Empties the queued emails about a quote from before it was given to another customer. */
export async function eraseFormerOutbox(
  tx: Sql,
  accountId: string,
  quoteId: string,
  changedAt: number,
): Promise<void> {
  const former = await tx.all<{ message_id: string }>(
    'SELECT message_id FROM sent_mails WHERE account_id = ? AND document_id = ? AND is_former = 1',
    ...[accountId, quoteId],
  );
  for (const row of await listQueued(tx, accountId, [quoteId])) {
    const isFormer = former.some((mail) => mail.message_id === row.messageId);
    if (row.created_at < changedAt || isFormer) await eraseQueued(tx, accountId, row);
  }
}

interface QueuedRow {
  id: string;
  created_at: number;
  messageId: string;
}

async function listQueued(tx: Sql, accountId: string, documentIds: readonly string[]): Promise<QueuedRow[]> {
  if (documentIds.length === 0) return [];
  const ids = padToFixedSize(documentIds);
  // The JSON of a queued email begins with the identifier of its document.
  const rows = await tx.all<{ id: string; created_at: number; doc: string }>(
    `SELECT id, created_at, doc FROM outbox
     WHERE account_id = ? AND substr(doc, 16, 30) IN ${formatPlaceholders(1, ids.length)}`,
    ...[accountId, ...ids],
  );
  return rows.map(({ id, created_at, doc }) => {
    const { message } = JSON.parse(doc) as { message: { messageId: string } };
    return { id, created_at, messageId: message.messageId };
  });
}

async function eraseQueued(tx: Sql, accountId: string, { id, messageId }: QueuedRow): Promise<void> {
  await tx.run(
    'DELETE FROM captured_mails WHERE account_id = ? AND message_id = ?',
    ...[accountId, messageId],
  );
  await tx.run(
    `UPDATE outbox SET doc = '{}', state = 'done', held_at = NULL, last_error = NULL
     WHERE account_id = ? AND id = ?`,
    ...[accountId, id],
  );
}

/** Whether an email about a document of the customer is being delivered. */
export async function isSendRunning(
  sql: Sql,
  accountId: string,
  customerId: string,
  now: number,
): Promise<boolean> {
  const documents = (table: string) =>
    `document_id IN (SELECT id FROM ${table} WHERE account_id = ? AND customer_id = ?)`;
  const row = await sql.get(
    `SELECT 1 AS running FROM sendings WHERE account_id = ? AND state = 'pending' AND running_until > ?
       AND (${documents('quotes')} OR ${documents('invoices')}) LIMIT 1`,
    ...[accountId, now, accountId, customerId, accountId, customerId],
  );
  return row !== undefined;
}

/** Deletes addresses that only the cap on emails to one recipient counts. */
export async function deleteRecipientCounts(
  tx: Sql,
  accountId: string,
  addresses: readonly string[],
): Promise<void> {
  for (const address of addresses) {
    await tx.run(
      'DELETE FROM sending_recipients WHERE account_id = ? AND recipient = ?',
      ...[accountId, address],
    );
  }
}

/** Closes the pages of all documents of the customer. */
export async function revokeCustomerLinks(
  tx: Sql,
  accountId: string,
  customerId: string,
  now: number,
): Promise<void> {
  for (const table of ['quotes', 'invoices']) {
    await tx.run(
      `UPDATE links SET revoked_at = ? WHERE account_id = ? AND revoked_at IS NULL AND document_id IN
         (SELECT id FROM ${table} WHERE account_id = ? AND customer_id = ?)`,
      ...[now, accountId, accountId, customerId],
    );
  }
}

/** Addresses that emails about documents of the customer went to. */
export async function listRecipients(
  sql: Sql,
  accountId: string,
  documentIds: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  for (let start = 0; start < documentIds.length; start += BATCH) {
    const ids = padToFixedSize(documentIds.slice(start, start + BATCH));
    for (const table of ['sent_mails', 'sendings', 'links']) {
      const rows = await sql.all<{ recipient: string }>(
        `SELECT DISTINCT recipient FROM ${table} WHERE account_id = ? AND document_id IN ${formatPlaceholders(1, ids.length)}`,
        ...[accountId, ...ids],
      );
      found.push(...rows.map(({ recipient }) => recipient));
    }
  }
  return found;
}

const BATCH = 64;
