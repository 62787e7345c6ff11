import MailComposer from 'nodemailer/lib/mail-composer';
import type { MailAddress, MailMessage } from '../domain/mail.ts';
import { isMailAddress } from '../domain/mail-address.ts';

export interface ComposedMail {
  /** The addresses as the SMTP commands name them: international domains in ASCII. */
  envelope: { from: string; to: string[] };
  source: Buffer;
}

/** The message as it goes over the wire. */
export async function rawSource(message: MailMessage): Promise<Buffer> {
  return (await composeMail(message)).source;
}

/** Throws a `TypeError` for an address or a header name that no message may carry. */
export async function composeMail(message: MailMessage): Promise<ComposedMail> {
  const node = new MailComposer({
    messageId: oneLine(message.messageId),
    from: mailbox(message.from),
    replyTo: message.replyTo ? mailbox(message.replyTo) : undefined,
    to: message.to.map(mailbox),
    cc: message.cc.map(mailbox),
    subject: oneLine(message.subject),
    text: message.text,
    html: message.html,
    attachments: message.attachments.map(attachment),
    headers: Object.fromEntries(Object.entries(message.headers).map(header)),
    newline: 'windows',
    // Nothing in a message can make the mailer read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  const { from, to } = node.getEnvelope();
  if (!from || to.length === 0) throw new TypeError('A message needs a sender and a recipient');
  return { envelope: { from, to }, source: await node.build() };
}

function mailbox({ name, address }: MailAddress): { name: string; address: string } {
  if (!isMailAddress(address)) throw new TypeError(`Not a mail address: ${oneLine(address)}`);
  return { name: oneLine(name ?? ''), address };
}

function attachment(part: MailMessage['attachments'][number]) {
  return {
    filename: oneLine(part.filename).replace(/[/\\]/g, '-'),
    contentType: oneLine(part.contentType),
    content: Buffer.from(part.content.buffer, part.content.byteOffset, part.content.byteLength),
    contentDisposition: part.cid ? ('inline' as const) : ('attachment' as const),
    ...(part.cid ? { cid: oneLine(part.cid) } : {}),
  };
}

function header([name, value]: [string, string]): [string, string] {
  if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(name)) throw new TypeError('Not a header name');
  return [name, oneLine(value)];
}

/** Line breaks and other control characters become spaces: no value can begin a header of its own. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
