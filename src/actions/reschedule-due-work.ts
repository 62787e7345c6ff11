import { MAX_RETRY_DELAY_MS } from '../adapters/webhooks/retry-delay.ts';
import type { Deps } from '../app/deps.ts';
import { MAX_CLOCK_SKEW_MS } from '../domain/clock.ts';
import { MAX_POLL_DELAY_MS } from '../domain/invoice/payment/checkout.ts';
import { DUE_TIMES, isMisscheduled, makeDue } from '../store/due-times.ts';
import { isMailMisscheduled, rescheduleOutbox } from '../store/tables/mail/outbox.ts';
import { findMisscheduledEndpoints, rescheduleDeliveries } from '../store/tables/webhook/due.ts';
import { MAX_RETRY_MS as MAX_STAMP_DELAY_MS } from './agreement/evidence/stamp-decisions.ts';
import { RETRY_MS as ERASURE_RETRY_MS } from './customers/erasure/begin-erasure.ts';
import { LEASE_MS as DELIVERY_LEASE_MS } from './events/webhooks/delivering/visit-endpoint.ts';
import { deliveryTurn } from './events/webhooks/delivery-turn.ts';
import { MAX_MAILBOX_DELAY_MS } from './mail/replies/read-mailboxes.ts';
import { LEASE_MS as REFUND_LEASE_MS } from './payments/refund-payment.ts';
import { MAX_USER_MAIL_DELAY_MS } from './people/user-mails.ts';
import { LEASE_MS as MAIL_LEASE_MS } from './sending/outbox/queue-mail.ts';
import { MAX_MAIL_DELAY_MS } from './sending/outbox/retry-mail.ts';

const ENDPOINTS = 100;

/**
 * Reschedules work whose due time is further away than any delay of its kind: it was queued while the system clock was
 * ahead, and would wait until it reaches that time again. `recoverSends` does so for sends.
 */
export async function rescheduleDueWork({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock();
  const latest = now + MAX_CLOCK_SKEW_MS;
  const deliveries = {
    first: latest,
    leased: latest + DELIVERY_LEASE_MS,
    retry: latest + MAX_RETRY_DELAY_MS,
  };
  for (const endpoint of await findMisscheduledEndpoints(db.read, deliveries, ENDPOINTS)) {
    const turn = deliveryTurn(endpoint.account_id);
    await db.write((tx) => rescheduleDeliveries(tx, endpoint, deliveries, now), turn);
  }
  const mails = { first: latest + MAIL_LEASE_MS, retry: latest + MAX_MAIL_DELAY_MS };
  if (await isMailMisscheduled(db.read, mails)) await db.write((tx) => rescheduleOutbox(tx, mails, now));
  const waits = {
    userMails: MAX_USER_MAIL_DELAY_MS,
    checkouts: MAX_POLL_DELAY_MS,
    mailboxes: MAX_MAILBOX_DELAY_MS,
    timeStamps: MAX_STAMP_DELAY_MS,
    refunds: REFUND_LEASE_MS,
    erasures: ERASURE_RETRY_MS,
  };
  for (const [name, wait] of Object.entries(waits)) {
    const times = DUE_TIMES[name as keyof typeof waits];
    if (!(await isMisscheduled(db.read, times, latest + wait))) continue;
    await db.write((tx) => makeDue(tx, times, latest + wait, now));
  }
}
