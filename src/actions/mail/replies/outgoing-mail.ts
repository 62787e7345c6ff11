import { type DocumentKind, getDocumentKind } from '../../../domain/document.ts';
import type { MailAddress } from '../../../domain/mail/mail.ts';
import { areRepliesElsewhere, formatReplyAddress } from '../../../domain/mail/reply-address.ts';
import type { Sql } from '../../../store/database.ts';
import { findAccount } from '../../../store/tables/account/accounts.ts';
import type { Sending } from '../../../store/tables/mail/sendings.ts';
import { addSentMail, listThreadIds, type SentMail } from '../../../store/tables/mail/sent-mails.ts';
import type { Secrets } from '../../sending/links/sealed-token.ts';
import type { Sender } from '../sender.ts';
import { deriveReplyToken, getReplyRef, type RepliedLink } from './reply-token.ts';

/** Earlier emails that an email names, besides the first one. */
const MAX_REFERENCES = 20;

/** An email to a customer about a document. */
interface CustomerMail {
  accountId: string;
  documentId: string;
  linkId: string | null;
  messageId: string;
  kind: SentMail['kind'];
  to: string;
  cc?: readonly string[];
}

type AboutLink = Pick<CustomerMail, 'accountId' | 'documentId' | 'linkId'>;

/** Describes the email that sends a document itself. */
export function toCustomerMail(
  kind: DocumentKind,
  { accountId, to, cc }: { accountId: string; to: string; cc: readonly string[] },
  { document_id: documentId, link_id: linkId, message_id: messageId }: Sending,
): CustomerMail {
  return { accountId, documentId, linkId, messageId, kind, to, cc };
}

/** Records an email to a customer inside a transaction, so that replies to it and its bounce are recognized. */
export async function recordCustomerMail(
  tx: Sql,
  deps: Secrets,
  mail: CustomerMail,
  now: number,
): Promise<void> {
  const { accountId, documentId, linkId, messageId, kind, to, cc = [] } = mail;
  const link = findRepliedLink(mail);
  const row = {
    message_id: messageId,
    document_id: documentId,
    kind,
    link_id: linkId,
    reply_ref: link ? getReplyRef(deriveReplyToken(deps, link)) : null,
    at: now,
  };
  await addSentMail(tx, accountId, row, [to, ...cc]);
}

/** Returns the earlier emails that this one continues, and the address for replies if the account reads them. */
export async function threadMail(
  sql: Sql,
  deps: Secrets,
  sender: Sender,
  mail: CustomerMail,
): Promise<{ references?: string[]; replyTo?: MailAddress }> {
  const { accountId, documentId, messageId, to } = mail;
  const replyTo = await findReplyAddress(sql, deps, sender, mail);
  const about = { documentId, recipient: to, except: messageId };
  const ids = await listThreadIds(sql, accountId, about, MAX_REFERENCES);
  return { ...(ids.length > 0 && { references: ids }), ...(replyTo && { replyTo }) };
}

/** Returns the address for replies to an email; `undefined` if the account does not read them. */
export async function findReplyAddress(
  sql: Sql,
  deps: Secrets,
  sender: Sender,
  mail: AboutLink,
): Promise<MailAddress | undefined> {
  const link = findRepliedLink(mail);
  if (sender.mailbox === null || !link) return undefined;
  const stored = await findAccount(sql, mail.accountId);
  if (!stored || areRepliesElsewhere(stored.account.replyTo, sender.address)) return undefined;
  const signed =
    sender.mailbox === 'plus' ? formatReplyAddress(sender.address, deriveReplyToken(deps, link)) : undefined;
  return { name: stored.account.name, address: signed ?? sender.address };
}

/** Returns the link that replies belong to; only quotes have a thread. */
function findRepliedLink({ accountId, documentId, linkId }: AboutLink): RepliedLink | undefined {
  const isAnswerable = linkId !== null && getDocumentKind(documentId) === 'quote';
  return isAnswerable ? { accountId, quoteId: documentId, linkId } : undefined;
}
