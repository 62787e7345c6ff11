import type { Deps } from '../../app/deps.ts';
import type { AccountKind } from '../../domain/account/account.ts';
import type { MailMessage, MailOutcome } from '../../domain/mail/mail.ts';
import type { Sql } from '../../store/database.ts';
import { findAccountKind } from '../../store/tables/account/accounts.ts';
import { findOwnSender } from '../../store/tables/mail/mail-accounts.ts';

/** Sends the emails of an account from its address. */
export interface Sender {
  /** `captured` emails are stored and shown, but sent to nobody. */
  by: 'captured' | 'installation' | 'own';
  address: string;
  /** Way of replies into the account's mailbox; `null` if it is not read. `plus`: by signed addresses too. */
  mailbox: 'plain' | 'plus' | null;
}

type SenderDeps = Pick<Deps, 'mailer' | 'config'>;

/**
 * Emails of test accounts are always captured. An account with its own mail server uses no other, even when that one
 * fails; the others use the server of the installation, and without one their emails are captured.
 */
export async function findSender(
  sql: Sql,
  { mailer, config }: SenderDeps,
  account: { id: string; kind: AccountKind },
): Promise<Sender> {
  const own = account.kind === 'live' ? await findOwnSender(sql, account.id) : undefined;
  if (own) {
    const mailbox = own.plus_addressing === 1 ? 'plus' : 'plain';
    return { by: 'own', address: own.from_address, mailbox: own.imap_host === null ? null : mailbox };
  }
  const isCaptured = mailer === null || account.kind !== 'live';
  return { by: isCaptured ? 'captured' : 'installation', address: config.mailFrom, mailbox: null };
}

export async function findSenderById(sql: Sql, deps: SenderDeps, accountId: string): Promise<Sender> {
  const kind = (await findAccountKind(sql, accountId)) ?? 'test';
  return findSender(sql, deps, { id: accountId, kind });
}

/** Why no email of an account is delivered. In test accounts and in a demo that is on purpose. */
export type CaptureReason = 'on_purpose' | 'no_server';

export async function findCaptureReason(
  { db, mailer, demo }: Pick<Deps, 'db' | 'mailer' | 'demo'>,
  { id, kind }: { id: string; kind: AccountKind },
): Promise<CaptureReason | null> {
  if (kind !== 'live' || demo) return 'on_purpose';
  return mailer !== null || (await findOwnSender(db.read, id)) ? null : 'no_server';
}

export async function findCaptureReasonById(deps: Deps, accountId: string): Promise<CaptureReason | null> {
  const kind = (await findAccountKind(deps.db.read, accountId)) ?? 'test';
  return findCaptureReason(deps, { id: accountId, kind });
}

/** Delivers an email that is not captured. Never throws because of a mail server. */
export async function deliverBy(
  deps: Pick<Deps, 'db' | 'mailer' | 'ownMail' | 'metrics'>,
  { by, address }: Sender,
  accountId: string,
  message: MailMessage,
  deadline: number,
): Promise<MailOutcome> {
  // What this email is about must be known as done, whatever happens to the database and the machine.
  await deps.db.placeFile?.flush();
  // The account may have connected another mail server since the email was composed.
  const sent = { ...message, from: { ...message.from, address } };
  const outcome =
    by === 'own'
      ? await deps.ownMail.deliver(accountId, sent, deadline)
      : await deps.mailer?.deliver(sent, deadline);
  const known = outcome ?? { outcome: 'unavailable', response: 'There is no mail server' };
  deps.metrics.mails.inc({ outcome: known.outcome });
  return known;
}
