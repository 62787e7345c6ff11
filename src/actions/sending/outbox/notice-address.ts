import type { Deps } from '../../../app/deps.ts';
import type { MailAddress } from '../../../domain/mail/mail.ts';
import type { NotificationKind } from '../../../domain/people/notifications.ts';
import type { Sql } from '../../../store/database.ts';
import { listMembers } from '../../../store/tables/person/users.ts';
import { isWantedAtOnce } from '../../people/change-notifications.ts';
import { findOwnerAddress } from './queue-mail.ts';

/**
 * Where a notice to the business goes now; `null` if nobody would get it, or whoever reads the address does not want it
 * at once. Requires the event to be recorded before, in the same transaction.
 */
export async function findWantedAddress(
  tx: Sql,
  deps: Pick<Deps, 'config'>,
  accountId: string,
  kind: NotificationKind,
): Promise<MailAddress | null> {
  const to = await findNoticeAddress(tx, accountId);
  return to && (await isWantedAtOnce(tx, deps, accountId, to.address, kind)) ? to : null;
}

/** Where notices to the business go: to its own address, else to an owner; `null` if nobody would get them. */
export async function findNoticeAddress(sql: Sql, accountId: string): Promise<MailAddress | null> {
  const own = await findOwnerAddress(sql, accountId);
  if (own) return own;
  const owner = (await listMembers(sql, accountId)).find(({ role }) => role === 'owner');
  return owner ? { name: owner.name, address: owner.email } : null;
}

/** Whether somebody gets an email when the customer answers. */
export async function notifiesOwner({ db }: Pick<Deps, 'db'>, accountId: string): Promise<boolean> {
  return (await findNoticeAddress(db.read, accountId)) !== null;
}
