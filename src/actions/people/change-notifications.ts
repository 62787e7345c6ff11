import type { Deps } from '../../app/deps.ts';
import {
  findNextDigest,
  type NotificationKind,
  type Notifications,
  USUAL_NOTIFICATIONS,
} from '../../domain/people/notifications.ts';
import type { Sql } from '../../store/database.ts';
import {
  findNotify,
  findNotifyByEmail,
  lockFeedHead,
  replaceNotify,
} from '../../store/tables/person/notifications.ts';
import { findUser } from '../../store/tables/person/users.ts';
import { requireAccount } from '../account/require-account.ts';
import { findOwnerAddress } from '../sending/outbox/queue-mail.ts';
import { composeNotification, parseNotifications, queueNotification } from './notify-members.ts';

/** Reads what a member has chosen; who has not gets what the business gets, if its address is theirs. */
export async function readNotifications(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  userId: string,
): Promise<{ chosen: Notifications; businessAddress: string | null; isBusinessAddress: boolean }> {
  const [row, user, business] = await Promise.all([
    findNotify(db.read, accountId, userId),
    findUser(db.read, userId),
    findOwnerAddress(db.read, accountId),
  ]);
  const isBusinessAddress = business !== null && business.address.toLowerCase() === user?.email;
  const usual = isBusinessAddress ? USUAL_NOTIFICATIONS : { kinds: [], daily: false };
  const chosen = parseNotifications(row?.notify ?? null) ?? usual;
  return { chosen, businessAddress: business?.address ?? null, isBusinessAddress };
}

/** Stores the choice of a member. If the time of the emails changes, the events so far are told by the earlier choice. */
export async function changeNotifications(
  deps: Pick<Deps, 'db' | 'config' | 'secret' | 'publicUrl'>,
  accountId: string,
  userId: string,
  chosen: Notifications,
  now: number,
): Promise<void> {
  await deps.db.write(
    async (tx) => {
      const head = await lockFeedHead(tx, accountId);
      const row = await findNotify(tx, accountId, userId);
      if (!row) return;
      const account = await requireAccount(tx, accountId);
      const before = parseNotifications(row.notify);
      const isSameTime = before?.daily === chosen.daily && before.kinds.length > 0;
      if (before && !isSameTime) {
        const mail = await composeNotification(tx, deps, account, row, head);
        if (mail) await queueNotification(tx, deps, mail, now);
      }
      const next = chosen.daily ? findNextDigest(now, account.timeZone) : 0;
      await replaceNotify(tx, row, {
        notify: JSON.stringify(chosen),
        notify_after: isSameTime ? row.notify_after : head,
        notify_due_at: chosen.kinds.length === 0 ? null : isSameTime ? row.notify_due_at : next,
      });
    },
    { account: accountId },
  );
}

/**
 * Whether an email of the kind goes to an address of the business at once: the person who reads it may have chosen to get
 * such emails once a day, or not at all. Requires the event to be recorded before, in the same transaction.
 */
export async function isWantedAtOnce(
  tx: Sql,
  { config }: Pick<Deps, 'config'>,
  accountId: string,
  address: string,
  kind: NotificationKind,
): Promise<boolean> {
  if (config.smtpUrl === null) return true;
  const chosen = parseNotifications((await findNotifyByEmail(tx, accountId, address)) ?? null);
  return chosen === undefined || (!chosen.daily && chosen.kinds.includes(kind));
}
