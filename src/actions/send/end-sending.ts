import { newId } from '../../domain/ids.ts';
import { isConverted } from '../../domain/quote/quote.ts';
import { asSentMeanwhile } from '../../domain/quote/sent-quote.ts';
import type { Sql } from '../../store/database.ts';
import { addEvent } from '../../store/tables/events.ts';
import { captureMail } from '../../store/tables/mail/captured-mails.ts';
import { endSending, forgetRecipients } from '../../store/tables/mail/sendings.ts';
import { deleteLink } from '../../store/tables/quote/links.ts';
import { replaceQuote, type StoredQuote } from '../../store/tables/quote/quotes.ts';
import { addRevision } from '../../store/tables/quote/revisions.ts';
import { showLink } from '../link/links.ts';
import { loadSettledQuote } from '../quote/settle-expiry.ts';
import type { PreparedSending } from './begin-sending.ts';
import type { Delivery } from './deliver-quote-mail.ts';

/**
 * In a transaction, which may be repeated: what became of the mail. Only a mail that was taken makes the quote
 * `SENT`; a quote that was converted or deleted meanwhile stays what it is. `undefined` when it is gone.
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
    await captureMail(tx, accountId, { id: newId('mail', now), at: now, message, raw });
  } else if (outcome !== 'taken') {
    await recordFailure(tx, prepared, delivery, stored, now);
    return stored;
  }
  if (!stored) return undefined;

  await recordSent(tx, prepared, delivery, now);
  const linkId = (await showLink(tx, accountId, sending)) ? sending.link_id : stored.linkId;
  if (isConverted(stored.quote)) return { ...stored, linkId };
  const quote = asSentMeanwhile(stored.quote, before, mailed, now);
  await replaceQuote(tx, accountId, stored, quote);
  return { ...stored, quote, version: stored.version + 1, linkId };
}

async function recordSent(
  tx: Sql,
  prepared: PreparedSending,
  delivery: Delivery,
  now: number,
): Promise<void> {
  const { request, quote, document, sending } = prepared;
  await addRevision(tx, request.accountId, quote.id, {
    revision: quote.revision,
    sentAt: new Date(now).toISOString(),
    sentTo: request.to,
    documentSha256: document.sha256,
    quote,
  });
  const data = {
    to: request.to,
    cc: request.cc,
    outcome: 'taken',
    captured: delivery.captured !== undefined,
    messageId: sending.message_id,
    revision: quote.revision,
    documentSha256: document.sha256,
  };
  await addEvent(tx, request.accountId, quote.id, { type: 'sent', actor: request.actor, data }, now);
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
  // What may have arrived counts, and its link stays open.
  if (outcome !== 'unknown') {
    await forgetRecipients(tx, accountId, sending.id, [request.to, ...request.cc]);
    if (isNewLink) await deleteLink(tx, accountId, quote.id, sending.link_id);
  }
  if (!stored) return;
  if (outcome === 'unknown') await showLink(tx, accountId, sending);
  const data = { to: request.to, cc: request.cc, outcome, response, messageId: sending.message_id };
  await addEvent(tx, accountId, quote.id, { type: 'send_failed', actor: request.actor, data }, now);
}
