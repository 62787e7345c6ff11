import type { Account } from '../account/account.ts';
import { DAY_MS } from '../calendar.ts';
import { changedAt } from '../clock.ts';
import { asOffered } from '../line/selection.ts';
import { asWritten } from '../schedule/payment-schedule.ts';
import { asMoved, withoutDecision } from './compose-quote.ts';
import { CONTENT_FIELDS, isDecided, isExpired, type Quote } from './quote.ts';

/** What may be said of a sending; what is not said has its default. */
export interface SendWishes {
  email?: string | null;
  cc?: string[] | null;
  subject?: string | null;
  message?: string | null;
}

/** As it will be once the mail is taken: renewed when its validity has passed, and open for an answer. */
export function asSent(quote: Quote, account: Account, now: number): Quote {
  const at = new Date(now).toISOString();
  const renewed =
    Date.parse(quote.validUntil) > now
      ? quote.validUntil
      : new Date(now + account.validityDays * DAY_MS).toISOString();
  return {
    ...withoutDecision(asMoved(quote, 'send')),
    ...{ validUntil: renewed, sentAt: at, updatedAt: changedAt(quote, now) },
  };
}

/**
 * The mail was taken, and the quote may have changed while it was under way: it is as if it had been sent before
 * all of that. An answer or an expiry of meanwhile stays, what was edited is the next revision, and the validity is
 * the one that the mail shows.
 */
export function asSentMeanwhile(current: Quote, before: Quote, mailed: Quote, now: number): Quote {
  const at = new Date(now).toISOString();
  const isSettled = isSettledSince(current, before);
  return {
    ...(isSettled ? current : withoutDecision(asMoved(current, 'send'))),
    validUntil: current.validUntil === before.validUntil ? mailed.validUntil : current.validUntil,
    revision:
      isEdited(current, before) && current.revision === before.revision
        ? before.revision + 1
        : current.revision,
    sentAt: at,
    updatedAt: changedAt(current, now),
  };
}

/** Whether the text is another one. What the customer has chosen meanwhile is no edit. */
export function isEdited(current: Quote, before: Quote): boolean {
  const content = isSettledSince(current, before) ? offerOf : (quote: Quote) => quote;
  return CONTENT_FIELDS.some(
    (field) => JSON.stringify(content(current)[field]) !== JSON.stringify(content(before)[field]),
  );
}

function offerOf(quote: Quote): Record<(typeof CONTENT_FIELDS)[number], unknown> {
  return {
    ...quote,
    items: asOffered(quote.items),
    paymentSchedule: asWritten(quote.paymentSchedule),
  };
}

function isSettledSince(current: Quote, before: Quote): boolean {
  if (isExpired(current)) return !isExpired(before);
  if (!isDecided(current)) return false;
  return (
    current.status !== before.status ||
    current.acceptedAt !== before.acceptedAt ||
    current.declinedAt !== before.declinedAt
  );
}
