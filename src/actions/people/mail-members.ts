import type { MailContent } from '../../adapters/mail/mail-content.ts';
import type { Deps } from '../../app/deps.ts';
import type { Account } from '../../domain/account/account.ts';
import { DAY_MS } from '../../domain/calendar.ts';
import { resolveSellerLocale } from '../../i18n/conventions.ts';
import type { Locale } from '../../i18n/locale.ts';
import type { Sql } from '../../store/database.ts';
import { findUser, listMembers, type MemberRow } from '../../store/tables/person/users.ts';
import { queueUserMail } from './user-mails.ts';

/** Longest time that an email waits for the mail server. */
const NOTICE_MS = 3 * DAY_MS;

type MailDeps = Pick<Deps, 'config' | 'secret'>;

/** Emails all owners of an account, in the transaction of the change that the email reports. */
export function mailOwners(
  tx: Sql,
  deps: MailDeps,
  account: Account,
  render: (locale: Locale) => MailContent,
  now: number,
): Promise<void> {
  return mailMembers(tx, deps, account, { isRecipient: ({ role }) => role === 'owner', render }, now);
}

/**
 * Emails some members of an account, each in their language, by the mail server of the installation. Runs in the
 * transaction of the change that the email reports.
 */
export async function mailMembers(
  tx: Sql,
  deps: MailDeps,
  account: Account,
  mail: { isRecipient: (member: MemberRow) => boolean; render: (locale: Locale) => MailContent },
  now: number,
): Promise<void> {
  if (deps.config.smtpUrl === null) return;
  for (const member of await listMembers(tx, account.id)) {
    if (!mail.isRecipient(member)) continue;
    const user = await findUser(tx, member.id);
    const content = mail.render(resolveSellerLocale(account, user?.locale ?? account.locale));
    await queueUserMail(tx, deps, { to: member.email, content, expiresAt: now + NOTICE_MS }, now);
  }
}
