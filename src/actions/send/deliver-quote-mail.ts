import type { Deps } from '../../deps.ts';
import type { MailMessage, MailOutcome } from '../../domain/mail/mail.ts';
import { type Attachment, DOWNLOAD_TYPE } from '../../domain/quote/attachment.ts';
import { quoteMail } from '../../mail/letters/quote.ts';
import { senderOf } from '../../mail/mail-content.ts';
import { rawSource } from '../../mail/raw-source.ts';
import { findAccountKind } from '../../store/tables/account/accounts.ts';
import { readDocument } from '../../store/tables/documents.ts';
import { accountForMail, ensureMailLogo } from '../account/mail-logo.ts';
import { readAttachment } from '../attachment/read-attachment.ts';
import { publicQuoteUrl } from '../link/links.ts';
import type { PreparedSending } from './begin-sending.ts';

/**
 * A captured email is stored in the transaction that records the outcome; a real one is delivered before it. `error` is
 * an internal error.
 */
export type Delivery =
  | { captured: MailMessage; raw: Uint8Array }
  | { captured?: undefined; outcome: MailOutcome; error?: unknown };

/** Never throws, because every outcome must be recorded. */
export async function deliverQuoteMail(deps: Deps, prepared: PreparedSending): Promise<Delivery> {
  let handOver: () => Promise<MailOutcome>;
  try {
    const message = await composeQuoteMail(deps, prepared);
    const { mailer } = deps;
    if (mailer === null || (await isCapturing(deps, prepared.request.accountId))) {
      return { captured: message, raw: await rawSource(message) };
    }
    handOver = () => mailer.deliver(message);
  } catch (error) {
    const response = 'the service could not compose the email';
    return { outcome: { outcome: 'unavailable', response }, error };
  }
  try {
    const outcome = await handOver();
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
async function composeQuoteMail(deps: Deps, prepared: PreparedSending): Promise<MailMessage> {
  const { request, quote, parties, document, sending } = prepared;
  const { account, customer } = parties;
  const logo = await ensureMailLogo(deps, account);
  const stored = await readDocument(deps.db.read, request.accountId, document.sourceSha256);
  if (!stored) throw new Error('the document to send no longer exists');
  const isCarried = isCarriedByMail(quote.attachments, stored.pdf.length);
  const content = quoteMail({
    quote,
    customer,
    account: await accountForMail(deps.db.read, account, logo),
    publicUrl: publicQuoteUrl(deps, sending.link_id),
    message: request.message,
    subject: request.subject,
    linksFiles: quote.attachments.length > 0 && !isCarried,
  });
  return {
    messageId: sending.message_id,
    ...senderOf(account, deps.config.mailFrom),
    to: [{ name: request.to === customer.email ? customer.name : null, address: request.to }],
    cc: request.cc.map((address) => ({ name: null, address })),
    ...content,
    attachments: [
      ...content.attachments,
      { filename: document.fileName, contentType: 'application/pdf', content: stored.pdf },
      ...(isCarried ? await filesOf(deps, request.accountId, quote.attachments) : []),
    ],
  };
}

/** Size of attachments that most mail servers accept, before base64 encoding. */
const CARRIED_BYTES = 7 * 2 ** 20;

export function isCarriedByMail(attachments: readonly Attachment[], pdfBytes: number): boolean {
  return attachments.reduce((sum, { size }) => sum + size, pdfBytes) <= CARRIED_BYTES;
}

export async function filesOf(
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
