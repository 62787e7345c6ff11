import { renderNotificationEmail } from '../../adapters/mail/letters/notification.ts';
import type { MailContent } from '../../adapters/mail/mail-content.ts';
import type { Deps } from '../../app/deps.ts';
import type { Account } from '../../domain/account/account.ts';
import { unlessClosed } from '../../domain/account/account-closed.ts';
import { DAY_MS } from '../../domain/calendar.ts';
import type { FeedEvent } from '../../domain/events/feed-event.ts';
import {
  findNextDigest,
  isMailedToBusiness,
  listNotifiedTypes,
  type Notifications,
} from '../../domain/people/notifications.ts';
import { resolveSellerLocale } from '../../i18n/conventions.ts';
import type { Sql } from '../../store/database.ts';
import { findAccount } from '../../store/tables/account/accounts.ts';
import {
  hasSecondFactor,
  listDueNotify,
  listEventsOfTypes,
  type NotifyRow,
  replaceNotify,
} from '../../store/tables/person/notifications.ts';
import { findUser, listMembers, type UserRow } from '../../store/tables/person/users.ts';
import { buildConsoleUrl } from '../sending/links/links.ts';
import { ownerAddress } from '../sending/outbox/queue-mail.ts';
import { queueUserMail } from './user-mails.ts';

type NotifyDeps = Pick<Deps, 'config' | 'secret' | 'publicUrl'>;

const MEMBERS_PER_QUERY = 100;
/** More events of one email are read in the console. */
const MAX_EVENTS = 50;
/** Longest time that an email waits for the mail server. */
const VALID_MS = 3 * DAY_MS;

/**
 * Emails people about the events that they chose. What they were told of moves on in the transaction that queues the
 * email, so that no event is told twice or forgotten, whatever processes run and die.
 */
export async function notifyMembers(deps: Deps): Promise<void> {
  for (;;) {
    const now = deps.clock();
    const due = await listDueNotify(deps.db.read, { now, latest: now + 2 * DAY_MS }, MEMBERS_PER_QUERY);
    for (const row of due) await notifyMember(deps, row, now);
    if (due.length < MEMBERS_PER_QUERY) return;
  }
}

async function notifyMember(deps: Deps, row: NotifyRow & { head: number }, now: number): Promise<void> {
  const { db, config } = deps;
  const stored = await findAccount(db.read, row.account_id);
  if (!stored) return;
  // Without a mail server, nobody shall get the events of months once there is one.
  const mail =
    config.smtpUrl === null
      ? undefined
      : await composeNotification(db.read, deps, stored.account, row, row.head);
  const notify_due_at = row.notify_due_at === 0 ? 0 : findNextDigest(now, stored.account.timeZone);
  const after = { notify: row.notify, notify_after: row.head, notify_due_at };
  const notify = async (tx: Sql) => {
    if ((await replaceNotify(tx, row, after)) && mail) await queueNotification(tx, deps, mail, now);
  };
  await unlessClosed(() => db.write(notify, { account: row.account_id }));
}

interface Notification {
  to: string;
  content: MailContent;
}

export function queueNotification(tx: Sql, deps: NotifyDeps, mail: Notification, now: number): Promise<void> {
  return queueUserMail(tx, deps, { ...mail, expiresAt: now + VALID_MS }, now);
}

/** Composes the email about the events up to `head`; `undefined` if there are none that the person wants and may see. */
export async function composeNotification(
  sql: Sql,
  deps: NotifyDeps,
  account: Account,
  row: NotifyRow,
  head: number,
): Promise<Notification | undefined> {
  const { kinds, daily } = parseNotifications(row.notify) ?? { kinds: [], daily: false };
  if (kinds.length === 0 || head <= row.notify_after) return undefined;
  const user = await findUser(sql, row.user_id);
  // Who may not enter the account may not read of it either.
  if (!user || (account.requireTwoStep && !(await hasSecondFactor(sql, user.id)))) return undefined;
  const types = listNotifiedTypes(kinds);
  const limit = MAX_EVENTS + 1;
  const docs = await listEventsOfTypes(sql, account.id, {
    after: row.notify_after,
    upTo: head,
    types,
    limit,
  });
  const isKnown = daily ? () => false : await createKnownCheck(sql, account, user);
  const events = docs
    .map((doc) => JSON.parse(doc) as FeedEvent)
    .filter((event) => !isOwn(event, user) && !isKnown(event));
  if (events.length === 0) return undefined;
  const notified = {
    ...{ business: account.name, timeZone: account.timeZone },
    ...{ events: events.slice(0, MAX_EVENTS), hasMore: docs.length > MAX_EVENTS },
    buildUrl: (id: string) => buildConsoleUrl(deps, account.id, id),
    homeUrl: deps.config.console ? `${deps.publicUrl()}/${account.id}/` : null,
  };
  const locale = resolveSellerLocale(account, user.locale ?? account.locale);
  return { to: user.email, content: renderNotificationEmail(notified, locale) };
}

export function parseNotifications(notify: string | null): Notifications | undefined {
  return notify === null ? undefined : JSON.parse(notify);
}

function isOwn({ actor }: FeedEvent, { id }: UserRow): boolean {
  return actor.type === 'user' && actor.id === id;
}

/** Returns a check for events that the emails to the business have told the person at once. */
async function createKnownCheck(
  sql: Sql,
  account: Account,
  user: UserRow,
): Promise<(event: FeedEvent) => boolean> {
  const own = ownerAddress(account)?.address.toLowerCase();
  const owners =
    own === undefined ? (await listMembers(sql, account.id)).filter(({ role }) => role === 'owner') : [];
  return (event) => {
    if (!isMailedToBusiness(event)) return false;
    if (own !== undefined) return own === user.email;
    // Without an address of the business, its first owner gets the emails about quotes, and all owners the others.
    const told = 'quote' in event.data && event.type !== 'quote.send_failed' ? owners.slice(0, 1) : owners;
    return told.some(({ id }) => id === user.id);
  };
}
