import { newId } from '../../domain/ids.ts';
import { isPrintedAlike } from '../../domain/quote/printed-quote.ts';
import { isConverted, type Quote } from '../../domain/quote/quote.ts';
import { asSentMeanwhile, isEdited } from '../../domain/quote/sent-quote.ts';
import { isPartlyInvoiced } from '../../domain/schedule/invoicing.ts';
import type { Sql } from '../../store/database.ts';
import { captureMail } from '../../store/tables/mail/captured-mails.ts';
import { endSending, forgetRecipients } from '../../store/tables/mail/sendings.ts';
import { deleteLink } from '../../store/tables/quote/links.ts';
import { dropUnusedParties } from '../../store/tables/quote/parties.ts';
import { type Frozen, nextEdition, replaceQuote, type StoredQuote } from '../../store/tables/quote/quotes.ts';
import { addRevision } from '../../store/tables/quote/revisions.ts';
import { keepShownDocument } from '../../store/tables/quote/shown-documents.ts';
import { realTime } from '../account/account-time.ts';
import { currentParties, keepParties } from '../document/parties.ts';
import { recordEvent } from '../event/record-event.ts';
import { showLink } from '../link/links.ts';
import { loadSettledQuote } from '../quote/settle-expiry.ts';
import type { PreparedSending } from './begin-sending.ts';
import type { Delivery } from './deliver-quote-mail.ts';

/**
 * Records the outcome of the email inside a transaction, which may be repeated. Only an accepted email makes the quote
 * `SENT`. A quote that was invoiced, partly or fully, in the meantime keeps its status. Returns `undefined` if the quote
 * was deleted.
 */
export async function endQuoteSending(
  tx: Sql,
  prepared: PreparedSending,
  delivery: Delivery,
  now: number,
): Promise<StoredQuote | undefined> {
  const { request, before, quote: mailed, sending } = prepared;
  const { accountId } = request;
  const stored = await loadSettledQuote(tx, accountId, mailed.id, now);
  const outcome = delivery.captured ? 'taken' : delivery.outcome.outcome;
  const isFirstToSay = await endSending(tx, accountId, sending, outcome);
  if (!isFirstToSay) return stored;
  if (delivery.captured) {
    const { captured: message, raw } = delivery;
    await captureMail(tx, accountId, { id: newId('mail', realTime(tx, now)), at: now, message, raw });
  } else if (outcome !== 'taken') {
    await recordFailure(tx, prepared, delivery, stored, now);
    return stored;
  }
  if (!stored) return undefined;

  const linkId = (await showLink(tx, accountId, sending)) ? sending.link_id : stored.linkId;
  const partiesSha256 = await keepParties(tx, accountId, prepared.parties);
  const sent = nextEdition(stored, mailed, partiesSha256, mailed.reference);
  await keepSent(tx, prepared, sent, now);
  if (isConverted(stored.quote) || isPartlyInvoiced(stored.quote)) {
    await recordSent(tx, prepared, stored, delivery, now);
    return { ...stored, linkId };
  }
  const quote = asSentMeanwhile(stored.quote, before, mailed, now);
  const frozen = await frozenMeanwhile(tx, prepared, stored, sent, quote);
  const ended = await replaceQuote(tx, accountId, stored, quote, frozen);
  await dropUnusedParties(tx, accountId, [stored.partiesSha256]);
  await recordSent(tx, prepared, ended, delivery, now);
  return { ...ended, linkId };
}

/** Returns the edition that was sent, or the next one with its own parties if the quote has changed in the meantime. */
async function frozenMeanwhile(
  tx: Sql,
  { request: { accountId }, before, quote: mailed }: PreparedSending,
  stored: StoredQuote,
  sent: Frozen,
  quote: Quote,
): Promise<Frozen> {
  if (isPrintedAlike(quote, mailed)) return sent;
  const edition = sent.edition + 1;
  if (!isEdited(stored.quote, before)) return { ...sent, edition };
  const partiesSha256 =
    stored.partiesSha256 ??
    (await keepParties(tx, accountId, await currentParties(tx, accountId, quote.customerId)));
  return { ...sent, edition, partiesSha256 };
}

/** Stores the sent revision and its document permanently. */
async function keepSent(tx: Sql, prepared: PreparedSending, sent: Frozen, now: number): Promise<void> {
  const { request, quote, document, sending } = prepared;
  const record = { subjectId: quote.id, edition: sent.edition, linkId: sending.link_id };
  await keepShownDocument(tx, request.accountId, record, document.sourceSha256);
  await addRevision(tx, request.accountId, quote.id, {
    revision: quote.revision,
    sentAt: new Date(now).toISOString(),
    sentTo: request.to,
    documentSha256: document.sha256,
    quote,
    edition: sent.edition,
    partiesSha256: sent.partiesSha256,
  });
}

async function recordSent(
  tx: Sql,
  { request, quote, document, sending }: PreparedSending,
  stored: StoredQuote,
  delivery: Delivery,
  now: number,
): Promise<void> {
  const data = {
    to: request.to,
    cc: request.cc,
    outcome: 'taken',
    captured: delivery.captured !== undefined,
    messageId: sending.message_id,
    revision: quote.revision,
    documentSha256: document.sha256,
  };
  const event = { type: 'sent', actor: request.actor, data } as const;
  await recordEvent(tx, request.accountId, stored, event, { at: now, now });
}

async function recordFailure(
  tx: Sql,
  prepared: PreparedSending,
  { outcome: { outcome, response } }: Extract<Delivery, { captured?: undefined }>,
  stored: StoredQuote | undefined,
  now: number,
): Promise<void> {
  const { request, quote, sending, isNewLink } = prepared;
  const { accountId } = request;
  // An email that may have arrived counts towards the limits, and its link stays open.
  if (outcome !== 'unknown') {
    await forgetRecipients(tx, accountId, sending.id, [request.to, ...request.cc]);
    if (isNewLink) await deleteLink(tx, accountId, quote.id, sending.link_id);
  }
  if (!stored) return;
  if (outcome === 'unknown') await showLink(tx, accountId, sending);
  const data = { to: request.to, cc: request.cc, outcome, response, messageId: sending.message_id };
  const event = { type: 'send_failed', actor: request.actor, data } as const;
  await recordEvent(tx, accountId, stored, event, { at: now, now });
}
