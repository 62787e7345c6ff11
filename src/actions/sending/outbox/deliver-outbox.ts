import { setTimeout as delay } from 'node:timers/promises';
import { buildRawSource } from '../../../adapters/mail/raw-source.ts';
import type { Deps } from '../../../app/deps.ts';
import { safeError } from '../../../app/telemetry/safe-error.ts';
import { getDocumentKind } from '../../../domain/document.ts';
import type { MailMessage } from '../../../domain/mail/mail.ts';
import { deliveryDeadline, MAX_CALLER_WAIT_MS } from '../../../domain/mail/send-timeouts.ts';
import type { Sql } from '../../../store/database.ts';
import { outsideRequest } from '../../../store/request-wait.ts';
import { isLinkOpen } from '../../../store/tables/links.ts';
import { captureMail } from '../../../store/tables/mail/captured-mails.ts';
import {
  claimDue,
  claimOne,
  findNextOutboxTime,
  findOutboxRow,
  finishOutbox,
  type OutboxRow,
} from '../../../store/tables/mail/outbox.ts';
import { deleteSentMail, endSentMail } from '../../../store/tables/mail/sent-mails.ts';
import { loadQuote } from '../../../store/tables/quote/quotes.ts';
import { getAccountTime, newRealId } from '../../account/account-time.ts';
import { recordEvent } from '../../events/record-event.ts';
import { recordInvoiceEvents } from '../../events/record-invoice-event.ts';
import { loadCurrentInvoice } from '../../invoices/mark-overdue.ts';
import { findReplyAddress } from '../../mail/replies/outgoing-mail.ts';
import { deliverBy, findSenderById, type Sender } from '../../mail/sender.ts';
import { retryWrite } from '../../retry-write.ts';
import { type CompleteMail, completeMail } from './complete-mail.ts';
import { recordInvoiceSent } from './enclosed-invoice.ts';
import { isStillToSign, recordInvited } from './invited-signer.ts';
import { LEASE_MS, type QueuedMail } from './queue-mail.ts';
import { isReminderDue } from './remind-customers.ts';
import { holdMail, retryLater } from './retry-mail.ts';
import { isStillOverdue } from './still-overdue.ts';

/** Emails that are delivered at the same time, and those of one account: a slow server must not delay the others. */
const MAX_RUNNING = 20;
const MAX_PER_ACCOUNT = 5;
/** Interval at which emails that became due in the meantime are noticed. */
const POLL_MS = 500;
/** Kinds of emails that the history of their document records. */
const REMINDERS = ['reminder', 'overdue'];

/** Delivers all due emails while `mayContinue` returns true. */
export async function deliverOutbox(deps: Deps, mayContinue: () => boolean): Promise<void> {
  const running = new Map<Promise<void>, string>();
  while (true) {
    if (mayContinue() && running.size < MAX_RUNNING) {
      for (const { accountId, delivery } of await startDue(deps, running)) {
        running.set(delivery, accountId);
        void delivery.finally(() => running.delete(delivery));
      }
    }
    if (running.size === 0) return;
    await Promise.race([...running.keys(), delay(POLL_MS, undefined, { ref: false })]);
  }
}

/** Claims due emails of accounts that have none under way, and begins to deliver them. */
async function startDue(
  deps: Deps,
  running: ReadonlyMap<unknown, string>,
): Promise<{ accountId: string; delivery: Promise<void> }[]> {
  const next = await findNextOutboxTime(deps.db.read);
  const now = deps.clock();
  if (next === undefined || next > now) return [];
  const leaseUntil = now + LEASE_MS;
  const busy = [...new Set(running.values())];
  const limit = MAX_RUNNING - running.size;
  const claim = { now, leaseUntil, limit, perAccount: MAX_PER_ACCOUNT, busy };
  const rows = await deps.db.write((tx) => claimDue(tx, claim));
  return rows.map((row) => ({ accountId: row.account_id, delivery: deliverRow(deps, row, leaseUntil) }));
}

/**
 * Delivers one email immediately, unless another process has claimed it. The caller waits for a short time only: the
 * delivery continues without them, and is retried like any other.
 */
export async function deliverNow(deps: Deps, accountId: string, id: string): Promise<void> {
  const now = deps.clock();
  // It waits if the account has been closed since the email was queued.
  const row = await deps.db.write((tx) => claimOne(tx, accountId, id, now, now + LEASE_MS), {
    ...{ account: accountId, evenIfClosed: true },
  });
  if (!row) return;
  const late = delay(MAX_CALLER_WAIT_MS, undefined, { ref: false });
  await Promise.race([outsideRequest(() => deliverRow(deps, row, now + LEASE_MS)), late]);
}

/** Never rejects: nobody waits for a delivery to the end, and an unhandled rejection would end the process. */
async function deliverRow(deps: Deps, row: OutboxRow, leaseEnd: number): Promise<void> {
  const account = { account: row.account_id, evenIfClosed: true };
  let isTaken = false;
  try {
    const queued = JSON.parse(row.doc) as QueuedMail;
    if (!(await isStillValid(deps, row, queued))) {
      await deps.db.write((tx) => dropMail(tx, row, queued), account);
      return;
    }
    const complete = await completeMail(deps, row.account_id, queued);
    const sender = await findSenderById(deps.db.read, deps, row.account_id);
    if (sender.by === 'captured') {
      const raw = await buildRawSource(complete.message);
      await deps.db.write((tx) => capture(tx, row, complete, raw), account);
      return;
    }
    const deadline = deliveryDeadline(leaseEnd);
    const replyTo = await findReplyTo(deps, sender, row.account_id, queued);
    const message = { ...complete.message, replyTo };
    const result = await deliverBy(deps, sender, row.account_id, message, deadline);
    if (result.outcome === 'taken') {
      isTaken = true;
      await retryWrite(() =>
        deps.db.write(
          async (tx) => finish(tx, row, complete, false, await getDeliveryTime(tx, row, queued)),
          account,
        ),
      );
    } else if (result.outcome === 'sign_in_needed') {
      await holdMail(deps, row);
    } else {
      await retryLater(deps, row, result);
    }
  } catch (error) {
    deps.log.error({ kind: row.kind, err: safeError(error) }, 'email in the outbox failed');
    const failure = {
      outcome: isTaken ? 'unknown' : 'unavailable',
      response: (error as Error).name,
    } as const;
    await retryLater(deps, row, failure).catch((unwritten) => {
      // The database is away. The email is due again when its lease ends.
      deps.log.error({ kind: row.kind, err: safeError(unwritten) }, 'retry of an email was not recorded');
    });
  }
}

/** Returns the address for replies: the account may have connected another mailbox since the email was queued. */
async function findReplyTo(
  deps: Deps,
  sender: Sender,
  accountId: string,
  { documentId, replies, message }: QueuedMail,
): Promise<MailMessage['replyTo']> {
  if (!replies) return message.replyTo;
  const about = { accountId, documentId, linkId: replies.linkId };
  return (await findReplyAddress(deps.db.read, deps, sender, about)) ?? replies.otherwise;
}

/**
 * Captures several emails of a capturing account in order, and runs `andThen` in the same transaction. Another process
 * may have claimed one of them: no email is captured twice.
 */
export async function captureQueued(
  deps: Deps,
  accountId: string,
  ids: readonly string[],
  andThen: (tx: Sql) => Promise<void>,
): Promise<void> {
  const mails: {
    row: OutboxRow;
    queued: QueuedMail;
    captured?: { complete: CompleteMail; raw: Uint8Array };
  }[] = [];
  for (const id of ids) {
    const row = await findOutboxRow(deps.db.read, accountId, id);
    if (!row) continue;
    const queued = JSON.parse(row.doc) as QueuedMail;
    const complete = (await isStillValid(deps, row, queued)) && (await completeMail(deps, accountId, queued));
    mails.push({
      row,
      queued,
      ...(complete && { captured: { complete, raw: await buildRawSource(complete.message) } }),
    });
  }
  await deps.db.write(
    async (tx) => {
      for (const { row, queued, captured } of mails) {
        if (captured) await capture(tx, row, captured.complete, captured.raw);
        else await dropMail(tx, row, queued);
      }
      await andThen(tx);
    },
    { account: accountId },
  );
}

async function capture(tx: Sql, row: OutboxRow, complete: CompleteMail, raw: Uint8Array): Promise<void> {
  const { queued, message } = complete;
  // The customer may have been erased since the email was claimed, and the row emptied.
  if ((await findOutboxRow(tx, row.account_id, row.id))?.doc !== row.doc) return;
  const at = await getDeliveryTime(tx, row, queued);
  await captureMail(tx, row.account_id, { id: newRealId(tx, 'mail', at), at, message, raw });
  await finish(tx, row, complete, true, at);
}

/** Ends an email that no longer applies, so it is not sent. */
async function dropMail(tx: Sql, row: OutboxRow, { message }: QueuedMail): Promise<void> {
  await finishOutbox(tx, row);
  await deleteSentMail(tx, row.account_id, message.messageId);
}

/** Returns the account time of the delivery. */
function getDeliveryTime(tx: Sql, row: OutboxRow, { at }: QueuedMail): number | Promise<number> {
  return at ?? getAccountTime(tx, row.account_id);
}

/** Whether the email still applies: the link may have been revoked, or the quote deleted, since it was queued. */
async function isStillValid(deps: Deps, row: OutboxRow, queued: QueuedMail): Promise<boolean> {
  if (row.kind === 'reminder') return isReminderDue(deps, row.account_id, queued);
  if (row.kind === 'overdue') return isStillOverdue(deps, row, queued);
  if (row.kind === 'signing') return isStillToSign(deps, row.account_id, queued);
  if (row.kind !== 'message') return true;
  return isLinkOpen(deps.db.read, row.account_id, queued.documentId, queued.about?.linkId ?? '');
}

async function finish(
  tx: Sql,
  row: OutboxRow,
  { queued, enclosed, document }: CompleteMail,
  isCaptured: boolean,
  now: number,
): Promise<void> {
  const isNews = await finishOutbox(tx, row);
  const { account_id: accountId } = row;
  if (isNews)
    await endSentMail(tx, accountId, queued.message.messageId, { state: 'sent', at: now, isCaptured });
  if (isNews && enclosed) await recordInvoiceSent(tx, accountId, enclosed, queued, { isCaptured, now });
  if (isNews && row.kind === 'signing') {
    await recordInvited(tx, accountId, queued, { isCaptured, documentSha256: document?.sha256 ?? '', now });
  }
  if (!isNews || !REMINDERS.includes(row.kind)) return;
  const data = { to: queued.message.to[0]?.address, captured: isCaptured };
  const event = { type: 'reminded', actor: queued.actor ?? { type: 'system' }, data } as const;
  if (getDocumentKind(queued.documentId) === 'invoice') {
    const stored = await loadCurrentInvoice(tx, accountId, queued.documentId, now);
    if (stored) await recordInvoiceEvents(tx, accountId, stored.invoice, [event], now);
    return;
  }
  const stored = await loadQuote(tx, accountId, queued.documentId);
  if (stored) await recordEvent(tx, accountId, stored, event, { at: now, now });
}
