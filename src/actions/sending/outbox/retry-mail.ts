import type { Deps } from '../../../app/deps.ts';
import type { MailFailure } from '../../../domain/mail/mail.ts';
import { holdOutbox, type OutboxRow, postponeOutbox } from '../../../store/tables/mail/outbox.ts';
import { endSentMail } from '../../../store/tables/mail/sent-mails.ts';
import { notifyFailed } from './notify-failed.ts';
import { isToCustomer, type QueuedMail } from './queue-mail.ts';

const FIRST_RETRY_MS = 30_000;
export const MAX_MAIL_DELAY_MS = 6 * 3_600_000;
const GIVE_UP_AFTER_MS = 3 * 86_400_000;

/** Holds the email until an owner has signed in to the mail account again, or retries it if one has already. */
export async function holdMail(deps: Deps, row: OutboxRow): Promise<void> {
  const now = deps.clock();
  await deps.db.write(
    async (tx) => {
      if (await holdOutbox(tx, row, now)) return;
      await postponeOutbox(tx, row, { state: 'waiting', error: '', nextAt: now });
    },
    { account: row.account_id, evenIfClosed: true },
  );
}

/**
 * Schedules a retry with a growing delay, for three days. A permanent rejection is not retried. Once a reply was lost, the
 * email may have arrived, whatever becomes of the retries.
 */
export async function retryLater(
  deps: Deps,
  row: OutboxRow,
  { outcome, response }: MailFailure,
): Promise<void> {
  const now = deps.clock();
  const wait = Math.min(MAX_MAIL_DELAY_MS, FIRST_RETRY_MS * 2 ** (row.attempts - 1));
  const giveUp = outcome === 'refused' || now + wait - row.created_at - row.held_ms > GIVE_UP_AFTER_MS;
  const state = giveUp ? 'failed' : 'waiting';
  if (giveUp) deps.log.warn({ kind: row.kind, attempts: row.attempts }, 'email in the outbox given up');
  await deps.db.write(
    async (tx) => {
      const isRecorded = await postponeOutbox(tx, row, { state, error: response, nextAt: now + wait });
      const isLost = outcome === 'unknown';
      if (!isRecorded || !(giveUp || isLost) || !isToCustomer(row.kind)) return;
      const { documentId, message } = JSON.parse(row.doc) as QueuedMail;
      const ended = { state: isLost ? 'unknown' : 'failed', at: now, response } as const;
      const isEnd = await endSentMail(tx, row.account_id, message.messageId, ended);
      if (!giveUp) return;
      const to = message.to[0]?.address ?? '';
      const failed = { documentId, to, response: isEnd && !isLost ? response : null };
      await notifyFailed(tx, deps, row.account_id, failed, now);
    },
    { account: row.account_id, evenIfClosed: true },
  );
}
