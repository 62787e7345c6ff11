import type { DocumentKind } from '../../../domain/document.ts';
import type { DeliveryState } from '../../../domain/mail/delivery.ts';
import { formatLimit, formatPlaceholders, padToFixedSize, type Sql } from '../../database.ts';
import type { PageTotal } from '../../lists/list-total.ts';

/** An email to a customer, once for each recipient. */
export interface SentMail {
  message_id: string;
  recipient: string;
  document_id: string;
  /** The email with the document itself, or the kind of an email from the outbox. */
  kind: DocumentKind | string;
  link_id: string | null;
  at: number;
  state: 'pending' | DeliveryState;
  is_captured: 0 | 1;
  /** Enhanced status code of a bounce. */
  status: string | null;
  /** Response of the mail server to an email that failed or came back. */
  response: string | null;
}

const COLUMNS = 'message_id, recipient, document_id, kind, link_id, at, state, is_captured, status, response';

/** Leaves out who got a copy only. */
const TO_LINK_RECIPIENT = `JOIN links ON links.account_id = sent_mails.account_id
  AND links.document_id = sent_mails.document_id AND links.id = sent_mails.link_id
  AND links.recipient = sent_mails.recipient`;

/** Records an email that is about to leave. A repeat with the same Message-ID is the same email, which may have arrived. */
export async function addSentMail(
  tx: Sql,
  accountId: string,
  mail: Pick<SentMail, 'message_id' | 'document_id' | 'kind' | 'link_id' | 'at'> & {
    reply_ref: string | null;
  },
  recipients: readonly string[],
): Promise<void> {
  for (const recipient of new Set(recipients)) {
    await tx.run(
      `INSERT INTO sent_mails (account_id, message_id, recipient, document_id, kind, link_id, reply_ref, at, state)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'pending')
       ON CONFLICT (account_id, message_id, recipient)
       DO UPDATE SET state = CASE WHEN sent_mails.state = 'unknown' THEN 'unknown' ELSE 'pending' END,
         at = excluded.at, link_id = excluded.link_id, reply_ref = excluded.reply_ref
       WHERE sent_mails.state <> 'bounced'`,
      ...[accountId, mail.message_id, recipient, mail.document_id, mail.kind],
      ...[mail.link_id, mail.reply_ref, mail.at],
    );
  }
}

/**
 * Records the outcome of an email. What came back stays so: a bounce can arrive before the outcome is known. An email that
 * may have arrived has not failed if a repeat of it does. Returns whether this is the outcome.
 */
export async function endSentMail(
  tx: Sql,
  accountId: string,
  messageId: string,
  ended: { state: Exclude<DeliveryState, 'bounced'>; at: number; isCaptured?: boolean; response?: string },
): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE sent_mails SET state = ?, at = ?, is_captured = ?, response = ?
     WHERE account_id = ? AND message_id = ? AND state IN ('pending', ?)`,
    ...[ended.state, ended.at, ended.isCaptured ? 1 : 0, ended.response ?? null, accountId, messageId],
    ended.state === 'failed' ? 'pending' : 'unknown',
  );
  return changed > 0;
}

/** Forgets an email that did not leave, because it no longer applied. */
export async function deleteSentMail(tx: Sql, accountId: string, messageId: string): Promise<void> {
  await tx.run(
    `DELETE FROM sent_mails WHERE account_id = ? AND message_id = ? AND state = 'pending'`,
    ...[accountId, messageId],
  );
}

/** Records a bounce; returns `false` if it was already recorded. */
export async function recordBounce(
  tx: Sql,
  accountId: string,
  { message_id: messageId, recipient }: Pick<SentMail, 'message_id' | 'recipient'>,
  bounce: { status: string | null; response: string | null; at: number },
): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE sent_mails SET state = 'bounced', status = ?, response = ?, bounced_at = ?
     WHERE account_id = ? AND message_id = ? AND recipient = ? AND state <> 'bounced'`,
    ...[bounce.status, bounce.response, bounce.at, accountId, messageId, recipient],
  );
  return changed > 0;
}

/** Finds the emails with these Message-IDs, latest first. */
export function findSentMails(
  sql: Sql,
  accountId: string,
  messageIds: readonly string[],
): Promise<SentMail[]> {
  if (messageIds.length === 0) return Promise.resolve([]);
  const ids = padToFixedSize(messageIds);
  return sql.all<SentMail>(
    `SELECT ${COLUMNS} FROM sent_mails
     WHERE account_id = ? AND message_id IN ${formatPlaceholders(1, ids.length)} ORDER BY at DESC, message_id DESC`,
    accountId,
    ...ids,
  );
}

/** Finds the emails whose signed reply address begins with these characters. */
export function findSentMailsByReply(sql: Sql, accountId: string, replyRef: string): Promise<SentMail[]> {
  return sql.all<SentMail>(
    `SELECT ${COLUMNS} FROM sent_mails WHERE account_id = ? AND reply_ref = ? ORDER BY at DESC`,
    ...[accountId, replyRef],
  );
}

/** The recipients of the links to the quote since it has its customer. Who got a copy is not one of them. */
export async function listRecipients(sql: Sql, accountId: string, documentId: string): Promise<string[]> {
  const rows = await sql.all<{ recipient: string }>(
    `SELECT DISTINCT sent_mails.recipient FROM sent_mails ${TO_LINK_RECIPIENT}
     WHERE sent_mails.account_id = ? AND sent_mails.document_id = ? AND sent_mails.former_customer_id IS NULL
       AND state <> 'failed'`,
    ...[accountId, documentId],
  );
  return rows.map(({ recipient }) => recipient);
}

/** A recipient of emails with a link. */
export interface MailedLink {
  email: string;
  sent_at: number;
  opened_at: number | null;
  is_captured: 0 | 1;
}

/** Lists to whom links were mailed since the document has its customer, oldest first. What came back unread reached nobody. */
export function listMailedLinks(sql: Sql, accountId: string, documentId: string): Promise<MailedLink[]> {
  return sql.all(
    `SELECT links.recipient AS email, min(sent_mails.at) AS sent_at, min(links.opened_at) AS opened_at,
       min(sent_mails.is_captured) AS is_captured
     FROM sent_mails ${TO_LINK_RECIPIENT}
     WHERE sent_mails.account_id = ? AND sent_mails.document_id = ? AND sent_mails.former_customer_id IS NULL
       AND (sent_mails.state IN ('sent', 'unknown') OR links.opened_at IS NOT NULL)
     GROUP BY links.recipient ORDER BY sent_at, email`,
    ...[accountId, documentId],
  );
}

/** Finds the email that brought a link to a quote to its recipient, if it came back. */
export function findBouncedLink(
  sql: Sql,
  accountId: string,
  quoteId: string,
  linkId: string,
): Promise<Pick<SentMail, 'status' | 'response'> | undefined> {
  return sql.get(
    `SELECT status, response FROM sent_mails ${TO_LINK_RECIPIENT}
     WHERE sent_mails.account_id = ? AND sent_mails.document_id = ? AND link_id = ? AND kind = 'quote'
       AND state = 'bounced'`,
    ...[accountId, quoteId, linkId],
  );
}

/** Which of these documents no mail server took when they were sent last. */
export async function listCapturedDocuments(
  sql: Sql,
  accountId: string,
  documentIds: readonly string[],
): Promise<Set<string>> {
  if (documentIds.length === 0) return new Set();
  const ids = padToFixedSize(documentIds);
  const rows = await sql.all<{ document_id: string }>(
    `SELECT document_id FROM sent_mails
     WHERE account_id = ? AND document_id IN ${formatPlaceholders(1, ids.length)}
       AND kind IN ('quote', 'invoice', 'signing') AND state IN ('sent', 'unknown', 'bounced')
     GROUP BY document_id HAVING max(at) = max(CASE WHEN is_captured = 1 THEN at END)`,
    ...[accountId, ...ids],
  );
  return new Set(rows.map(({ document_id: id }) => id));
}

/** Message-IDs of the emails about a document that this recipient got or sent, oldest first: the first one and the last ones. */
export async function listThreadIds(
  sql: Sql,
  accountId: string,
  { documentId, recipient, except }: { documentId: string; recipient: string; except: string },
  last: number,
): Promise<string[]> {
  const list = async (order: 'ASC' | 'DESC', limit: number) => {
    const rows = await sql.all<{ message_id: string }>(
      `SELECT message_id, at FROM sent_mails
       WHERE account_id = ? AND document_id = ? AND recipient = ? AND message_id <> ? AND state <> 'failed'
       UNION SELECT message_id, at FROM thread_mails
       WHERE account_id = ? AND document_id = ? AND sender = ? AND former_customer_id IS NULL
       ORDER BY at ${order}, message_id ${order} ${formatLimit(limit).sql}`,
      ...[accountId, documentId, recipient, except, accountId, documentId, recipient],
    );
    return rows.map(({ message_id: id }) => id);
  };
  const [first, latest] = await Promise.all([list('ASC', 1), list('DESC', last)]);
  return [...new Set([...first, ...latest.reverse()])];
}

/** Emails that left or failed. */
const LISTED = `account_id = ? AND document_id = ? AND state <> 'pending'`;

/** A page of the emails about a document that left or failed, oldest first. */
export async function listDeliveryRows(
  sql: Sql,
  accountId: string,
  documentId: string,
  { limit, offset, after }: { limit: number; offset: number; after?: SentMail | undefined },
): Promise<PageTotal & { rows: SentMail[] }> {
  const page = formatLimit(limit + 1, offset);
  const start = after ? [after.at, after.message_id, after.recipient] : [];
  const [rows, count] = await Promise.all([
    sql.all<SentMail>(
      `SELECT ${COLUMNS} FROM sent_mails
       WHERE ${LISTED} ${after ? 'AND (at, message_id, recipient) > (?, ?, ?)' : ''}
       ORDER BY at, message_id, recipient ${page.sql}`,
      ...[accountId, documentId, ...start, ...page.values],
    ),
    sql.get<{ n: number }>(`SELECT count(*) AS n FROM sent_mails WHERE ${LISTED}`, accountId, documentId),
  ]);
  const hasMore = rows.length > limit;
  return { rows: rows.slice(0, limit), total: count?.n ?? 0, isExact: true, hasMore };
}

/** The emails about a document that left or failed at this time. */
export function findDeliveryRowsAt(
  sql: Sql,
  accountId: string,
  documentId: string,
  at: number,
): Promise<SentMail[]> {
  return sql.all<SentMail>(
    `SELECT ${COLUMNS} FROM sent_mails WHERE ${LISTED} AND at = ?`,
    ...[accountId, documentId, at],
  );
}

/** Emails that came back since a time, of documents that were not sent again themselves, latest first. */
export function listBounced(
  sql: Sql,
  accountId: string,
  since: number,
  limit: number,
): Promise<(SentMail & { bounced_at: number })[]> {
  return sql.all(
    `SELECT ${COLUMNS}, bounced_at FROM sent_mails AS bounced
     WHERE account_id = ? AND state = 'bounced' AND bounced_at > ?
       AND NOT EXISTS (SELECT 1 FROM sent_mails AS later
         WHERE later.account_id = bounced.account_id AND later.document_id = bounced.document_id
           AND later.at >= bounced.bounced_at AND later.message_id <> bounced.message_id
           AND later.kind IN ('quote', 'invoice') AND later.state IN ('sent', 'unknown'))
     ORDER BY bounced_at DESC ${formatLimit(limit).sql}`,
    ...[accountId, since],
  );
}
