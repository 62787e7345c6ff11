import { minIdAt } from '../../../domain/ids.ts';
import type { MailOutcome } from '../../../domain/mail/mail.ts';
import { formatLimit, type Sql } from '../../database.ts';

export interface Sending {
  id: string;
  document_id: string;
  message_id: string;
  recipient: string;
  link_id: string;
  idempotency_key: string | null;
  /** Hash of the document's content: sending the same content again is the same message. */
  content_sha256: string;
  state: 'pending' | Exclude<MailOutcome['outcome'], 'sign_in_needed'>;
  created_at: number;
  running_until: number | null;
}

export async function insertSend(
  tx: Sql,
  accountId: string,
  sending: Sending,
  recipients: readonly string[],
): Promise<void> {
  await tx.run(
    `INSERT INTO sendings (account_id, document_id, id, message_id, recipient, link_id, idempotency_key, content_sha256,
       state, created_at, running_until)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    accountId,
    sending.document_id,
    sending.id,
    sending.message_id,
    sending.recipient,
    sending.link_id,
    sending.idempotency_key,
    sending.content_sha256,
    sending.state,
    sending.created_at,
    sending.running_until,
  );
  for (const recipient of new Set(recipients.map((address) => address.toLowerCase()))) {
    await addRecipient(tx, accountId, sending.id, recipient, sending.created_at);
  }
}

/** Counts towards the cap on emails to one recipient. */
export async function addRecipient(
  tx: Sql,
  accountId: string,
  sendingId: string,
  recipient: string,
  now: number,
): Promise<void> {
  await tx.run(
    'INSERT INTO sending_recipients (account_id, recipient, sending_id, created_at) VALUES (?, ?, ?, ?)',
    accountId,
    recipient.toLowerCase(),
    sendingId,
    now,
  );
}

/**
 * Records the outcome; returns `false` if it was already recorded. A delivery that succeeded counts even if its process
 * had been given up.
 */
export async function recordSendOutcome(
  tx: Sql,
  accountId: string,
  sending: Pick<Sending, 'id' | 'document_id'>,
  outcome: MailOutcome['outcome'],
): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE sendings SET state = ?, running_until = NULL
     WHERE account_id = ? AND document_id = ? AND id = ? AND state IN ('pending', ?)`,
    // The column knows no rejected sign-in; of both, nothing was delivered.
    outcome === 'sign_in_needed' ? 'unavailable' : outcome,
    accountId,
    sending.document_id,
    sending.id,
    outcome === 'taken' ? 'unknown' : 'pending',
  );
  return changed > 0;
}

/** Removes the recipients of an undelivered email from the cap. */
export async function deleteRecipients(
  tx: Sql,
  accountId: string,
  sendingId: string,
  recipients: readonly string[],
): Promise<void> {
  for (const recipient of recipients) {
    await tx.run(
      'DELETE FROM sending_recipients WHERE account_id = ? AND recipient = ? AND sending_id = ?',
      accountId,
      recipient.toLowerCase(),
      sendingId,
    );
  }
}

export function findPendingSend(
  tx: Sql,
  accountId: string,
  documentId: string,
): Promise<Sending | undefined> {
  return tx.get<Sending>(
    `SELECT * FROM sendings WHERE account_id = ? AND document_id = ? AND state = 'pending' LIMIT 1`,
    accountId,
    documentId,
  );
}

/** Whether the document is being sent, was sent, or may have arrived. */
export async function hasSend(sql: Sql, accountId: string, documentId: string): Promise<boolean> {
  const row = await sql.get(
    `SELECT 1 AS n FROM sendings
     WHERE account_id = ? AND document_id = ? AND state IN ('pending', 'taken', 'unknown') LIMIT 1`,
    ...[accountId, documentId],
  );
  return row !== undefined;
}

/** The last failed attempt with the same idempotency key. */
export function findEarlierSend(
  tx: Sql,
  accountId: string,
  documentId: string,
  idempotencyKey: string,
  since: number,
): Promise<Sending | undefined> {
  return tx.get<Sending>(
    `SELECT * FROM sendings
     WHERE account_id = ? AND document_id = ? AND idempotency_key = ? AND created_at > ? AND state <> 'taken'
     ORDER BY id DESC LIMIT 1`,
    accountId,
    documentId,
    idempotencyKey,
    since,
  );
}

/** Counts the sends since a time that were or may have been delivered, and returns the oldest one's time. */
export async function countSendsOfDocument(
  tx: Sql,
  accountId: string,
  documentId: string,
  since: number,
): Promise<{ n: number; oldest: number | null }> {
  const row = await tx.get<{ n: number; oldest: number | null }>(
    `SELECT count(*) AS n, min(created_at) AS oldest FROM sendings
     WHERE account_id = ? AND document_id = ? AND created_at > ? AND state IN ('pending', 'taken', 'unknown')`,
    accountId,
    documentId,
    since,
  );
  return row ?? { n: 0, oldest: null };
}

export async function countSendsToRecipient(
  tx: Sql,
  accountId: string,
  recipient: string,
  since: number,
): Promise<{ n: number; oldest: number | null }> {
  const row = await tx.get<{ n: number; oldest: number | null }>(
    `SELECT count(*) AS n, min(created_at) AS oldest FROM sending_recipients
     WHERE account_id = ? AND recipient = ? AND created_at > ?`,
    accountId,
    recipient.toLowerCase(),
    since,
  );
  return row ?? { n: 0, oldest: null };
}

/** Sends whose process died: the lease has ended, or a fast clock has set its end later than possible. */
export function findAbandonedSends(
  sql: Sql,
  { endedBy, latest }: { endedBy: number; latest: number },
  limit: number,
): Promise<(Sending & { account_id: string })[]> {
  return sql.all(
    `SELECT * FROM sendings WHERE state = 'pending' AND (running_until <= ? OR running_until > ?) ${formatLimit(limit).sql}`,
    ...[endedBy, latest],
  );
}

/** Sends that failed since a time, of existing documents that were not sent again, latest first. */
export function listFailedSends(
  sql: Sql,
  accountId: string,
  since: number,
  limit: number,
): Promise<Pick<Sending, 'document_id' | 'recipient' | 'created_at'>[]> {
  return sql.all(
    `SELECT document_id, recipient, created_at FROM sendings AS failed
     WHERE account_id = ? AND state <> 'taken' AND state <> 'pending' AND id > ?
       AND NOT EXISTS (SELECT 1 FROM sendings AS later
         WHERE later.account_id = failed.account_id AND later.document_id = failed.document_id AND later.id > failed.id)
       AND (EXISTS (SELECT 1 FROM quotes WHERE quotes.account_id = ? AND quotes.id = failed.document_id)
         OR EXISTS (SELECT 1 FROM invoices WHERE invoices.account_id = ? AND invoices.id = failed.document_id))
     ORDER BY id DESC ${formatLimit(limit).sql}`,
    ...[accountId, minIdAt('snd', since), accountId, accountId],
  );
}

export function deleteRecipientsBefore(tx: Sql, time: number): Promise<number> {
  return tx.run('DELETE FROM sending_recipients WHERE created_at < ?', time);
}
