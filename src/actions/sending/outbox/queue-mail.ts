import type { MailContent } from '../../../adapters/mail/mail-content.ts';
import type { Deps } from '../../../app/deps.ts';
import type { Account } from '../../../domain/account/account.ts';
import { getDocumentKind, type QuoteSource } from '../../../domain/document.ts';
import { newId } from '../../../domain/ids.ts';
import type { MailAddress, MailMessage } from '../../../domain/mail/mail.ts';
import { formatMessageId } from '../../../domain/mail/mail-address.ts';
import type { Actor } from '../../../domain/quote/history.ts';
import type { Sql } from '../../../store/database.ts';
import { findAccount } from '../../../store/tables/account/accounts.ts';
import { enqueue } from '../../../store/tables/mail/outbox.ts';
import { addThreadMail } from '../../../store/tables/mail/thread-mails.ts';
import type { DocumentRecord } from '../../../store/tables/quote/shown-documents.ts';
import { toRealTime } from '../../account/account-time.ts';
import { recordCustomerMail, threadMail } from '../../mail/replies/outgoing-mail.ts';
import { findSender } from '../../mail/sender.ts';

/** Longest time to deliver a claimed email before another process claims it. */
export const LEASE_MS = 120_000;

export type QueuedKind =
  /** The quote with the link of a signer, and the quote alone. */
  | 'signing'
  | 'quote_copy'
  | 'accepted_copy'
  | 'decision_notice'
  | 'invoice_not_issued'
  | 'question'
  | 'renewal_request'
  | 'change_request'
  | 'reminder'
  | 'overdue'
  | 'recurring_invoice'
  | 'message'
  | 'endpoint_disabled'
  | 'email_failed'
  | 'payment_received'
  | 'payment_notice';

/** Kinds of emails that go to a customer. The business need not hear that an email to itself failed. */
const IS_TO_CUSTOMER: Record<QueuedKind, boolean> = {
  signing: true,
  quote_copy: true,
  accepted_copy: true,
  reminder: true,
  overdue: true,
  recurring_invoice: true,
  message: true,
  payment_received: true,
  payment_notice: false,
  decision_notice: false,
  invoice_not_issued: false,
  question: false,
  renewal_request: false,
  change_request: false,
  endpoint_disabled: false,
  email_failed: false,
};

export function isToCustomer(kind: string): boolean {
  return IS_TO_CUSTOMER[kind as QueuedKind] ?? false;
}

/** An email in the outbox, complete except for the PDF, which is rendered at delivery. */
export interface QueuedMail {
  /** Identifier of the quote or invoice; empty if the email is about neither. */
  documentId: string;
  message: Omit<MailMessage, 'attachments'> & { attachments: QueuedAttachment[] };
  document: QuoteSource | null;
  /** Whether the PDF of the invoice `documentId` is attached. */
  hasInvoice?: true;
  /** An issued invoice that goes with the email: its PDF is attached, and it counts as sent once the email is accepted. */
  invoiceId?: string;
  /** Record of that document, if it is a document of record. */
  record?: DocumentRecord | null;
  /** Facts that a reminder or a message depends on: it is sent only while they hold. */
  about?: { validUntil?: string; revision?: number; linkId: string };
  /** For the address for replies at delivery: the link in the email, and the address if the account reads no replies. */
  replies?: { linkId: string; otherwise: MailAddress | null };
  /** User or key that requested a reminder; absent for an automatic one. */
  actor?: Actor;
  /** Account time of the delivery; without it, the time when it happens. */
  at?: number;
}

type QueuedAttachment = Omit<MailMessage['attachments'][number], 'content'> & { content: string };

/**
 * Queues an email in the transaction of the change it reports, so that neither exists without the other. Returns the id
 * of the email.
 */
export async function queueMail(
  tx: Sql,
  deps: Pick<Deps, 'config' | 'mailer' | 'secret'>,
  account: Account,
  mail: {
    kind: QueuedKind;
    documentId: string;
    to: MailAddress;
    replyTo: MailAddress | null;
    content: MailContent;
    document?: QuoteSource | null;
    record?: DocumentRecord | null;
    hasInvoice?: true;
    invoiceId?: string | undefined;
    dedupe?: string | null;
    about?: QueuedMail['about'];
    /** The link in the email, if the email does not depend on it. */
    linkId?: string;
    actor?: Actor;
    at?: number;
    /** The emails that a notice to the business continues. */
    references?: readonly string[];
  },
  now: number,
): Promise<string> {
  const real = toRealTime(tx, now);
  const sender = await findSender(tx, deps, account);
  const id = newId('mail', real);
  const { attachments, ...content } = mail.content;
  const messageId = formatMessageId(id, sender.address);
  const { kind, documentId, to } = mail;
  const linkId = mail.about?.linkId ?? mail.linkId ?? null;
  const sent = { accountId: account.id, documentId, linkId, messageId, kind, to: to.address };
  const queued: QueuedMail = {
    documentId: mail.documentId,
    message: {
      messageId,
      from: { name: account.name, address: sender.address },
      replyTo: mail.replyTo,
      to: [mail.to],
      cc: [],
      subject: content.subject,
      text: content.text,
      html: content.html,
      headers: content.headers,
      attachments: attachments.map((part) => ({
        ...part,
        content: Buffer.from(part.content).toString('base64'),
      })),
      ...(mail.references && { references: [...mail.references] }),
      ...(isToCustomer(kind) && (await threadMail(tx, deps, sender, sent))),
    },
    document: mail.document ?? null,
    record: mail.record ?? null,
    about: mail.about,
    ...(isToCustomer(kind) && linkId !== null && { replies: { linkId, otherwise: mail.replyTo } }),
    ...(mail.hasInvoice && { hasInvoice: mail.hasInvoice }),
    ...(mail.invoiceId && { invoiceId: mail.invoiceId }),
    ...(mail.actor && { actor: mail.actor }),
    ...(mail.at !== undefined && { at: mail.at }),
  };
  const doc = JSON.stringify(queued);
  const nextAt = mail.at === undefined ? real : real + LEASE_MS;
  const dedupe = mail.dedupe ?? null;
  const isNew = await enqueue(tx, account.id, { id, kind, documentId, dedupe, doc, now: real, nextAt });
  if (isNew) await recordMail(tx, deps, sent, now);
  return id;
}

/** Records an email so that answers to it find its quote. The business answers a notice by its own mail program. */
async function recordMail(
  tx: Sql,
  deps: Pick<Deps, 'config' | 'secret'>,
  sent: Parameters<typeof recordCustomerMail>[2],
  now: number,
): Promise<void> {
  const { accountId, documentId, messageId } = sent;
  if (isToCustomer(sent.kind)) await recordCustomerMail(tx, deps, sent, now);
  else if (documentId !== '' && getDocumentKind(documentId) === 'quote') {
    const mail = { message_id: messageId, document_id: documentId, sender: null, subject: null, at: now };
    await addThreadMail(tx, accountId, mail);
  }
}

/** Returns the email address of the owner; `null` if the account has none. */
export function ownerAddress(account: Account): MailAddress | null {
  const address = account.replyTo ?? account.email;
  return address === null ? null : { name: account.name, address };
}

/** Reads the owner's address from the current account, not from the parties of a quote. */
export async function findOwnerAddress(sql: Sql, accountId: string): Promise<MailAddress | null> {
  const stored = await findAccount(sql, accountId);
  return stored ? ownerAddress(stored.account) : null;
}
