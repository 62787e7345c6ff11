import { type Attachment, addressParser, decodeWords, type Email } from 'postal-mime';
import { MAX_LENGTH } from '../../../domain/field-limits.ts';
import { cleanLine } from '../../../domain/mail/clean-text.ts';
import { toSafeFileName } from '../../../domain/mail/incoming/attachment-name.ts';
import { parseAuthenticationResults } from '../../../domain/mail/incoming/authentication-results.ts';
import { isAutomatic } from '../../../domain/mail/incoming/automatic-mail.ts';
import { parseDeliveryReport } from '../../../domain/mail/incoming/delivery-report.ts';
import { findHeader, type Header, parseHeaders } from '../../../domain/mail/incoming/message-headers.ts';
import { parseMessageId, parseReferences } from '../../../domain/mail/incoming/message-ids.ts';
import { readReply } from '../../../domain/mail/incoming/reply-text.ts';
import type { IncomingMail } from '../../../domain/mail/incoming-mail.ts';
import type { MailAddress } from '../../../domain/mail/mail.ts';
import { isMailAddress } from '../../../domain/mail/mail-address.ts';
import { parseContentType } from '../../../domain/quote/attachment.ts';
import { takeFlowedFormat } from './flowed-format.ts';
import { parseMime } from './parse-mime.ts';

const MAX_RECIPIENTS = 200;
/** A returned mail may be as large as the mail that was sent; its headers come first. */
const MAX_RETURNED_HEADER_BYTES = 64 * 1024;
/** An image without a name below this size only tells the sender that the mail was opened. */
const MIN_INLINE_IMAGE_BYTES = 200;

/** Reads a mail. Throws if it exceeds a limit; a mail with invalid MIME is read as far as possible. */
export async function readMail(source: Uint8Array): Promise<IncomingMail> {
  const { source: unmarked, flowed } = takeFlowedFormat(source);
  const { email, isCut } = await parseMime(unmarked);
  const headers = email.headers.map(({ key, value }) => ({ name: key, value }));
  const failures = isReport(headers) ? readFailures(email) : [];
  return {
    messageId: parseMessageId(findHeader(headers, 'message-id')),
    references: parseReferences(findHeader(headers, 'in-reply-to'), findHeader(headers, 'references')),
    from: readSender(headers),
    recipients: readRecipients(headers),
    subject: cleanLine(decodeWords(findHeader(headers, 'subject') ?? ''), MAX_LENGTH.subject),
    kind:
      failures.length > 0 ? 'bounce' : isReport(headers) || isAutomatic(headers) ? 'automatic' : 'personal',
    ...readReply({ plain: email.text, html: email.html, flowed, isCut }),
    attachments: listAttachments(email).map((attachment, index) => ({
      index,
      fileName: toSafeFileName(attachment.filename, attachment.mimeType),
      contentType: parseContentType(attachment.mimeType),
      bytes: getContent(attachment).length,
    })),
    failures,
    returnedMessageId: failures.length > 0 ? readReturnedMessageId(email) : null,
    authentication: parseAuthenticationResults(headers),
  };
}

/** Returns the content of an attachment; `undefined` if there is none at that position. Throws like `readMail`. */
export async function readAttachment(source: Uint8Array, index: number): Promise<Uint8Array | undefined> {
  const { email } = await parseMime(source);
  const attachment = listAttachments(email)[index];
  return attachment && getContent(attachment);
}

/** Whether the mail reports about another one, for example that it was not delivered or that it was read. */
function isReport(headers: readonly Header[]): boolean {
  return /^multipart\/report\s*(;|$)/i.test(findHeader(headers, 'content-type') ?? '');
}

function readFailures({ attachments }: Email): IncomingMail['failures'] {
  const report = findPart(attachments, ['message/delivery-status', 'message/global-delivery-status']);
  return report === undefined ? [] : parseDeliveryReport(report);
}

function readReturnedMessageId({ attachments }: Email): string | null {
  const types = ['message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers'];
  const returned = findPart(attachments, types);
  return returned === undefined
    ? null
    : parseMessageId(findHeader(parseHeaders(returned.trimStart()), 'message-id'));
}

function findPart(attachments: readonly Attachment[], types: readonly string[]): string | undefined {
  const part = attachments.find(({ mimeType }) => types.includes(mimeType));
  return part && new TextDecoder().decode(getContent(part).subarray(0, MAX_RETURNED_HEADER_BYTES));
}

/** Returns the sender; `null` unless there is exactly one, because programs differ in which of several they show. */
function readSender(headers: readonly Header[]): MailAddress | null {
  const from = headers.filter(({ name }) => name === 'from');
  const [sender, ...others] = from.flatMap(({ value }) => addressParser(value));
  const address = sender?.address?.toLowerCase() ?? '';
  if (!sender || others.length > 0 || from.length > 1 || !isMailAddress(address)) return null;
  return { name: cleanLine(sender.name, MAX_LENGTH.name) || null, address };
}

const RECIPIENT_HEADERS = ['to', 'cc', 'delivered-to', 'x-original-to'];

function readRecipients(headers: readonly Header[]): string[] {
  const addresses = headers
    .filter(({ name }) => RECIPIENT_HEADERS.includes(name))
    .flatMap(({ value }) => addressParser(value, { flatten: true }))
    .map(({ address }) => address?.toLowerCase() ?? '');
  return [...new Set(addresses)].filter(isMailAddress).slice(0, MAX_RECIPIENTS);
}

/** Lists the parts that are shown as attachments. */
function listAttachments({ attachments }: Email): Attachment[] {
  return attachments.filter(
    (part) =>
      part.filename ||
      !part.mimeType.startsWith('image/') ||
      getContent(part).length >= MIN_INLINE_IMAGE_BYTES,
  );
}

function getContent({ content }: Attachment): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
}
