import { renderMessageEmail } from '../../../adapters/mail/letters/message.ts';
import type { Deps } from '../../../app/deps.ts';
import type { Account } from '../../../domain/account/account.ts';
import { formatReplySubject } from '../../../domain/mail/reply-subject.ts';
import type { Actor } from '../../../domain/quote/history.ts';
import type { Message, MessageInput } from '../../../domain/quote/message.ts';
import { isDraft, type Quote } from '../../../domain/quote/quote.ts';
import type { Sql } from '../../../store/database.ts';
import { findLastSubject } from '../../../store/tables/mail/thread-mails.ts';
import { addMessage, markMessagesRead } from '../../../store/tables/quote/messages.ts';
import type { StoredQuote } from '../../../store/tables/quote/quotes.ts';
import { ensureMailLogo, withMailLogo } from '../../account/mail-logo.ts';
import { recordEvent } from '../../events/record-event.ts';
import { findSender } from '../../mail/sender.ts';
import { type Keep, keepNothing } from '../../repeat.ts';
import { readCurrentParties } from '../../sending/documents/parties.ts';
import { findLastRevision } from '../../sending/documents/revision-document.ts';
import { listLinkRecipients } from '../../sending/links/link-recipients.ts';
import { buildLinkUrl } from '../../sending/links/links.ts';
import { ownerAddress, queueMail } from '../../sending/outbox/queue-mail.ts';
import { readApprovalMark } from '../approval/approval-mark.ts';
import { checkMessageLimit, countMessageMail } from './message-limits.ts';
import { findSentQuote, lockSentQuote } from './thread.ts';

export interface Writer {
  accountId: string;
  actor: Actor;
  via: 'api' | 'console';
}

/** Adds a message of the account to the thread and the history, and emails it to the recipient of the last link, or to all signers with a link. */
export async function sendMessage(
  deps: Deps,
  writer: Writer,
  quoteId: string,
  input: MessageInput,
  now: number,
  keep: Keep<Message> = keepNothing,
): Promise<Message> {
  const { accountId } = writer;
  const { customerId } = await findSentQuote(deps, { accountId, quoteId }, now);
  await ensureMailLogo(deps, (await readCurrentParties(deps.db.read, accountId, customerId)).account);
  return deps.db.write(
    async (tx) => {
      const stored = await lockSentQuote(tx, { accountId, quoteId }, now);
      return keep(tx, await writeMessage(tx, deps, writer, stored, input, now));
    },
    { account: accountId },
  );
}

async function writeMessage(
  tx: Sql,
  deps: Deps,
  writer: Writer,
  stored: StoredQuote,
  input: MessageInput,
  now: number,
): Promise<Message> {
  const { message, ...data } = await postMessage(tx, deps, writer, stored, input, now);
  // A business that answers by a program has read the thread; the console says which messages its page showed.
  const thread = { accountId: writer.accountId, quoteId: stored.quote.id };
  if (writer.via === 'api') await markMessagesRead(tx, thread, 'business', message.id, now);
  const event = { type: 'message_sent', actor: writer.actor, data } as const;
  await recordEvent(tx, writer.accountId, stored, event, { at: now, now }, { message });
  return message;
}

/** Adds a message to the thread and emails it. Returns what the event that the caller records says about it. */
export async function postMessage(
  tx: Sql,
  deps: Deps,
  { accountId, via }: Omit<Writer, 'actor'>,
  stored: StoredQuote,
  { text, author }: MessageInput,
  now: number,
) {
  const thread = { accountId, quoteId: stored.quote.id };
  await checkMessageLimit(tx, thread, 'business', now);
  const { account } = await readCurrentParties(tx, accountId, stored.quote.customerId);
  const written = { from: 'business', author: author ?? account.name, text, via } as const;
  const message = await addMessage(tx, thread, written, now);
  const mailed = await mailMessage(tx, deps, stored, message, { accountId, now });
  return { message, messageId: message.id, author: message.author, text, ...mailed };
}

/**
 * Returns the recipients, and whether the email is captured; `null` without an open link, as a former recipient may no longer be the customer, or if the link
 * shows nothing.
 */
async function mailMessage(
  tx: Sql,
  deps: Deps,
  stored: StoredQuote,
  message: Message,
  { accountId, now }: { accountId: string; now: number },
): Promise<{ to: string | null; captured: boolean }> {
  const { quote: current } = stored;
  const recipients = await listLinkRecipients(tx, accountId, stored);
  const notMailed = { to: null, captured: false };
  if (recipients.length === 0) return notMailed;
  const { account: seller, customer } = await readCurrentParties(tx, accountId, current.customerId);
  const quote = await findKnownQuote(tx, seller, current);
  if (!quote) return notMailed;
  const account = await withMailLogo(tx, seller);
  const replyTo = ownerAddress(account);
  const sender = await findSender(tx, deps, account);
  const canReply = replyTo !== null || sender.mailbox !== null;
  for (const { linkId, recipient, name } of recipients) {
    await countMessageMail(tx, deps, { accountId, recipient, messageId: message.id }, now);
    const publicUrl = buildLinkUrl(deps, linkId);
    const subject = await findLastSubject(tx, accountId, quote.id, recipient);
    const replies = { replySubject: subject && formatReplySubject(subject) };
    const mail = {
      kind: 'message',
      documentId: quote.id,
      to: { name: recipient === customer.email ? customer.name : name, address: recipient },
      replyTo,
      content: renderMessageEmail({ quote, customer, account, message, publicUrl, canReply, ...replies }),
      about: { linkId },
    } as const;
    await queueMail(tx, deps, account, mail, now);
  }
  const to = recipients.map(({ recipient }) => recipient).join(', ');
  return { to, captured: sender.by === 'captured' };
}

/** Returns the quote as the page of its customer shows it; `undefined` if it shows nothing. */
async function findKnownQuote(tx: Sql, account: Account, quote: Quote): Promise<Quote | undefined> {
  const findLast = async () => (await findLastRevision(tx, account.id, quote))?.quote;
  const last = isDraft(quote) ? await findLast() : undefined;
  if (last) return last;
  const { isNotApproved } = await readApprovalMark(tx, account, quote);
  return isNotApproved ? findLast() : quote;
}
