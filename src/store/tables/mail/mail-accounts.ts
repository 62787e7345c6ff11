import type { MailAccountKind } from '../../../domain/mail/mail-account.ts';
import type { MailboxEnd } from '../../../domain/mail/mailbox.ts';
import type { Sql } from '../../database.ts';
import { followMailbox, unfollowMailbox } from './mailboxes.ts';
import { releaseOutbox } from './outbox.ts';

/** The mail server that an account sends by, and the mailbox that its replies are read from. */
export interface MailAccountRow {
  account_id: string;
  /** Changes whenever an owner connects, so that connections with old credentials are not used again. */
  id: string;
  kind: MailAccountKind;
  from_address: string;
  username: string;
  host: string;
  port: number;
  /** `null` if no replies are read. */
  imap_host: string | null;
  imap_port: number | null;
  /** Whether mail to `local+anything@domain` arrives in the mailbox. */
  plus_addressing: 0 | 1;
  /** Name of the server whose `Authentication-Results` are trusted. */
  authserv_id: string | null;
  /** Folder that mails are moved to once they were taken; `null` to leave them. */
  move_to: string | null;
  /** Sealed, like the tokens. */
  password: string | null;
  access_token: string | null;
  access_expires_at: number | null;
  refresh_token: string | null;
  /** End of the lease of the process that is refreshing the access token. */
  refreshing_until: number | null;
  /** Time since which the credentials are rejected. */
  sign_in_needed_at: number | null;
  last_sent_at: number | null;
  /** Id of the user. */
  connected_by: string;
  connected_at: number;
}

const COLUMNS = [
  ...['account_id', 'id', 'kind', 'from_address', 'username', 'host', 'port', 'imap_host', 'imap_port'],
  ...['plus_addressing', 'authserv_id', 'move_to', 'password', 'access_token'],
  ...['access_expires_at', 'refresh_token', 'refreshing_until', 'sign_in_needed_at', 'last_sent_at'],
  ...['connected_by', 'connected_at'],
] as (keyof MailAccountRow)[];

export function findMailAccountRow(sql: Sql, accountId: string): Promise<MailAccountRow | undefined> {
  return sql.get<MailAccountRow>(
    `SELECT ${COLUMNS.join(', ')} FROM mail_accounts WHERE account_id = ?`,
    accountId,
  );
}

/** Returns the sender without credentials; `undefined` if the account sends by the server of the installation. */
export async function findOwnSender(
  sql: Sql,
  accountId: string,
): Promise<Pick<MailAccountRow, 'id' | 'from_address' | 'imap_host' | 'plus_addressing'> | undefined> {
  return sql.get(
    'SELECT id, from_address, imap_host, plus_addressing FROM mail_accounts WHERE account_id = ?',
    accountId,
  );
}

export async function isSignInNeeded(sql: Sql, accountId: string): Promise<boolean> {
  const row = await sql.get(
    'SELECT 1 AS n FROM mail_accounts WHERE account_id = ? AND sign_in_needed_at IS NOT NULL',
    accountId,
  );
  return row !== undefined;
}

/** Returns `false` if it was marked before, or the mail account was replaced. */
export async function markSignInNeeded(
  tx: Sql,
  accountId: string,
  id: string,
  now: number,
): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE mail_accounts SET sign_in_needed_at = ? WHERE account_id = ? AND id = ? AND sign_in_needed_at IS NULL`,
    ...[now, accountId, id],
  );
  return changed > 0;
}

/** Changes nothing if an email was recorded after `before`. */
export async function markSent(
  tx: Sql,
  { account_id, id }: Pick<MailAccountRow, 'account_id' | 'id'>,
  now: number,
  before: number,
): Promise<void> {
  await tx.run(
    `UPDATE mail_accounts SET last_sent_at = ?
     WHERE account_id = ? AND id = ? AND (last_sent_at IS NULL OR last_sent_at <= ?)`,
    ...[now, account_id, id, before],
  );
}

/**
 * Stores the mail account, in place of an earlier one. Emails that waited for a sign-in are due at once, and its mailbox
 * is read from the given end on.
 */
export async function saveMailAccount(
  tx: Sql,
  row: MailAccountRow,
  end: MailboxEnd | null = null,
): Promise<void> {
  await removeMailAccount(tx, row.account_id);
  await tx.run(
    `INSERT INTO mail_accounts (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})`,
    ...COLUMNS.map((column) => row[column]),
  );
  const { account_id: accountId, imap_host: host, username, connected_at: at } = row;
  await followMailbox(tx, { accountId, host, username, at, end });
}

/** Emails that waited for a sign-in are due at once, and the mailbox is read no longer. */
export async function deleteMailAccount(tx: Sql, accountId: string): Promise<boolean> {
  await unfollowMailbox(tx, accountId);
  return removeMailAccount(tx, accountId);
}

async function removeMailAccount(tx: Sql, accountId: string): Promise<boolean> {
  const deleted = await tx.run('DELETE FROM mail_accounts WHERE account_id = ?', accountId);
  // Afterwards, so that no email is held any more by a delivery that saw the account.
  await releaseOutbox(tx, accountId);
  return deleted > 0;
}
