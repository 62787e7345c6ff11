import type { MailContent } from '../../../adapters/mail/mail-content.ts';
import type { Deps } from '../../../app/deps.ts';
import type { Account } from '../../../domain/account/account.ts';
import { DAY_MS } from '../../../domain/calendar.ts';
import type { MailAddress } from '../../../domain/mail/mail.ts';
import type { NotificationKind } from '../../../domain/people/notifications.ts';
import type { Sql } from '../../../store/database.ts';
import { listMembers } from '../../../store/tables/person/users.ts';
import { isWantedAtOnce } from '../../people/change-notifications.ts';
import { queueUserMail } from '../../people/user-mails.ts';
import { ownerAddress, type QueuedKind, queueMail } from './queue-mail.ts';

const VALID_MS = 3 * DAY_MS;

/** Notices that people can choose to get once a day, or not at all. */
const CHOSEN_KINDS: Partial<Record<QueuedKind, NotificationKind>> = {
  payment_notice: 'payment',
  email_failed: 'failed',
};

/**
 * Queues an email to the account inside a transaction, or to its owners if the account has no address, unless whoever
 * reads the address does not want it at once.
 */
export async function mailOwner(
  tx: Sql,
  deps: Pick<Deps, 'config' | 'mailer' | 'secret'>,
  account: Account,
  mail: { kind: QueuedKind; documentId: string; replyTo?: MailAddress | null; content: MailContent },
  now: number,
): Promise<void> {
  const to = ownerAddress(account);
  const kind = CHOSEN_KINDS[mail.kind];
  const isWanted = async (address: string) =>
    kind === undefined || (await isWantedAtOnce(tx, deps, account.id, address, kind));
  if (to) {
    if (await isWanted(to.address)) await queueMail(tx, deps, account, { replyTo: null, ...mail, to }, now);
    return;
  }
  for (const { email, role } of await listMembers(tx, account.id)) {
    const sent = { to: email, content: mail.content, expiresAt: now + VALID_MS };
    if (role === 'owner' && (await isWanted(email))) await queueUserMail(tx, deps, sent, now);
  }
}
