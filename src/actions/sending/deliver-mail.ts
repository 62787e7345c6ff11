import { getSender } from '../../adapters/mail/mail-content.ts';
import { buildRawSource } from '../../adapters/mail/raw-source.ts';
import type { Deps } from '../../app/deps.ts';
import type { MailMessage, MailOutcome } from '../../domain/mail/mail.ts';
import { deliveryDeadline } from '../../domain/mail/send-timeouts.ts';
import { readDocument } from '../../store/tables/documents.ts';
import { ensureMailLogo, withMailLogo } from '../account/mail-logo.ts';
import { threadMail, toCustomerMail } from '../mail/replies/outgoing-mail.ts';
import { deliverBy, findSenderById } from '../mail/sender.ts';
import { buildLinkUrl } from './links/links.ts';
import type { PreparedSend } from './prepared-send.ts';
import type { SendableDocument, SendKind, StoredDocument } from './send-kind.ts';

/**
 * A captured email is stored in the transaction that records the outcome; a real one is delivered before it. `error` is
 * an internal error.
 */
export type Delivery =
  | { captured: MailMessage; raw: Uint8Array }
  | { captured?: undefined; outcome: MailOutcome; error?: unknown };

/** Never throws, because every outcome must be recorded. */
export async function deliverMail<Doc extends SendableDocument, Stored extends StoredDocument>(
  deps: Deps,
  kind: SendKind<Doc, Stored>,
  prepared: PreparedSend<Doc>,
): Promise<Delivery> {
  let deliver: () => Promise<MailOutcome>;
  try {
    const { accountId } = prepared.request;
    const sender = await findSenderById(deps.db.read, deps, accountId);
    const composed = await composeMail(deps, kind, prepared, sender.address);
    const sent = toCustomerMail(kind.kind, prepared.request, prepared.sending);
    const message = { ...composed, ...(await threadMail(deps.db.read, deps, sender, sent)) };
    if (sender.by === 'captured') return { captured: message, raw: await buildRawSource(message) };
    const { running_until: leaseEnd } = prepared.sending;
    deliver = () => deliverBy(deps, sender, accountId, message, deliveryDeadline(leaseEnd ?? 0));
  } catch (error) {
    const response = 'the service could not compose the email';
    return { outcome: { outcome: 'unavailable', response }, error };
  }
  try {
    return { outcome: await deliver() };
  } catch (error) {
    const response = 'the service failed while it delivered the email';
    return { outcome: { outcome: 'unknown', response }, error };
  }
}

/** Composes the email with the PDF attached. */
async function composeMail<Doc extends SendableDocument, Stored extends StoredDocument>(
  deps: Deps,
  kind: SendKind<Doc, Stored>,
  { request, doc, parties: { account, customer }, sender, document, sending }: PreparedSend<Doc>,
  from: string,
): Promise<MailMessage> {
  const logo = await ensureMailLogo(deps, account);
  const stored = await readDocument(deps.db.read, request.accountId, document.sourceSha256);
  if (!stored) throw new Error('the document to send no longer exists');
  const { content, files } = await kind.renderEmail(deps, {
    request,
    doc,
    parties: { account: await withMailLogo(deps.db.read, account, logo), customer },
    publicUrl: buildLinkUrl(deps, sending.link_id, kind.kind),
    pdfBytes: stored.pdf.length,
  });
  return {
    messageId: sending.message_id,
    ...getSender(sender, from),
    to: [{ name: request.to === customer.email ? customer.name : null, address: request.to }],
    cc: request.cc.map((address) => ({ name: null, address })),
    ...content,
    attachments: [
      ...content.attachments,
      { filename: document.fileName, contentType: 'application/pdf', content: stored.pdf },
      ...files,
    ],
  };
}
