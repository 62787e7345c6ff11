import { createHash } from 'node:crypto';
import type { MailboxEnd } from '../../../domain/mail/mailbox.ts';
import type { Sql } from '../../database.ts';
import { isOpen } from '../account/closed-accounts.ts';

/** The mailbox that replies to an account are read from, and how far it was read. */
export interface MailboxRow {
  account_id: string;
  /** The same whenever this mailbox is connected, so that mails that were taken from it are found again. */
  id: string;
  host: string;
  username: string;
  /** `null` if it was not opened when it was connected, and not since then. */
  uid_validity: string | null;
  last_uid: number;
  /** Mails that arrived before, by the server's clock, are not taken when the mailbox is renumbered. */
  since: number;
  /** UIDNEXT when the mailbox was renumbered: mails below it may have been read before. */
  renumbered_below: number;
  /** Failures in a row, of the mail `failed_uid` if there is one. */
  failures: number;
  failed_uid: number | null;
  last_error: string | null;
  started_at: number;
  /** Time of the last check that succeeded. */
  checked_at: number | null;
}

const COLUMNS = [
  ...['account_id', 'id', 'host', 'username', 'uid_validity', 'last_uid', 'since', 'renumbered_below'],
  ...['failures', 'failed_uid', 'last_error', 'started_at', 'checked_at'],
].join(', ');

interface ConnectedMailbox {
  accountId: string;
  host: string | null;
  username: string;
  at: number;
  /** Start of the reading; `null` starts with the mails that arrive from now on, by the server's clock. */
  end: MailboxEnd | null;
}

/**
 * Starts to read the mailbox of a mail account that was just connected. If it is the same mailbox as before, it is read
 * on where the reader was.
 */
export async function followMailbox(tx: Sql, mailbox: ConnectedMailbox): Promise<void> {
  const { accountId, host, username, at, end } = mailbox;
  const known = await tx.run(
    `UPDATE mailboxes SET next_at = ?, lease_owner = NULL, failures = 0, last_error = NULL
     WHERE account_id = ? AND host = ? AND username = ?`,
    ...[at, accountId, host, username],
  );
  if (known > 0) return;
  await unfollowMailbox(tx, accountId);
  if (host === null) return;
  await tx.run(
    `INSERT INTO mailboxes (account_id, id, host, username, next_at, started_at, uid_validity, last_uid, since, checked_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[accountId, deriveMailboxId(host, username), host, username, at, at],
    ...[end?.uidValidity ?? null, end?.lastUid ?? 0, end?.since ?? 0, end && at],
  );
}

function deriveMailboxId(host: string, username: string): string {
  const hash = createHash('sha256').update(JSON.stringify([host, username]));
  return hash.digest('hex').slice(0, 32);
}

export async function unfollowMailbox(tx: Sql, accountId: string): Promise<void> {
  await tx.run('DELETE FROM mailboxes WHERE account_id = ?', accountId);
}

export function findMailbox(sql: Sql, accountId: string): Promise<MailboxRow | undefined> {
  return sql.get<MailboxRow>(`SELECT ${COLUMNS} FROM mailboxes WHERE account_id = ?`, accountId);
}

export async function findNextMailboxTime(sql: Sql): Promise<number | undefined> {
  const row = await sql.get<{ at: number | null }>(
    `SELECT min(next_at) AS at FROM mailboxes WHERE ${isOpen('mailboxes')}`,
  );
  return row?.at ?? undefined;
}

/** The right of one reader to take mails from a mailbox. */
export interface MailboxLease {
  accountId: string;
  owner: string;
}

/**
 * Leases the mailbox that has been due for the longest time. The condition is repeated because a second process may
 * have waited for the first one's lock.
 */
export function leaseDueMailbox(
  tx: Sql,
  owner: string,
  now: number,
  leaseUntil: number,
): Promise<MailboxRow | undefined> {
  return tx.get<MailboxRow>(
    `UPDATE mailboxes SET lease_owner = ?, next_at = ? WHERE next_at <= ? AND account_id =
       (SELECT account_id FROM mailboxes WHERE next_at <= ? AND ${isOpen('mailboxes')} ORDER BY next_at, account_id LIMIT 1)
     RETURNING ${COLUMNS}`,
    ...[owner, leaseUntil, now, now],
  );
}

/** Locks the mailbox; `undefined` if the lease has ended and somebody else has it, or the account disconnected. */
export function lockLeasedMailbox(
  tx: Sql,
  { accountId, owner }: MailboxLease,
): Promise<MailboxRow | undefined> {
  return tx.get<MailboxRow>(
    `SELECT ${COLUMNS} FROM mailboxes WHERE account_id = ? AND lease_owner = ? ${tx.forUpdate}`,
    ...[accountId, owner],
  );
}

/** Records up to which mail the mailbox was read, and extends the lease. Returns `false` if it was lost. */
export async function advanceMailbox(
  tx: Sql,
  { accountId, owner }: MailboxLease,
  place: Pick<MailboxRow, 'last_uid' | 'since' | 'renumbered_below'> & { uid_validity: string },
  leaseUntil: number,
): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE mailboxes SET uid_validity = ?, last_uid = ?, since = ?, renumbered_below = ?, failed_uid = NULL,
       next_at = ? WHERE account_id = ? AND lease_owner = ?`,
    ...[place.uid_validity, place.last_uid, place.since, place.renumbered_below],
    ...[leaseUntil, accountId, owner],
  );
  return changed > 0;
}

/** Ends the lease with the result of the visit. Does nothing if the lease was lost. */
export async function releaseMailbox(
  tx: Sql,
  { accountId, owner }: MailboxLease,
  result: Pick<MailboxRow, 'failures' | 'failed_uid' | 'last_error' | 'checked_at'> & { nextAt: number },
): Promise<void> {
  await tx.run(
    `UPDATE mailboxes SET lease_owner = NULL, next_at = ?, failures = ?, failed_uid = ?, last_error = ?,
       checked_at = ? WHERE account_id = ? AND lease_owner = ?`,
    ...[result.nextAt, result.failures, result.failed_uid, result.last_error, result.checked_at],
    ...[accountId, owner],
  );
}

/** Records why a mailbox cannot be read, if that was found out outside of a visit. */
export async function noteMailboxError(
  tx: Sql,
  { account_id, id }: Pick<MailboxRow, 'account_id' | 'id'>,
  error: string,
): Promise<void> {
  await tx.run('UPDATE mailboxes SET last_error = ? WHERE account_id = ? AND id = ?', error, account_id, id);
}
