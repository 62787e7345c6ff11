import { minIdAt } from '../../../domain/ids.ts';
import { formatLimit, formatPlaceholders, type Sql } from '../../database.ts';
import { isOpen } from '../account/closed-accounts.ts';
import { isRestored } from '../account/places.ts';
import { countMails } from '../sequences.ts';

export interface OutboxRow {
  account_id: string;
  id: string;
  kind: string;
  doc: string;
  attempts: number;
  created_at: number;
  /** Time that the email was held, in milliseconds; it does not count towards the three days of retries. */
  held_ms: number;
}

/**
 * Queues an email in the transaction of its cause. With `dedupe`, the same email is sent once: returns `false` if it was
 * queued before.
 */
export async function enqueue(
  tx: Sql,
  accountId: string,
  mail: {
    id: string;
    kind: string;
    documentId: string;
    dedupe: string | null;
    doc: string;
    now: number;
    nextAt?: number;
  },
): Promise<boolean> {
  const added = await tx.run(
    `INSERT INTO outbox (account_id, id, kind, document_id, dedupe, doc, state, attempts, next_at, created_at)
     VALUES (?, ?, ?, ?, ?, ?, 'waiting', 0, ?, ?) ON CONFLICT DO NOTHING`,
    accountId,
    mail.id,
    mail.kind,
    mail.documentId,
    mail.dedupe,
    mail.doc,
    mail.nextAt ?? mail.now,
    mail.now,
  );
  return added > 0;
}

/** Nothing is sent for a closed account: its emails wait until it is reopened. */
const WAITS = `state = 'waiting' AND held_at IS NULL AND ${isOpen('outbox')}`;
const IS_DUE = `${WAITS} AND next_at <= ?`;
const CLAIMED = 'account_id, id, kind, doc, attempts, created_at, held_ms';
/** Bounds the search for emails of different accounts. */
const CLAIM_WINDOW = 200;

/**
 * Claims due emails until the lease ends: no other process gets them, and if this process dies they are due again. The
 * condition is repeated because a second process may have waited for the first one's lock. Accounts take turns: at most
 * `perAccount` emails of one are claimed, and none of the `busy` ones.
 */
export async function claimDue(
  tx: Sql,
  { now, leaseUntil, limit, perAccount, busy }: ClaimOptions,
): Promise<OutboxRow[]> {
  const others = busy.length === 0 ? '' : `AND account_id NOT IN ${formatPlaceholders(1, busy.length)}`;
  const rows = await tx.all<OutboxRow>(
    `UPDATE outbox SET next_at = ?, attempts = attempts + 1
     WHERE ${IS_DUE} AND (account_id, id) IN
       (SELECT account_id, id FROM
         (SELECT account_id, id, next_at, row_number() OVER (PARTITION BY account_id ORDER BY next_at) AS turn FROM
           (SELECT account_id, id, next_at FROM outbox WHERE ${IS_DUE} ${others}
            ORDER BY next_at ${formatLimit(CLAIM_WINDOW).sql}) AS due) AS numbered
        WHERE turn <= ${perAccount} ORDER BY next_at ${formatLimit(limit).sql})
     RETURNING ${CLAIMED}`,
    ...[leaseUntil, now, now, ...busy],
  );
  for (const accountId of new Set(rows.map((row) => row.account_id).sort())) await countMails(tx, accountId);
  return rows;
}

interface ClaimOptions {
  now: number;
  leaseUntil: number;
  limit: number;
  perAccount: number;
  busy: readonly string[];
}

/** Claims one given email in the same way. */
export async function claimOne(
  tx: Sql,
  accountId: string,
  id: string,
  now: number,
  leaseUntil: number,
): Promise<OutboxRow | undefined> {
  const row = await tx.get<OutboxRow>(
    `UPDATE outbox SET next_at = ?, attempts = attempts + 1
     WHERE account_id = ? AND id = ? AND ${IS_DUE}
     RETURNING ${CLAIMED}`,
    ...[leaseUntil, accountId, id, now],
  );
  if (row) await countMails(tx, accountId);
  return row;
}

/** Marks an email as sent; returns `false` if it already was. */
export async function finishOutbox(tx: Sql, row: Pick<OutboxRow, 'account_id' | 'id'>): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE outbox SET state = 'done', last_error = NULL WHERE account_id = ? AND id = ? AND state <> 'done'`,
    row.account_id,
    row.id,
  );
  return changed > 0;
}

/** Schedules the next attempt or marks the email as failed. Returns `false` if another process holds the lease. */
export async function postponeOutbox(
  tx: Sql,
  row: Pick<OutboxRow, 'account_id' | 'id' | 'attempts'>,
  { state, error, nextAt }: { state: 'failed' | 'waiting'; error: string; nextAt: number },
): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE outbox SET state = ?, last_error = ?, next_at = ?
     WHERE account_id = ? AND id = ? AND state = 'waiting' AND attempts = ?`,
    state,
    error,
    nextAt,
    row.account_id,
    row.id,
    row.attempts,
  );
  return changed > 0;
}

/**
 * Holds an email until an owner has signed in again. Returns `false` if an owner has done so, or disconnected the mail
 * account, since the server rejected the sign-in: nothing would release the email then.
 */
export async function holdOutbox(
  tx: Sql,
  row: Pick<OutboxRow, 'account_id' | 'id' | 'attempts'>,
  now: number,
): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE outbox SET held_at = ?, next_at = ?, last_error = 'The mail account must be signed in to again'
     WHERE account_id = ? AND id = ? AND state = 'waiting' AND attempts = ? AND EXISTS
       (SELECT 1 FROM mail_accounts WHERE mail_accounts.account_id = outbox.account_id AND sign_in_needed_at IS NOT NULL)`,
    ...[now, now, row.account_id, row.id, row.attempts],
  );
  return changed > 0;
}

/** Makes the held emails of an account due, unless a person has yet to look at what the restore of a copy holds. */
export async function releaseOutbox(tx: Sql, accountId: string): Promise<void> {
  if (await isRestored(tx, accountId)) return;
  const now = tx.clock();
  await tx.run(
    `UPDATE outbox SET held_ms = held_ms + ? - held_at, held_at = NULL, next_at = ?
     WHERE account_id = ? AND state = 'waiting' AND held_at IS NOT NULL`,
    ...[now, now, accountId],
  );
}

/** Leaves the time in which the account was closed out of the time that its emails wait. */
export async function postponeClosedOutbox(tx: Sql, accountId: string, closedMs: number): Promise<void> {
  await tx.run(
    `UPDATE outbox SET held_ms = held_ms + ?, held_at = held_at + ? WHERE account_id = ? AND state = 'waiting'`,
    ...[closedMs, closedMs, accountId],
  );
}

/** Gives up emails that have been held since before a time, and returns them. */
export function failHeldOutbox(
  tx: Sql,
  before: number,
): Promise<Pick<OutboxRow, 'account_id' | 'kind' | 'doc'>[]> {
  return tx.all(
    `UPDATE outbox SET state = 'failed' WHERE state = 'waiting' AND held_at IS NOT NULL AND held_at < ? AND ${isOpen('outbox')}
     RETURNING account_id, kind, doc`,
    before,
  );
}

/** Counts the emails that are held. */
export async function countHeldOutbox(sql: Sql, accountId: string): Promise<number> {
  const row = await sql.get<{ n: number }>(
    `SELECT count(*) AS n FROM outbox WHERE account_id = ? AND state = 'waiting' AND held_at IS NOT NULL`,
    accountId,
  );
  return row?.n ?? 0;
}

/** Emails that failed since a time, latest first. */
export function listFailedOutbox(
  sql: Sql,
  accountId: string,
  since: number,
  limit: number,
): Promise<{ id: string; created_at: number }[]> {
  return sql.all(
    `SELECT id, created_at FROM outbox WHERE account_id = ? AND state = 'failed' AND id > ?
     ORDER BY id DESC ${formatLimit(limit).sql}`,
    ...[accountId, minIdAt('mail', since)],
  );
}

export function findOutboxRow(
  sql: Sql,
  accountId: string,
  id: string,
): Promise<(OutboxRow & { last_error: string | null }) | undefined> {
  return sql.get(
    `SELECT ${CLAIMED}, last_error FROM outbox WHERE account_id = ? AND id = ?`,
    ...[accountId, id],
  );
}

export async function findNextOutboxTime(sql: Sql): Promise<number | undefined> {
  const row = await sql.get<{ at: number | null }>(
    `SELECT next_at AS at FROM outbox WHERE ${WAITS} ORDER BY next_at LIMIT 1`,
  );
  return row?.at ?? undefined;
}

/** Latest due times that a correct clock can produce, for a first attempt and for a retry. */
export interface LatestDueTimes {
  first: number;
  retry: number;
}

const IS_TOO_LATE = `state = 'waiting' AND held_at IS NULL AND next_at > ? AND (attempts = 0 OR next_at > ?)`;

/** Whether an email waits for a time that a fast clock has set. */
export async function isMailMisscheduled(sql: Sql, { first, retry }: LatestDueTimes): Promise<boolean> {
  return (await sql.get(`SELECT 1 FROM outbox WHERE ${IS_TOO_LATE} LIMIT 1`, first, retry)) !== undefined;
}

/** Makes those emails due now. */
export async function rescheduleOutbox(
  tx: Sql,
  { first, retry }: LatestDueTimes,
  now: number,
): Promise<void> {
  await tx.run(`UPDATE outbox SET next_at = ? WHERE ${IS_TOO_LATE}`, now, first, retry);
}

export async function getOutboxBacklog(sql: Sql, now: number): Promise<{ mails: number; oldestMs: number }> {
  const row = await sql.get<{ n: number; oldest: number | null }>(
    `SELECT count(*) AS n, min(created_at) AS oldest FROM outbox WHERE state = 'waiting'`,
  );
  return { mails: row?.n ?? 0, oldestMs: Math.max(0, now - (row?.oldest ?? now)) };
}

export async function isMailQueued(sql: Sql, accountId: string, dedupe: string): Promise<boolean> {
  const row = await sql.get('SELECT 1 FROM outbox WHERE account_id = ? AND dedupe = ?', accountId, dedupe);
  return row !== undefined;
}

/** Counts the emails since a time by prefix of `dedupe`, and returns the oldest one's time. */
export async function countQueuedMails(
  sql: Sql,
  accountId: string,
  beginning: string,
  since: number,
): Promise<{ n: number; oldest: number | null }> {
  const row = await sql.get<{ n: number; oldest: number | null }>(
    `SELECT count(*) AS n, min(created_at) AS oldest FROM outbox
     WHERE account_id = ? AND dedupe >= ? AND dedupe < ? AND created_at > ?`,
    ...[accountId, beginning, `${beginning}\u{10ffff}`, since],
  );
  return row ?? { n: 0, oldest: null };
}

/** Emails with `dedupe` are kept longer, to prevent a second delivery. */
export function deleteOutboxBefore(tx: Sql, time: number, onceBefore: number): Promise<number> {
  return tx.run(
    `DELETE FROM outbox WHERE state <> 'waiting' AND (created_at < ? OR (dedupe IS NULL AND created_at < ?))`,
    onceBefore,
    time,
  );
}
