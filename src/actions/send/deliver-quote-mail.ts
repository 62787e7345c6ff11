import type { Deps } from '../../deps.ts';
import type { MailMessage, MailOutcome } from '../../domain/mail/mail.ts';
import { type Attachment, DOWNLOAD_TYPE } from '../../domain/quote/attachment.ts';
import { renderQuoteEmail } from '../../mail/letters/quote.ts';
import { getSender } from '../../mail/mail-content.ts';
import { buildRawSource } from '../../mail/raw-source.ts';
import { findAccountKind } from '../../store/tables/account/accounts.ts';
import { readDocument } from '../../store/tables/documents.ts';
import { ensureMailLogo, withMailLogo } from '../account/mail-logo.ts';
import { readAttachment } from '../attachment/read-attachment.ts';
import { buildLinkUrl } from '../link/links.ts';
import type { PreparedSend } from './begin-send.ts';

/**
 * A captured email is stored in the transaction that records the outcome; a real one is delivered before it. `error` is
 * an internal error.
 */
export type Delivery =
  | { captured: MailMessage; raw: Uint8Array }
  | { captured?: undefined; outcome: MailOutcome; error?: unknown };

/** Never throws, because every outcome must be recorded. */
export async function deliverQuoteMail(deps: Deps, prepared: PreparedSend): Promise<Delivery> {
  let deliver: () => Promise<MailOutcome>;
  try {
    const message = await composeQuoteMail(deps, prepared);
    const { mailer } = deps;
    if (mailer === null || (await isCapturing(deps, prepared.request.accountId))) {
      return { captured: message, raw: await buildRawSource(message) };
    }
    deliver = () => mailer.deliver(message);
  } catch (error) {
    const response = 'the service could not compose the email';
    return { outcome: { outcome: 'unavailable', response }, error };
  }
  try {
    const outcome = await deliver();
    deps.metrics.mails.inc({ outcome: outcome.outcome });
    return { outcome };
  } catch (error) {
    const response = 'the service failed while it delivered the email';
    return { outcome: { outcome: 'unknown', response }, error };
  }
}

/** Whether emails are captured: without a mail server, and always for test accounts. */
export async function isCapturing(deps: Deps, accountId: string): Promise<boolean> {
  if (deps.mailer === null) return true;
  return (await findAccountKind(deps.db.read, accountId)) !== 'live';
}

/** Composes the email with the PDF attached. */
async function composeQuoteMail(deps: Deps, prepared: PreparedSend): Promise<MailMessage> {
  const { request, quote, parties, document, sending } = prepared;
  const { account, customer } = parties;
  const logo = await ensureMailLogo(deps, account);
  const stored = await readDocument(deps.db.read, request.accountId, document.sourceSha256);
  if (!stored) throw new Error('the document to send no longer exists');
  const isCarried = fitsInMail(quote.attachments, stored.pdf.length);
  const content = renderQuoteEmail({
    quote,
    customer,
    account: await withMailLogo(deps.db.read, account, logo),
    publicUrl: buildLinkUrl(deps, sending.link_id),
    message: request.message,
    subject: request.subject,
    hasFileLinks: quote.attachments.length > 0 && !isCarried,
  });
  return {
    messageId: sending.message_id,
    ...getSender(account, deps.config.mailFrom),
    to: [{ name: request.to === customer.email ? customer.name : null, address: request.to }],
    cc: request.cc.map((address) => ({ name: null, address })),
    ...content,
    attachments: [
      ...content.attachments,
      { filename: document.fileName, contentType: 'application/pdf', content: stored.pdf },
      ...(isCarried ? await readMailAttachments(deps, request.accountId, quote.attachments) : []),
    ],
  };
}

/** Size of attachments that most mail servers accept, before base64 encoding. */
const MAX_ATTACHMENT_BYTES = 7 * 2 ** 20;

export function fitsInMail(attachments: readonly Attachment[], pdfBytes: number): boolean {
  return attachments.reduce((sum, { size }) => sum + size, pdfBytes) <= MAX_ATTACHMENT_BYTES;
}

export async function readMailAttachments(
  deps: Deps,
  accountId: string,
  attachments: readonly Attachment[],
): Promise<MailMessage['attachments']> {
  const files: MailMessage['attachments'] = [];
  for (const attachment of attachments) {
    const [type = ''] = attachment.contentType.split(';');
    files.push({
      filename: attachment.name,
      // Mail clients would parse parts of these types as parts of the email itself.
      contentType: /^(multipart|message)\//i.test(type) ? DOWNLOAD_TYPE : type,
      content: await readAttachment(deps, accountId, attachment),
    });
  }
  return files;
}
