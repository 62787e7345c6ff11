import type { Deps } from '../../deps.ts';
import type { Account } from '../../domain/account/account.ts';
import { DAY_MS } from '../../domain/calendar.ts';
import { type Locale, resolveLocale } from '../../i18n/locale.ts';
import type { MailContent } from '../../mail/mail-content.ts';
import type { Sql } from '../../store/database.ts';
import { findUser, listMembers } from '../../store/tables/person/users.ts';
import { queueUserMail } from './user-mails.ts';

/** How long an email may wait for the mail server. */
const NOTICE_MS = 3 * DAY_MS;

/**
 * Emails all owners of an account, each in their language, by the mail server of the installation. Runs in the
 * transaction of the change that the email reports.
 */
export async function mailOwners(
  tx: Sql,
  deps: Pick<Deps, 'config' | 'secret'>,
  account: Account,
  render: (locale: Locale) => MailContent,
  now: number,
): Promise<void> {
  if (deps.config.smtpUrl === null) return;
  for (const { id, role, email } of await listMembers(tx, account.id)) {
    if (role !== 'owner') continue;
    const content = render(resolveLocale((await findUser(tx, id))?.locale ?? account.locale));
    await queueUserMail(tx, deps, { to: email, content, expiresAt: now + NOTICE_MS }, now);
  }
}
