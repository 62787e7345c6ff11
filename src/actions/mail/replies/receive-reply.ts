import { renderQuestionEmail } from '../../../adapters/mail/letters/question.ts';
import type { Deps } from '../../../app/deps.ts';
import { DAY_MS } from '../../../domain/calendar.ts';
import { Problem } from '../../../domain/errors.ts';
import { cleanLine, cleanText } from '../../../domain/mail/clean-text.ts';
import { isSenderRefuted, isSenderVerified } from '../../../domain/mail/incoming/authentication-results.ts';
import { hideOwnLinks } from '../../../domain/mail/incoming/own-links.ts';
import type { IncomingMail, ReceivedAs, ReceivedPlace } from '../../../domain/mail/incoming-mail.ts';
import type { Message } from '../../../domain/quote/message.ts';
import type { Sql } from '../../../store/database.ts';
import { countEvents } from '../../../store/tables/events/events.ts';
import { addThreadMail } from '../../../store/tables/mail/thread-mails.ts';
import { addMessage } from '../../../store/tables/quote/messages.ts';
import type { StoredQuote } from '../../../store/tables/quote/quotes.ts';
import { toRealTime } from '../../account/account-time.ts';
import { withMailLogo } from '../../account/mail-logo.ts';
import { checkMessageLimit } from '../../agreement/messages/message-limits.ts';
import { recordEvent } from '../../events/record-event.ts';
import { loadCurrentQuote } from '../../quotes/expire-quotes.ts';
import { readCurrentParties } from '../../sending/documents/parties.ts';
import { buildConsoleUrl } from '../../sending/links/links.ts';
import { findWantedAddress } from '../../sending/outbox/notice-address.ts';
import { queueMail } from '../../sending/outbox/queue-mail.ts';

/** A mail that belongs to a quote. */
interface ReceivedMail {
  accountId: string;
  quoteId: string;
  authservId: string | null;
  sender: string;
  /** The sender as the recipient of the quote; `null` for somebody else, such as who got a copy. */
  customer: string | null;
  mail: IncomingMail;
  place: ReceivedPlace;
}

const MAX_ADDRESS_LENGTH = 254;
const MAX_NAME_LENGTH = 150;
const MAX_ATTACHMENTS = 100;
/** Notes per quote in 24 hours: a program that answers each of its own mails must not fill the history. */
const MAX_NOTES_PER_DAY = 20;

/** Notes a reply that no person wrote in the history. It is not a message, and nobody is notified. */
export async function noteAutomaticReply(
  tx: Sql,
  deps: Deps,
  { accountId, quoteId, sender }: ReceivedMail,
  now: number,
): Promise<ReceivedAs> {
  const stored = await loadCurrentQuote(tx, accountId, quoteId, now);
  const since = toRealTime(tx, now) - DAY_MS;
  if (!stored) return 'ignored';
  if ((await countEvents(tx, accountId, quoteId, { type: 'auto_replied', since })) >= MAX_NOTES_PER_DAY) {
    deps.log.warn({ quoteId }, 'automatic replies over the daily limit of a quote are dropped');
    return 'ignored';
  }
  const data = { from: cleanLine(sender, MAX_ADDRESS_LENGTH) };
  const event = { type: 'auto_replied', actor: { type: 'system' }, data } as const;
  await recordEvent(tx, accountId, stored, event, { at: now, now });
  return 'automatic';
}

/**
 * Adds a mail to the thread of its quote, like a question on the customer page, and notifies the owner. A mail whose
 * sender was checked without success is not the customer's, whatever address it names.
 */
export async function receiveReply(
  tx: Sql,
  deps: Deps,
  received: ReceivedMail,
  now: number,
): Promise<ReceivedAs> {
  const { accountId, quoteId, mail, place } = received;
  const stored = await loadCurrentQuote(tx, accountId, quoteId, now);
  if (!stored) return 'ignored';
  const { customer } = await readCurrentParties(tx, accountId, stored.quote.customerId);
  const sender = cleanLine(received.sender, MAX_ADDRESS_LENGTH);
  const verified = isSenderVerified(mail, received.authservId);
  const isCustomer = received.customer !== null && !isSenderRefuted(mail, received.authservId);
  const from = isCustomer ? 'customer' : 'other';
  if (!(await isWithinLimit(tx, { accountId, quoteId }, from, now))) {
    deps.log.warn({ quoteId }, 'replies by email over the daily limit of a quote are dropped');
    return 'ignored';
  }
  const written = {
    ...({
      from,
      author: isCustomer ? customer.name : sender,
      text: readText(deps, mail.text),
      via: 'email',
    } as const),
    verified,
    quotedText: mail.quotedText === null ? null : readText(deps, mail.quotedText),
    isCut: mail.isCut,
    attachments: listAttachments(mail),
    signer: stored.quote.signers && received.customer,
  };
  const message = await addMessage(tx, { accountId, quoteId }, written, now, place);
  const event = {
    type: 'question',
    actor: { type: isCustomer ? 'customer' : 'system' },
    data: { text: message.text, messageId: message.id, ...(!isCustomer && { from: sender }) },
  } as const;
  // Programs that receive the events may not be allowed to see what our emails said.
  const published = { ...message, quotedText: null };
  await recordEvent(tx, accountId, stored, event, { at: now, now }, { message: published });
  if (mail.messageId !== null) {
    await addThreadMail(tx, accountId, {
      ...{ message_id: mail.messageId, document_id: quoteId, at: now },
      sender: isCustomer ? received.customer : null,
      // A stranger could give our answer to the customer any subject.
      subject: isCustomer && verified !== false ? mail.subject : null,
    });
  }
  await notifyOwner(tx, deps, { accountId, stored, message, sender, messageId: mail.messageId }, now);
  return 'reply';
}

async function isWithinLimit(
  tx: Sql,
  thread: { accountId: string; quoteId: string },
  from: 'customer' | 'other',
  now: number,
): Promise<boolean> {
  try {
    await checkMessageLimit(tx, thread, from, now);
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

function readText({ publicUrl }: Pick<Deps, 'publicUrl'>, text: string): string {
  return hideOwnLinks(cleanText(text), publicUrl());
}

function listAttachments({ attachments }: IncomingMail): Message['attachments'] {
  return attachments.slice(0, MAX_ATTACHMENTS).map(({ index, fileName, contentType, bytes }) => ({
    index,
    name: cleanLine(fileName, MAX_NAME_LENGTH),
    size: bytes,
    contentType: cleanLine(contentType, MAX_NAME_LENGTH),
  }));
}

/** Mails the message to the owner as an automatic email, which programs do not answer. */
async function notifyOwner(
  tx: Sql,
  deps: Deps,
  reply: {
    accountId: string;
    stored: StoredQuote;
    message: Message;
    sender: string;
    messageId: string | null;
  },
  now: number,
): Promise<void> {
  const { accountId, message, sender } = reply;
  const { quote } = reply.stored;
  const parties = await readCurrentParties(tx, accountId, quote.customerId);
  const to = await findWantedAddress(tx, deps, accountId, 'question');
  if (!to) return;
  const account = await withMailLogo(tx, parties.account);
  const { replyTo, ...content } = renderQuestionEmail({
    ...{ quote, customer: parties.customer, account, isAttached: false },
    ...{ question: message.text, mailed: message },
    from: { name: message.author, email: sender, isUnverified: message.verified === false },
    consoleUrl: buildConsoleUrl(deps, accountId, quote.id),
  });
  const headers = { ...content.headers, 'Auto-Submitted': 'auto-generated' };
  const mail = {
    kind: 'question',
    documentId: quote.id,
    to,
    replyTo,
    content: { ...content, headers },
    // The owner's answer then continues the mail of the customer.
    ...(reply.messageId !== null && { references: [reply.messageId] }),
  } as const;
  await queueMail(tx, deps, account, mail, now);
}
