import type { MailAddress, MailMessage } from '../../domain/mail/mail.ts';
import { isMailAddress } from '../../domain/mail/mail-address.ts';

export interface ComposedMail {
  /** The addresses for the SMTP commands, with international domains in ASCII. */
  envelope: { from: string; to: string[] };
  source: Buffer;
}

/** Builds the message as it is sent over the wire. */
export async function buildRawSource(message: MailMessage): Promise<Buffer> {
  return (await composeMail(message)).source;
}

/** Throws a `TypeError` for an invalid address, Message-ID or header name. */
export async function composeMail(message: MailMessage): Promise<ComposedMail> {
  // Loaded with the first message: the module is large, and startup does not need it.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const node = new MailComposer({
    messageId: checkMessageId(message.messageId),
    ...formatReferences(message.references ?? []),
    from: toMailbox(message.from),
    replyTo: message.replyTo ? toMailbox(message.replyTo) : undefined,
    to: message.to.map(toMailbox),
    cc: message.cc.map(toMailbox),
    subject: toOneLine(message.subject),
    text: normalizeLines(message.text),
    html: normalizeLines(message.html),
    attachments: message.attachments.map(toAttachment),
    headers: Object.fromEntries(Object.entries(message.headers).map(toHeader)),
    newline: 'windows',
    // No content of a message can make the composer read a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  const { from, to } = node.getEnvelope();
  if (!from || to.length === 0) throw new TypeError('A message needs a sender and a recipient');
  return { envelope: { from, to }, source: await node.build() };
}

function checkMessageId(id: string): string {
  if (!/^<[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+>$/.test(id) || id.length > 250)
    throw new TypeError('Not a Message-ID');
  return id;
}

/** An email answers the last one of its conversation (RFC 5322, 3.6.4). */
function formatReferences(ids: readonly string[]): { inReplyTo?: string; references?: string[] } {
  const last = ids.at(-1);
  return last === undefined ? {} : { inReplyTo: checkReference(last), references: ids.map(checkReference) };
}

/** Checks the Message-ID of another program, which may break the rules for its characters. */
function checkReference(id: string): string {
  if (!/^<[!-;=?-~]{1,250}>$/.test(id)) throw new TypeError('Not a reference');
  return id;
}

function toMailbox({ name, address }: MailAddress): { name: string; address: string } {
  if (!isMailAddress(address)) throw new TypeError(`Not a mail address: ${toOneLine(address)}`);
  return { name: toOneLine(name ?? ''), address };
}

function toAttachment(part: MailMessage['attachments'][number]) {
  return {
    filename: toOneLine(part.filename).replace(/[/\\]/g, '-'),
    contentType: toOneLine(part.contentType),
    content: Buffer.from(part.content.buffer, part.content.byteOffset, part.content.byteLength),
    contentTransferEncoding: 'base64' as const,
    contentDisposition: part.cid ? ('inline' as const) : ('attachment' as const),
    ...(part.cid ? { cid: toOneLine(part.cid) } : {}),
  };
}

function toHeader([name, text]: [string, string]): [string, string | { prepared: boolean; value: string }] {
  if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(name)) throw new TypeError('Not a header name');
  const value = toOneLine(text);
  // A URL has no place to fold, and the composer would leave the line of the name empty.
  return [name, /^<[!-~]+>$/.test(value) ? { prepared: true, value } : value];
}

/**
 * Replaces line breaks and other control characters with spaces, so that no value can inject a header. Values are also
 * shortened to the line limit of a message, because a value without spaces cannot be folded.
 */
function toOneLine(text: string): string {
  const characters = [...text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()];
  return characters.length > MAX_VALUE_LENGTH
    ? `${characters.slice(0, MAX_VALUE_LENGTH - 1).join('')}…`
    : characters.join('');
}

const MAX_VALUE_LENGTH = 500;

/** Normalizes line breaks: servers disagree about a lone carriage return, which could smuggle in a second message. */
function normalizeLines(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '');
}
