import type { FeedType } from '../../../domain/events/feed-event.ts';
import { formatLimit, formatPlaceholders, padToFixedSize, type Sql } from '../../database.ts';
import { isOpen } from '../account/closed-accounts.ts';
import { IS_INDEXED, toCurrentEvent } from '../events/created-events.ts';
import type { StoredDoc } from '../stored-docs.ts';

/** The choice of a member, as it is stored. */
export interface NotifyRow {
  account_id: string;
  user_id: string;
  /** JSON; `null` until they choose. */
  notify: string | null;
  notify_after: number;
  /** `null` for no emails, 0 for emails at once. */
  notify_due_at: number | null;
}

const COLUMNS = 'm.account_id, m.user_id, m.notify, m.notify_after, m.notify_due_at';

export function findNotify(sql: Sql, accountId: string, userId: string): Promise<NotifyRow | undefined> {
  return sql.get<NotifyRow>(
    `SELECT ${COLUMNS} FROM memberships AS m WHERE m.account_id = ? AND m.user_id = ?`,
    ...[accountId, userId],
  );
}

/** The choice of the member with an address, if they have chosen. Two queries: Citus distributes accounts, but not users. */
export async function findNotifyByEmail(
  sql: Sql,
  accountId: string,
  email: string,
): Promise<string | undefined> {
  const user = await sql.get<{ id: string }>('SELECT id FROM users WHERE email = ?', email.toLowerCase());
  return (user && (await findNotify(sql, accountId, user.id)))?.notify ?? undefined;
}

/**
 * Members who have something to get now, with the newest event of their account. One whose time is further away than any
 * clock can have set it gets it too.
 */
export function listDueNotify(
  sql: Sql,
  { now, latest }: { now: number; latest: number },
  limit: number,
): Promise<(NotifyRow & { head: number })[]> {
  return sql.all<NotifyRow & { head: number }>(
    `SELECT ${COLUMNS}, coalesce(h.n, 0) AS head
     FROM memberships AS m LEFT JOIN feed_heads AS h ON h.account_id = m.account_id
     WHERE m.notify_due_at IS NOT NULL AND (m.notify_due_at <= ? OR m.notify_due_at > ?)
       AND (m.notify_due_at > 0 OR m.notify_after < h.n) AND ${isOpen('m')}
     ORDER BY m.account_id, m.user_id ${formatLimit(limit).sql}`,
    ...[now, latest],
  );
}

/** Newest event of the account. No event can be added until the transaction ends. */
export async function lockFeedHead(tx: Sql, accountId: string): Promise<number> {
  const row = await tx.get<{ n: number }>(
    `SELECT n FROM feed_heads WHERE account_id = ? ${tx.forUpdate}`,
    accountId,
  );
  return row?.n ?? 0;
}

/** Compare-and-set: returns `false` if another process was faster, or the member has changed the choice or is gone. */
export async function replaceNotify(
  tx: Sql,
  before: NotifyRow,
  after: Pick<NotifyRow, 'notify' | 'notify_after' | 'notify_due_at'>,
): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE memberships SET notify = ?, notify_after = ?, notify_due_at = ?
     WHERE account_id = ? AND user_id = ? AND notify_after = ?
       AND coalesce(notify, '') = ? AND coalesce(notify_due_at, -1) = ?`,
    ...[after.notify, after.notify_after, after.notify_due_at, before.account_id, before.user_id],
    ...[before.notify_after, before.notify ?? '', before.notify_due_at ?? -1],
  );
  return changed > 0;
}

/** Events of some types after one number up to another, as JSON of the API. */
export async function listEventsOfTypes(
  sql: Sql,
  accountId: string,
  { after, upTo, types, limit }: { after: number; upTo: number; types: readonly FeedType[]; limit: number },
): Promise<string[]> {
  const names = padToFixedSize(types);
  const rows = await sql.all<StoredDoc>(
    `SELECT doc, shape FROM feed
     WHERE account_id = ? AND n > ? AND n <= ? AND ${IS_INDEXED} AND type IN ${formatPlaceholders(1, names.length)}
     ORDER BY n ${formatLimit(limit).sql}`,
    ...[accountId, after, upTo, ...names],
  );
  return rows.map(toCurrentEvent);
}

/** Whether the user can meet an account's requirement of two-step verification. */
export async function hasSecondFactor(sql: Sql, userId: string): Promise<boolean> {
  const row = await sql.get(
    `SELECT 1 AS found FROM users WHERE id = ? AND (totp IS NOT NULL
       OR EXISTS (SELECT 1 FROM passkeys WHERE user_id = users.id)
       OR EXISTS (SELECT 1 FROM identities WHERE user_id = users.id))`,
    userId,
  );
  return row !== undefined;
}
