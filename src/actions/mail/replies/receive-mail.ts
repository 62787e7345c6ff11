import type { Deps } from '../../../app/deps.ts';
import type { IncomingMail, ReceivedAs, ReceivedPlace } from '../../../domain/mail/incoming-mail.ts';
import { isOwnMessageId, isSameAddress } from '../../../domain/mail/mail-address.ts';
import type { Sql } from '../../../store/database.ts';
import { listRecipients } from '../../../store/tables/mail/sent-mails.ts';
import { addThreadMail } from '../../../store/tables/mail/thread-mails.ts';
import { getAccountTime } from '../../account/account-time.ts';
import { findNoticeAddress } from '../../sending/outbox/notice-address.ts';
import { findRepliedQuote } from './find-replied-quote.ts';
import { receiveBounce } from './receive-bounce.ts';
import { noteAutomaticReply, receiveReply } from './receive-reply.ts';

/** The mailbox that a mail was read from. */
export interface ReadMailbox {
  accountId: string;
  /** Address that the account sends from. */
  address: string;
  /** Name of the server whose `Authentication-Results` are trusted; `null` if there is none. */
  authservId: string | null;
}

/**
 * Decides what a mail means to the account and records it, in the transaction that takes the mail: it is called once
 * for each mail. Nothing is ever sent to the sender of a mail, so that two programs cannot answer each other.
 */
export async function receiveMail(
  tx: Sql,
  deps: Deps,
  mailbox: ReadMailbox,
  mail: IncomingMail,
  place: ReceivedPlace,
): Promise<ReceivedAs> {
  const { accountId } = mailbox;
  const now = await getAccountTime(tx, accountId);
  if (mail.kind === 'bounce') return receiveBounce(tx, accountId, mail, now);
  const isOurs = mail.messageId !== null && isOwnMessageId(mail.messageId);
  if (mail.from === null || isOurs) return 'ignored';
  const sender = mail.from.address;
  const quoteId = await findRepliedQuote(tx, deps, accountId, mail);
  if (quoteId === undefined) return 'ignored';
  const recipients = await listRecipients(tx, accountId, quoteId);
  const customer = recipients.find((recipient) => isSameAddress(recipient, sender)) ?? null;
  if (customer === null && (await isOfBusiness(tx, mailbox, sender))) {
    // The customer's program may name only this mail, which the business sent by its own program.
    await recordThreadMail(tx, accountId, quoteId, mail, now);
    return 'ignored';
  }
  const received = { accountId, quoteId, authservId: mailbox.authservId, sender, customer, mail, place };
  return mail.kind === 'automatic'
    ? noteAutomaticReply(tx, deps, received, now)
    : receiveReply(tx, deps, received, now);
}

async function recordThreadMail(
  tx: Sql,
  accountId: string,
  quoteId: string,
  { messageId }: IncomingMail,
  at: number,
): Promise<void> {
  if (messageId === null) return;
  const mail = { message_id: messageId, document_id: quoteId, sender: null, subject: null, at };
  await addThreadMail(tx, accountId, mail);
}

/** Whether the business itself sent the mail: what it writes to the customer may arrive in the same mailbox. */
async function isOfBusiness(tx: Sql, { accountId, address }: ReadMailbox, sender: string): Promise<boolean> {
  if (isSameAddress(sender, address)) return true;
  const owner = await findNoticeAddress(tx, accountId);
  return owner !== null && isSameAddress(sender, owner.address);
}
