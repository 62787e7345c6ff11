import type { MailPlace, ReceivedPlace } from '../../../domain/mail/incoming-mail.ts';
import { formatLimit, type Sql } from '../../database.ts';

/** A mail that was taken, or skipped for a reason. Of any other mail nothing is kept. */
export interface ReceivedMailRow {
  account_id: string;
  mailbox_id: string;
  uid_validity: string;
  uid: number;
  /** SHA-256 of the Message-ID; `null` for a mail that was not parsed. */
  digest: string | null;
  /** SHA-256 of the whole mail. */
  content_digest: string | null;
  /** Finds the mail in a folder if its UID there is not known. */
  message_id: string | null;
  outcome: 'reply' | 'bounce' | 'automatic' | 'too_large' | 'unreadable';
  /** Whether it is still to be moved to a folder. */
  is_to_move: 0 | 1;
  at: number;
}

/** Does nothing if the mail is known: a mailbox that is connected again may be read from an earlier place. */
export async function insertReceivedMail(tx: Sql, row: ReceivedMailRow): Promise<void> {
  await tx.run(
    `INSERT INTO received_mails (account_id, mailbox_id, uid_validity, uid, digest, content_digest, message_id, outcome,
       is_to_move, at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (account_id, mailbox_id, uid_validity, uid) DO NOTHING`,
    ...[row.account_id, row.mailbox_id, row.uid_validity, row.uid, row.digest, row.content_digest],
    ...[row.message_id, row.outcome, row.is_to_move, row.at],
  );
}

/**
 * Returns whether a mail with this Message-ID was taken. If it was this very mail, of this mailbox, it is found at the
 * given place of the inbox from now on.
 */
export async function relocateTakenMail(
  tx: Sql,
  accountId: string,
  { digest, contentDigest }: { digest: string; contentDigest: string },
  { mailboxId, uidValidity, uid }: ReceivedPlace,
): Promise<boolean> {
  const relocated = await tx.run(
    `UPDATE received_mails SET moved_to = 'INBOX', moved_uid_validity = ?, moved_uid = ?
     WHERE account_id = ? AND mailbox_id = ? AND digest = ? AND content_digest = ?`,
    ...[uidValidity, uid, accountId, mailboxId, digest, contentDigest],
  );
  if (relocated > 0) return true;
  const taken = await tx.get(
    'SELECT 1 AS n FROM received_mails WHERE account_id = ? AND digest = ?',
    ...[accountId, digest],
  );
  return taken !== undefined;
}

/** Finds the mail that was taken at a place of a mailbox, and where it was moved to. */
export function findReceivedMail(
  sql: Sql,
  accountId: string,
  { mailboxId, uidValidity, uid }: ReceivedPlace,
): Promise<MovedMail | undefined> {
  return sql.get<MovedMail>(
    `SELECT content_digest, message_id, is_to_move, moved_to, moved_uid_validity, moved_uid FROM received_mails
     WHERE account_id = ? AND mailbox_id = ? AND uid_validity = ? AND uid = ?`,
    ...[accountId, mailboxId, uidValidity, uid],
  );
}

export interface MovedMail extends Pick<ReceivedMailRow, 'content_digest' | 'message_id' | 'is_to_move'> {
  /** Folder that the mail was moved to; `null` if it was not. */
  moved_to: string | null;
  /** `null` if the place in the folder is not known. */
  moved_uid_validity: string | null;
  moved_uid: number | null;
}

/** Counts the mails of a mailbox that were skipped, and returns when the last one was. */
export async function countSkippedMails(
  sql: Sql,
  accountId: string,
  mailboxId: string,
): Promise<{ count: number; last_at: number | null }> {
  const row = await sql.get<{ count: number; last_at: number | null }>(
    `SELECT count(*) AS count, max(at) AS last_at FROM received_mails
     WHERE account_id = ? AND mailbox_id = ? AND outcome IN ('too_large', 'unreadable')`,
    ...[accountId, mailboxId],
  );
  return row ?? { count: 0, last_at: null };
}

export interface SkippedMail {
  at: number;
  outcome: 'too_large' | 'unreadable';
}

/** The mails of an account that were skipped since a time, latest first. */
export function listSkippedMails(
  sql: Sql,
  accountId: string,
  since: number,
  limit: number,
): Promise<SkippedMail[]> {
  return sql.all<SkippedMail>(
    `SELECT at, outcome FROM received_mails WHERE account_id = ? AND outcome IN ('too_large', 'unreadable') AND at > ?
     ORDER BY at DESC ${formatLimit(limit).sql}`,
    ...[accountId, since],
  );
}

type Numbering = Pick<ReceivedMailRow, 'account_id' | 'mailbox_id' | 'uid_validity'>;

/** UIDs of mails that are to be moved and were taken since a time. */
export async function listMailsToMove(
  sql: Sql,
  { account_id, mailbox_id, uid_validity }: Numbering,
  since: number,
  limit: number,
): Promise<number[]> {
  const rows = await sql.all<{ uid: number }>(
    `SELECT uid FROM received_mails WHERE account_id = ? AND mailbox_id = ? AND uid_validity = ?
       AND is_to_move = 1 AND at > ? ORDER BY at ${formatLimit(limit).sql}`,
    ...[account_id, mailbox_id, uid_validity, since],
  );
  return rows.map(({ uid }) => uid);
}

/** Records the folder that a mail was moved to, and its place there if that is known. */
export async function markMoved(
  tx: Sql,
  { account_id, mailbox_id, uid_validity }: Numbering,
  uid: number,
  folder: string,
  place: MailPlace | null,
): Promise<void> {
  await tx.run(
    `UPDATE received_mails SET is_to_move = 0, moved_to = ?, moved_uid_validity = ?, moved_uid = ?
     WHERE account_id = ? AND mailbox_id = ? AND uid_validity = ? AND uid = ?`,
    ...[folder, place?.uidValidity ?? null, place?.uid ?? null],
    ...[account_id, mailbox_id, uid_validity, uid],
  );
}
