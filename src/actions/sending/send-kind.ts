import type { MailContent } from '../../adapters/mail/mail-content.ts';
import type { Deps } from '../../app/deps.ts';
import type { Account } from '../../domain/account/account.ts';
import type { DocumentKind, Parties } from '../../domain/document.ts';
import type { Problem } from '../../domain/errors.ts';
import type { MailMessage } from '../../domain/mail/mail.ts';
import type { Sql } from '../../store/database.ts';
import type { NewEvent } from '../../store/tables/events/events.ts';
import type { HostedDocument } from './documents/ensure-document.ts';
import type { PreparedSend, SendRequest } from './prepared-send.ts';

/** A document that can be sent. */
export interface SendableDocument {
  id: string;
  customerId: string;
}

/** A document as it is stored, locked by a transaction. */
export interface StoredDocument {
  version: number;
  linkId: string | null;
}

/** A document to send, as last read. */
export interface FoundDocument<Doc, Stored> {
  doc: Doc;
  version: number;
  /** Repeats the checks inside the transaction and locks the document. */
  lock(tx: Sql): Promise<Stored>;
  /** Reads the document again after a concurrent change. */
  again(): Promise<FoundDocument<Doc, Stored>>;
}

/**
 * What differs when another kind of document is sent. Each kind describes itself with this; the send itself (begin,
 * deliver, end, recover) exists once.
 */
export interface SendKind<Doc extends SendableDocument, Stored extends StoredDocument> {
  kind: DocumentKind;
  /** Sentence for the error of a failed delivery. */
  describeNotSent(doc: Doc): string;
  createNotFound(): Problem;
  createChanged(): Problem;
  /** Hash of the content: sending the same content again is the same message. */
  hashContent(doc: Doc): string;
  /** Returns the document and the parties as the email and the PDF show them, and the account that sends it. */
  compose(
    deps: Deps,
    accountId: string,
    before: Doc,
  ): Promise<{ doc: Doc; parties: Parties; sender: Account }>;
  /** Renders the PDF for the holder of a link. */
  render(deps: Deps, accountId: string, shown: ShownDocument<Doc>): Promise<HostedDocument>;
  /** Renders the email, and reads the files that are attached in addition to the PDF. */
  renderEmail(deps: Deps, mail: EmailInput<Doc>): Promise<{ content: MailContent; files: Files }>;
  /** Loads and locks the document, in the status that it has now. */
  load(tx: Sql, accountId: string, id: string, now: number): Promise<Stored | undefined>;
  /** Stores that the email was accepted. Returns the document as it is then. */
  storeSent(tx: Sql, deps: Deps, prepared: PreparedSend<Doc>, stored: Stored, now: number): Promise<Stored>;
  /** Details of the event `sent`. */
  describeSent(doc: Doc): Record<string, unknown>;
  recordEvent(tx: Sql, accountId: string, stored: Stored, event: SendEvent, now: number): Promise<void>;
}

/** A document with its parties and the link of its recipient. */
interface ShownDocument<Doc> {
  doc: Doc;
  parties: Parties;
  publicUrl: string;
}

interface EmailInput<Doc> extends ShownDocument<Doc> {
  request: SendRequest;
  /** Size of the PDF. */
  pdfBytes: number;
}

type Files = MailMessage['attachments'];

type SendEvent = NewEvent & { type: 'sent' | 'send_failed' };
