import { formatPlaceholders, padToFixedSize, type Sql } from '../../database.ts';

/** An email of the thread of a quote that was received, or that notified the business. */
export interface ThreadMail {
  message_id: string;
  document_id: string;
  /** The recipient of the quote that sent it; `null` for all other emails. */
  sender: string | null;
  /** `null` unless it may be repeated to the sender. */
  subject: string | null;
  at: number;
}

/** The first email with a Message-ID counts. */
export async function addThreadMail(tx: Sql, accountId: string, mail: ThreadMail): Promise<void> {
  await tx.run(
    `INSERT INTO thread_mails (account_id, message_id, document_id, sender, subject, at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (account_id, message_id) DO NOTHING`,
    ...[accountId, mail.message_id, mail.document_id, mail.sender, mail.subject, mail.at],
  );
}

/** Finds the emails with these Message-IDs. */
export function findThreadMails(
  sql: Sql,
  accountId: string,
  messageIds: readonly string[],
): Promise<Pick<ThreadMail, 'message_id' | 'document_id'>[]> {
  if (messageIds.length === 0) return Promise.resolve([]);
  const ids = padToFixedSize(messageIds);
  return sql.all(
    `SELECT message_id, document_id FROM thread_mails
     WHERE account_id = ? AND message_id IN ${formatPlaceholders(1, ids.length)}`,
    accountId,
    ...ids,
  );
}

/** Finds the subject of the last email about a quote from one of its recipients. */
export async function findLastSubject(
  sql: Sql,
  accountId: string,
  documentId: string,
  sender: string,
): Promise<string | null> {
  const row = await sql.get<{ subject: string | null }>(
    `SELECT subject FROM thread_mails WHERE account_id = ? AND document_id = ? AND sender = ?
       AND former_customer_id IS NULL ORDER BY at DESC, message_id DESC LIMIT 1`,
    ...[accountId, documentId, sender],
  );
  return row?.subject ?? null;
}
