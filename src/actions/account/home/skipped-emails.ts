import type { Sql } from '../../../store/database.ts';
import { findMailbox } from '../../../store/tables/mail/mailboxes.ts';
import { listSkippedMails, type SkippedMail } from '../../../store/tables/mail/received-mails.ts';
import { toRealTime } from '../account-time.ts';
import { MAX_AGE_MS, type PartialList } from './failed-emails.ts';

/** Failures of a mailbox that end by themselves are not worth a notice. */
const MIN_FAILING_MS = 3_600_000;

/** An email in the mailbox of the account that was not read. */
interface UnreadMail {
  at: string;
  reason: SkippedMail['outcome'];
}

/** Finds the emails that were skipped in the last 30 days, newest first. */
export async function findSkippedMails(
  sql: Sql,
  accountId: string,
  { now, limit, counted }: { now: number; limit: number; counted: number },
): Promise<PartialList<UnreadMail>> {
  const rows = await listSkippedMails(sql, accountId, toRealTime(sql, now) - MAX_AGE_MS, counted);
  return {
    count: rows.length,
    isExact: rows.length < counted,
    first: rows
      .slice(0, limit)
      .map(({ at, outcome }) => ({ at: new Date(at).toISOString(), reason: outcome })),
  };
}

/** Returns since when and why the mailbox cannot be read; `null` unless that lasts. */
export async function findFailingMailbox(
  sql: Sql,
  accountId: string,
  now: number,
): Promise<{ since: string; error: string | null } | null> {
  const mailbox = await findMailbox(sql, accountId);
  if (!mailbox || mailbox.failures === 0) return null;
  const since = mailbox.checked_at ?? mailbox.started_at;
  const isLasting = toRealTime(sql, now) - since >= MIN_FAILING_MS;
  return isLasting ? { since: new Date(since).toISOString(), error: mailbox.last_error } : null;
}
