import type { Deps } from '../../app/deps.ts';
import type { Sql } from '../../store/database.ts';
import { deleteLink } from '../../store/tables/links.ts';
import { captureMail } from '../../store/tables/mail/captured-mails.ts';
import { deleteRecipients, recordSendOutcome } from '../../store/tables/mail/sendings.ts';
import { endSentMail } from '../../store/tables/mail/sent-mails.ts';
import { newRealId } from '../account/account-time.ts';
import type { Delivery } from './deliver-mail.ts';
import { showLink } from './links/links.ts';
import type { PreparedSend } from './prepared-send.ts';
import type { SendableDocument, SendKind, StoredDocument } from './send-kind.ts';

/**
 * Records the outcome of the email inside a transaction, which may be repeated. Only an accepted email changes the
 * document. Returns `undefined` if the document was deleted.
 */
export async function endSend<Doc extends SendableDocument, Stored extends StoredDocument>(
  tx: Sql,
  deps: Deps,
  kind: SendKind<Doc, Stored>,
  prepared: PreparedSend<Doc>,
  delivery: Delivery,
  now: number,
): Promise<Stored | undefined> {
  const { request, sending } = prepared;
  const { accountId } = request;
  const stored = await kind.load(tx, accountId, sending.document_id, now);
  const outcome = delivery.captured ? 'taken' : delivery.outcome.outcome;
  const isFirst = await recordSendOutcome(tx, accountId, sending, outcome);
  if (!isFirst) return stored;
  await endSentMail(tx, accountId, sending.message_id, describeEnd(delivery, now));
  if (delivery.captured) {
    const { captured: message, raw } = delivery;
    await captureMail(tx, accountId, { id: newRealId(tx, 'mail', now), at: now, message, raw });
  } else if (outcome !== 'taken') {
    await recordFailure(tx, kind, prepared, delivery, stored, now);
    return stored;
  }
  if (!stored) return undefined;

  const linkId = (await showLink(tx, accountId, sending)) ? sending.link_id : stored.linkId;
  const ended = await kind.storeSent(tx, deps, prepared, stored, now);
  const data = {
    to: request.to,
    cc: request.cc,
    outcome: 'taken',
    captured: delivery.captured !== undefined,
    messageId: sending.message_id,
    ...kind.describeSent(prepared.doc),
    documentSha256: prepared.document.sha256,
  };
  await kind.recordEvent(tx, accountId, ended, { type: 'sent', actor: request.actor, data }, now);
  return { ...ended, linkId };
}

function describeEnd(delivery: Delivery, at: number): Parameters<typeof endSentMail>[3] {
  if (delivery.captured) return { state: 'sent', at, isCaptured: true };
  const { outcome, response } = delivery.outcome;
  if (outcome === 'taken') return { state: 'sent', at };
  return { state: outcome === 'unknown' ? 'unknown' : 'failed', at, response };
}

async function recordFailure<Doc extends SendableDocument, Stored extends StoredDocument>(
  tx: Sql,
  kind: SendKind<Doc, Stored>,
  { request, sending, isNewLink }: PreparedSend<Doc>,
  { outcome: { outcome, response } }: Extract<Delivery, { captured?: undefined }>,
  stored: Stored | undefined,
  now: number,
): Promise<void> {
  const { accountId } = request;
  // An email that may have arrived counts towards the limits, and its link stays open.
  if (outcome !== 'unknown') {
    await deleteRecipients(tx, accountId, sending.id, [request.to, ...request.cc]);
    if (isNewLink) await deleteLink(tx, accountId, sending.document_id, sending.link_id);
  }
  if (!stored) return;
  if (outcome === 'unknown') await showLink(tx, accountId, sending);
  const data = { to: request.to, cc: request.cc, outcome, response, messageId: sending.message_id };
  await kind.recordEvent(tx, accountId, stored, { type: 'send_failed', actor: request.actor, data }, now);
}
