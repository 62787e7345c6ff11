import type { MailContent } from '../../../adapters/mail/mail-content.ts';
import type { Deps } from '../../../app/deps.ts';
import type { Account } from '../../../domain/account/account.ts';
import { DAY_MS } from '../../../domain/calendar.ts';
import type { Sql } from '../../../store/database.ts';
import { listMembers } from '../../../store/tables/person/users.ts';
import { queueUserMail } from '../../people/user-mails.ts';
import { ownerAddress, type QueuedKind, queueMail } from './queue-mail.ts';

const VALID_MS = 3 * DAY_MS;

/** Queues an email to the account inside a transaction, or to its owners if the account has no address. */
export async function mailOwner(
  tx: Sql,
  deps: Pick<Deps, 'config' | 'mailer' | 'secret'>,
  account: Account,
  mail: { kind: QueuedKind; documentId: string; content: MailContent },
  now: number,
): Promise<void> {
  const to = ownerAddress(account);
  if (to) {
    await queueMail(tx, deps, account, { ...mail, to, replyTo: null }, now);
    return;
  }
  for (const { email, role } of await listMembers(tx, account.id)) {
    const sent = { to: email, content: mail.content, expiresAt: now + VALID_MS };
    if (role === 'owner') await queueUserMail(tx, deps, sent, now);
  }
}
