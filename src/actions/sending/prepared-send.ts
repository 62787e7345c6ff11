import type { Account } from '../../domain/account/account.ts';
import type { Parties } from '../../domain/document.ts';
import type { Actor } from '../../domain/quote/history.ts';
import type { Sending } from '../../store/tables/mail/sendings.ts';
import type { HostedDocument } from './documents/ensure-document.ts';

export interface SendRequest {
  accountId: string;
  actor: Actor;
  to: string;
  cc: string[];
  /** Those who get the document without a link, by the outbox: of a quote with signers. */
  copies?: readonly string[];
  subject: string | null;
  message: string | null;
  idempotencyKey: string | null;
}

/** Content of a send. */
export interface Outgoing<Doc> {
  /** The document before the send. */
  before: Doc;
  /** The version of the document before the send. */
  version: number;
  /** The document as the email and the PDF show it. */
  doc: Doc;
  /** Account and customer as the email and the PDF show them. */
  parties: Parties;
  /** The account as it is now, which sends the email and gets the replies. */
  sender: Account;
  /** The link in the email and, for quotes, in the PDF. */
  linkId: string;
  document: HostedDocument;
}

/** A send whose content and record are fixed before the email is delivered. */
export interface PreparedSend<Doc> extends Outgoing<Doc> {
  request: SendRequest;
  sending: Sending;
  /** Whether the link was created for this send. */
  isNewLink: boolean;
}
