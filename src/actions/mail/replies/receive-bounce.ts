import { getDocumentKind } from '../../../domain/document.ts';
import { BOUNCE_REASONS, findBounceReason } from '../../../domain/mail/bounce-reason.ts';
import { cleanLine } from '../../../domain/mail/clean-text.ts';
import type { DeliveryFailure, IncomingMail, ReceivedAs } from '../../../domain/mail/incoming-mail.ts';
import { isSameAddress } from '../../../domain/mail/mail-address.ts';
import type { Sql } from '../../../store/database.ts';
import { findSentMails, recordBounce, type SentMail } from '../../../store/tables/mail/sent-mails.ts';
import { loadQuote } from '../../../store/tables/quote/quotes.ts';
import { recordEvent } from '../../events/record-event.ts';
import { recordInvoiceEvents } from '../../events/record-invoice-event.ts';
import { loadCurrentInvoice } from '../../invoices/mark-overdue.ts';

const MAX_STATUS_LENGTH = 20;
const MAX_RESPONSE_LENGTH = 500;

/**
 * Records that an email came back. A forged report would need the Message-ID of the email, which only its recipients
 * know. The status of the document does not change: it was sent.
 */
export async function receiveBounce(
  tx: Sql,
  accountId: string,
  { failures, returnedMessageId }: Pick<IncomingMail, 'failures' | 'returnedMessageId'>,
  now: number,
): Promise<ReceivedAs> {
  const failed = failures.filter(({ action }) => action === 'failed');
  if (returnedMessageId === null || failed.length === 0) return 'ignored';
  let received: ReceivedAs = 'ignored';
  for (const sent of await findSentMails(tx, accountId, [returnedMessageId])) {
    const failure = failed.find(({ recipient }) => isSameAddress(recipient, sent.recipient));
    if (!failure) continue;
    received = 'bounce';
    await recordFailure(tx, accountId, sent, failure, now);
  }
  return received;
}

async function recordFailure(
  tx: Sql,
  accountId: string,
  sent: SentMail,
  failure: DeliveryFailure,
  now: number,
): Promise<void> {
  const status = failure.status && cleanLine(failure.status, MAX_STATUS_LENGTH);
  const response = failure.diagnostic && cleanLine(failure.diagnostic, MAX_RESPONSE_LENGTH);
  if (!(await recordBounce(tx, accountId, sent, { status, response, at: now }))) return;
  const { recipient: to, message_id: messageId, document_id: id } = sent;
  const reason = BOUNCE_REASONS[findBounceReason(status, response)];
  const data = { to, status, reason, response, messageId };
  const event = { type: 'bounced', actor: { type: 'system' }, data } as const;
  if (getDocumentKind(id) === 'invoice') {
    const stored = await loadCurrentInvoice(tx, accountId, id, now);
    if (stored) await recordInvoiceEvents(tx, accountId, stored.invoice, [event], now);
    return;
  }
  const stored = await loadQuote(tx, accountId, id);
  if (stored) await recordEvent(tx, accountId, stored, event, { at: now, now });
}
