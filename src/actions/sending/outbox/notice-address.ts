import type { Deps } from '../../../app/deps.ts';
import type { MailAddress } from '../../../domain/mail/mail.ts';
import type { NotificationKind } from '../../../domain/people/notifications.ts';
import type { Sql } from '../../../store/database.ts';
import { listMembers } from '../../../store/tables/person/users.ts';
import { requireAccount } from '../../account/require-account.ts';
import { findCaptureReason } from '../../mail/sender.ts';
import { isWantedAtOnce } from '../../people/change-notifications.ts';
import { findOwnerAddress, ownerAddress } from './queue-mail.ts';

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
  return (await findOwnerAddress(sql, accountId)) ?? findOwnerOfAccount(sql, accountId);
}

async function findOwnerOfAccount(sql: Sql, accountId: string): Promise<MailAddress | null> {
  const owner = (await listMembers(sql, accountId)).find(({ role }) => role === 'owner');
  return owner ? { name: owner.name, address: owner.email } : null;
}

/** Whether somebody gets an email when the customer answers. */
export async function notifiesOwner({ db }: Pick<Deps, 'db'>, accountId: string): Promise<boolean> {
  return (await findNoticeAddress(db.read, accountId)) !== null;
}

/** Settings of today that the page of a quote follows, whatever its document says. */
export async function findPageSettings(deps: Pick<Deps, 'db' | 'mailer' | 'demo'>, accountId: string) {
  const { db } = deps;
  const account = await requireAccount(db.read, accountId);
  const notified = ownerAddress(account) ?? (await findOwnerOfAccount(db.read, accountId));
  const { proposals, programsMayAccept } = account;
  const isClosed = account.closedAt !== null;
  const isMailed = (await findCaptureReason(deps, account)) === null;
  const notifiesSeller = isMailed && notified !== null;
  return { proposals, programsMayAccept, isClosed, isMailed, notifiesSeller };
}
