import { newId } from '../../domain/ids.ts';
import { isPrintedSame } from '../../domain/quote/printed-quote.ts';
import { isConverted, type Quote } from '../../domain/quote/quote.ts';
import { isEdited, mergeSent } from '../../domain/quote/sent-quote.ts';
import { isPartlyInvoiced } from '../../domain/schedule/invoicing.ts';
import type { Sql } from '../../store/database.ts';
import { captureMail } from '../../store/tables/mail/captured-mails.ts';
import { deleteRecipients, recordSendOutcome } from '../../store/tables/mail/sendings.ts';
import { deleteLink } from '../../store/tables/quote/links.ts';
import { deleteUnusedParties } from '../../store/tables/quote/parties.ts';
import {
  computeEdition,
  type FrozenContent,
  replaceQuote,
  type StoredQuote,
} from '../../store/tables/quote/quotes.ts';
import { addRevision } from '../../store/tables/quote/revisions.ts';
import { storeShownDocument } from '../../store/tables/quote/shown-documents.ts';
import { toRealTime } from '../account/account-time.ts';
import { readCurrentParties, storeParties } from '../document/parties.ts';
import { recordEvent } from '../event/record-event.ts';
import { showLink } from '../link/links.ts';
import { loadSettledQuote } from '../quote/settle-expiry.ts';
import type { PreparedSend } from './begin-send.ts';
import type { Delivery } from './deliver-quote-mail.ts';

/**
 * Records the outcome of the email inside a transaction, which may be repeated. Only an accepted email makes the quote
 * `SENT`. A quote that was invoiced, partly or fully, in the meantime keeps its status. Returns `undefined` if the quote
 * was deleted.
 */
export async function endSend(
  tx: Sql,
  prepared: PreparedSend,
  delivery: Delivery,
  now: number,
): Promise<StoredQuote | undefined> {
  const { request, before, quote: mailed, sending } = prepared;
  const { accountId } = request;
  const stored = await loadSettledQuote(tx, accountId, mailed.id, now);
  const outcome = delivery.captured ? 'taken' : delivery.outcome.outcome;
  const isFirst = await recordSendOutcome(tx, accountId, sending, outcome);
  if (!isFirst) return stored;
  if (delivery.captured) {
    const { captured: message, raw } = delivery;
    await captureMail(tx, accountId, { id: newId('mail', toRealTime(tx, now)), at: now, message, raw });
  } else if (outcome !== 'taken') {
    await recordFailure(tx, prepared, delivery, stored, now);
    return stored;
  }
  if (!stored) return undefined;

  const linkId = (await showLink(tx, accountId, sending)) ? sending.link_id : stored.linkId;
  const partiesSha256 = await storeParties(tx, accountId, prepared.parties);
  const sent = computeEdition(stored, mailed, partiesSha256, mailed.reference);
  await storeSent(tx, prepared, sent, now);
  if (isConverted(stored.quote) || isPartlyInvoiced(stored.quote)) {
    await recordSent(tx, prepared, stored, delivery, now);
    return { ...stored, linkId };
  }
  const quote = mergeSent(stored.quote, before, mailed, now);
  const frozen = await freezeAfterSend(tx, prepared, stored, sent, quote);
  const ended = await replaceQuote(tx, accountId, stored, quote, frozen);
  await deleteUnusedParties(tx, accountId, [stored.partiesSha256]);
  await recordSent(tx, prepared, ended, delivery, now);
  return { ...ended, linkId };
}

/** Returns the edition that was sent, or the next one with its own parties if the quote has changed in the meantime. */
async function freezeAfterSend(
  tx: Sql,
  { request: { accountId }, before, quote: mailed }: PreparedSend,
  stored: StoredQuote,
  sent: FrozenContent,
  quote: Quote,
): Promise<FrozenContent> {
  if (isPrintedSame(quote, mailed)) return sent;
  const edition = sent.edition + 1;
  if (!isEdited(stored.quote, before)) return { ...sent, edition };
  const partiesSha256 =
    stored.partiesSha256 ??
    (await storeParties(tx, accountId, await readCurrentParties(tx, accountId, quote.customerId)));
  return { ...sent, edition, partiesSha256 };
}

/** Stores the sent revision and its document permanently. */
async function storeSent(tx: Sql, prepared: PreparedSend, sent: FrozenContent, now: number): Promise<void> {
  const { request, quote, document, sending } = prepared;
  const record = { subjectId: quote.id, edition: sent.edition, linkId: sending.link_id };
  await storeShownDocument(tx, request.accountId, record, document.sourceSha256);
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
  { request, quote, document, sending }: PreparedSend,
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
  prepared: PreparedSend,
  { outcome: { outcome, response } }: Extract<Delivery, { captured?: undefined }>,
  stored: StoredQuote | undefined,
  now: number,
): Promise<void> {
  const { request, quote, sending, isNewLink } = prepared;
  const { accountId } = request;
  // An email that may have arrived counts towards the limits, and its link stays open.
  if (outcome !== 'unknown') {
    await deleteRecipients(tx, accountId, sending.id, [request.to, ...request.cc]);
    if (isNewLink) await deleteLink(tx, accountId, quote.id, sending.link_id);
  }
  if (!stored) return;
  if (outcome === 'unknown') await showLink(tx, accountId, sending);
  const data = { to: request.to, cc: request.cc, outcome, response, messageId: sending.message_id };
  const event = { type: 'send_failed', actor: request.actor, data } as const;
  await recordEvent(tx, accountId, stored, event, { at: now, now });
}
