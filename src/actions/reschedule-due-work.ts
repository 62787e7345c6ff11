import { MAX_RETRY_DELAY_MS } from '../adapters/webhooks/retry-delay.ts';
import type { Deps } from '../app/deps.ts';
import { MAX_CLOCK_SKEW_MS } from '../domain/clock.ts';
import { MAX_POLL_DELAY_MS } from '../domain/invoice/payment/checkout.ts';
import { isMailboxMisscheduled, rescheduleMailboxes } from '../store/tables/mail/mailboxes.ts';
import { isMailMisscheduled, rescheduleOutbox } from '../store/tables/mail/outbox.ts';
import { isCheckoutMisscheduled, rescheduleCheckouts } from '../store/tables/payment/checkouts.ts';
import { isUserMailMisscheduled, rescheduleUserMails } from '../store/tables/person/user-mails.ts';
import { findMisscheduledEndpoints, rescheduleDeliveries } from '../store/tables/webhook/due.ts';
import { LEASE_MS as DELIVERY_LEASE_MS } from './events/webhooks/delivering/visit-endpoint.ts';
import { deliveryTurn } from './events/webhooks/delivery-turn.ts';
import { MAX_MAILBOX_DELAY_MS } from './mail/replies/read-mailboxes.ts';
import { MAX_USER_MAIL_DELAY_MS } from './people/user-mails.ts';
import { LEASE_MS as MAIL_LEASE_MS } from './sending/outbox/queue-mail.ts';
import { MAX_MAIL_DELAY_MS } from './sending/outbox/retry-mail.ts';

const ENDPOINTS = 100;

/**
 * Reschedules emails, webhooks, polls of checkouts and reads of mailboxes whose due time is further away than any retry delay: they were queued while the system
 * clock was ahead, and would wait until it reaches that time again.
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
  const userMails = latest + MAX_USER_MAIL_DELAY_MS;
  if (await isUserMailMisscheduled(db.read, userMails))
    await db.write((tx) => rescheduleUserMails(tx, userMails, now));
  const polls = latest + MAX_POLL_DELAY_MS;
  if (await isCheckoutMisscheduled(db.read, polls))
    await db.write((tx) => rescheduleCheckouts(tx, polls, now));
  const mailboxes = latest + MAX_MAILBOX_DELAY_MS;
  if (await isMailboxMisscheduled(db.read, mailboxes))
    await db.write((tx) => rescheduleMailboxes(tx, mailboxes, now));
}
