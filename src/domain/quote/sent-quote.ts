import type { Account } from '../account/account.ts';
import { DAY_MS, findDayEnd } from '../calendar.ts';
import { computeUpdatedAt } from '../clock.ts';
import { clearSignatures, hasSignatures } from './acceptance/signers.ts';
import { applyEvent, clearDecision } from './compose-quote.ts';
import { removeChoices } from './line/selection.ts';
import { CONTENT_FIELDS, getContentValue, isDecided, isExpired, type Quote } from './quote.ts';
import { removeStageAmounts } from './schedule/payment-schedule.ts';

/** Options of a send. Absent fields have defaults. */
export interface SendOptions {
  email?: string | null;
  cc?: string[] | null;
  subject?: string | null;
  message?: string | null;
}

/** Returns the quote as it is after a send: open for a decision, with a new validity if the old one has passed. */
export function applySend(quote: Quote, account: Account, now: number): Quote {
  const at = new Date(now).toISOString();
  const renewed =
    Date.parse(quote.validUntil) > now
      ? findPrintedEnd(quote, account)
      : new Date(now + account.validityDays * DAY_MS).toISOString();
  return {
    ...reopen(quote),
    ...{ validUntil: renewed, sentAt: at, updatedAt: computeUpdatedAt(quote, now) },
  };
}

/**
 * Returns until when a quote is valid once it is sent. The default is counted from the moment of creation or of the edit that
 * asked for it, whose time says nothing to the customer: if nobody chose another, the quote is valid until the end of that day.
 */
export function findPrintedEnd(
  { validUntil, createdAt, updatedAt, sentAt }: Quote,
  account: Pick<Account, 'validityDays' | 'timeZone'>,
): string {
  if (sentAt !== null) return validUntil;
  const end = Date.parse(validUntil);
  const from = new Date(end - account.validityDays * DAY_MS).toISOString();
  return [createdAt, updatedAt].includes(from) ? findDayEnd(end, account.timeZone) : validUntil;
}

/** Opens the quote for a decision. What the first signature fixed stays, unless a decision followed. */
function reopen(quote: Quote): Quote {
  const open = clearDecision(applyEvent(quote, 'send'));
  if (isDecided(quote)) return clearSignatures(open);
  return hasSignatures(quote) && quote.answers ? { ...open, answers: quote.answers } : open;
}

/** Expires the quote. `updatedAt` is the end of its validity, not the time it was noticed. */
export function expireQuote(quote: Quote): Quote {
  return { ...applyEvent(quote, 'expire'), updatedAt: computeUpdatedAt(quote, Date.parse(quote.validUntil)) };
}

/**
 * Merges a successful send into a quote that may have changed during delivery, as if the send had come first. A decision
 * or an expiry in between stays, an edit in between becomes the next revision, and the validity is that of the email.
 */
export function mergeSent(current: Quote, before: Quote, mailed: Quote, now: number): Quote {
  const at = new Date(now).toISOString();
  const isClosed = isClosedSince(current, before);
  return {
    ...(isClosed ? current : reopen(current)),
    validUntil: current.validUntil === before.validUntil ? mailed.validUntil : current.validUntil,
    revision:
      isEdited(current, before) && current.revision === before.revision
        ? before.revision + 1
        : current.revision,
    sentAt: at,
    updatedAt: computeUpdatedAt(current, now),
  };
}

/** Whether the content differs. Choices that the customer made in between are not an edit. */
export function isEdited(current: Quote, before: Quote): boolean {
  const content =
    isClosedSince(current, before) || hasSignatures(current) ? toOffer : (quote: Quote) => quote;
  return CONTENT_FIELDS.some(
    (field) =>
      JSON.stringify(getContentValue(content(current), field) ?? null) !==
      JSON.stringify(getContentValue(content(before), field) ?? null),
  );
}

function toOffer(quote: Quote): Quote {
  return {
    ...quote,
    items: removeChoices(quote.items),
    paymentSchedule: removeStageAmounts(quote.paymentSchedule),
  } as Quote;
}

function isClosedSince(current: Quote, before: Quote): boolean {
  if (isExpired(current)) return !isExpired(before);
  if (!isDecided(current)) return false;
  return (
    current.status !== before.status ||
    current.acceptedAt !== before.acceptedAt ||
    current.declinedAt !== before.declinedAt
  );
}
