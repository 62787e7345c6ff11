import type { Deps } from '../../deps.ts';
import type { Account } from '../../domain/account/account.ts';
import type { QuoteSource } from '../../domain/document.ts';
import { newId } from '../../domain/ids.ts';
import type { MailAddress, MailMessage } from '../../domain/mail/mail.ts';
import { messageIdOf } from '../../domain/mail/mail-address.ts';
import type { Actor } from '../../domain/quote/history.ts';
import type { MailContent } from '../../mail/mail-content.ts';
import type { Sql } from '../../store/database.ts';
import { findAccount } from '../../store/tables/account/accounts.ts';
import { enqueue } from '../../store/tables/mail/outbox.ts';
import type { DocumentRecord } from '../../store/tables/quote/shown-documents.ts';
import { realTime } from '../account/account-time.ts';

/** So long whoever has taken a mail may take to hand it over. */
export const LEASE_MS = 120_000;

export type QueuedKind =
  | 'accepted_copy'
  | 'answer_notice'
  | 'question'
  | 'renewal_request'
  | 'reminder'
  | 'message'
  | 'endpoint_disabled';

/** A mail that waits in the outbox, complete but for the PDF, which is made when it goes out. */
export interface QueuedMail {
  quoteId: string;
  message: Omit<MailMessage, 'attachments'> & { attachments: QueuedAttachment[] };
  document: QuoteSource | null;
  /** Under which that document is known, when it is one of record. */
  record?: DocumentRecord | null;
  /** What a reminder or a message says: it goes out only while that is true. */
  about?: { validUntil?: string; linkId: string };
  /** Who asked for a reminder, when it was not time alone. */
  actor?: Actor;
  /** By the clock of the account, when it goes out; without it, then. */
  at?: number;
}

type QueuedAttachment = Omit<MailMessage['attachments'][number], 'content'> & { content: string };

/**
 * Written in the transaction of what it is about: no mail without the fact, no fact without the mail. Gives its
 * identifier.
 */
export async function queueMail(
  tx: Sql,
  deps: Pick<Deps, 'config'>,
  account: Account,
  mail: {
    kind: QueuedKind;
    quoteId: string;
    to: MailAddress;
    replyTo: MailAddress | null;
    content: MailContent;
    document?: QuoteSource | null;
    record?: DocumentRecord | null;
    dedupe?: string | null;
    about?: QueuedMail['about'];
    actor?: Actor;
    at?: number;
  },
  now: number,
): Promise<string> {
  const real = realTime(tx, now);
  const id = newId('mail', real);
  const { attachments, ...content } = mail.content;
  const queued: QueuedMail = {
    quoteId: mail.quoteId,
    message: {
      messageId: messageIdOf(id, deps.config.mailFrom),
      from: { name: account.name, address: deps.config.mailFrom },
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
    },
    document: mail.document ?? null,
    record: mail.record ?? null,
    about: mail.about,
    ...(mail.actor && { actor: mail.actor }),
    ...(mail.at !== undefined && { at: mail.at }),
  };
  const doc = JSON.stringify(queued);
  const nextAt = mail.at === undefined ? real : real + LEASE_MS;
  await enqueue(tx, account.id, { id, kind: mail.kind, dedupe: mail.dedupe ?? null, doc, now: real, nextAt });
  return id;
}

/** Where the owner reads mail; `null` when the account has no address. */
export function ownerAddress(account: Account): MailAddress | null {
  const address = account.replyTo ?? account.email;
  return address === null ? null : { name: account.name, address };
}

/** Of the account as it is now, whatever a quote was sent with. */
export async function findOwnerAddress(sql: Sql, accountId: string): Promise<MailAddress | null> {
  const stored = await findAccount(sql, accountId);
  return stored ? ownerAddress(stored.account) : null;
}
