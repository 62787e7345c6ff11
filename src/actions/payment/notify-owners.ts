import type { Deps } from '../../deps.ts';
import type { Account } from '../../domain/account/account.ts';
import { DAY_MS } from '../../domain/calendar.ts';
import type { ProviderKind } from '../../domain/payment/provider-kind.ts';
import { resolveLocale } from '../../i18n/locale.ts';
import { type ProviderChange, renderProviderEmail } from '../../mail/letters/to-user.ts';
import type { Sql } from '../../store/database.ts';
import { findUser, listMembers } from '../../store/tables/person/users.ts';
import { queueUserMail } from '../person/user-mails.ts';

/** How long an email may wait for the mail server. */
const NOTICE_MS = 3 * DAY_MS;

/**
 * Emails all owners about a change of the payment provider, because it decides who gets the money. Runs in the
 * transaction of the change.
 */
export async function notifyOwners(
  tx: Sql,
  deps: Pick<Deps, 'config' | 'secret'>,
  account: Account,
  notice: { change: ProviderChange; kind: ProviderKind; name: string; lastFour: string },
  now: number,
): Promise<void> {
  if (deps.config.smtpUrl === null) return;
  for (const { id, role, email } of await listMembers(tx, account.id)) {
    if (role !== 'owner') continue;
    const locale = resolveLocale((await findUser(tx, id))?.locale ?? account.locale);
    const content = renderProviderEmail({ ...notice, business: account.name }, locale);
    await queueUserMail(tx, deps, { to: email, content, expiresAt: now + NOTICE_MS }, now);
  }
}
