import type { MailAddress } from './mail.ts';

/** A mail from the mailbox of an account. All of it is a stranger's text. */
export interface IncomingMail {
  /** With angle brackets; `null` if the mail has none. */
  messageId: string | null;
  /** Message-IDs of `In-Reply-To` and `References`, with angle brackets, without duplicates, the nearest mail first. */
  references: string[];
  /** The sender, with the address in lower case; `null` if the mail names none or several. */
  from: MailAddress | null;
  /** Lower-case addresses that the mail was sent to: `To`, `Cc`, `Delivered-To`, `X-Original-To`. */
  recipients: string[];
  subject: string;
  /** `automatic` is a reply that no person wrote (RFC 3834), such as an out-of-office note. */
  kind: 'personal' | 'automatic' | 'bounce';
  /** Text of the sender, with the signature, without the quoted text. */
  text: string;
  /** The text that the reply quotes; `null` without any. */
  quotedText: string | null;
  /** Whether `text` was longer than is kept. */
  isCut: boolean;
  attachments: IncomingAttachment[];
  /** The report of a bounce (RFC 3464). */
  failures: DeliveryFailure[];
  /** The Message-ID of the mail that came back, with angle brackets; `null` if the report does not contain it. */
  returnedMessageId: string | null;
  /** The `Authentication-Results` headers (RFC 8601), topmost first. */
  authentication: AuthenticationResults[];
}

/** Result of one server's check of the sender of a mail. */
export interface AuthenticationResults {
  /** Name of the server in lower case; empty if it wrote none. */
  authservId: string;
  /** Its results of DMARC, normally one. `domains` are those in `From` that it checked, if it names them. */
  dmarc: { result: string; domains: string[] }[];
}

/** The kinds of incoming mails. */
export type ReceivedAs = 'reply' | 'bounce' | 'automatic' | 'ignored';

/** The place of a mail in a folder. */
export interface MailPlace {
  uidValidity: string;
  uid: number;
}

/** The place where a mail was received, by which its attachments can be fetched later. */
export interface ReceivedPlace extends MailPlace {
  mailboxId: string;
}

/** An attachment is listed only; its content stays in the mailbox. */
interface IncomingAttachment {
  /** Position among the attachments of the mail, from 0. */
  index: number;
  fileName: string;
  contentType: string;
  bytes: number;
}

export interface DeliveryFailure {
  /** Lower-case address of the final recipient. */
  recipient: string;
  /** `failed`, `delayed`, `delivered`, `relayed` or `expanded`. */
  action: string;
  /** Enhanced status code such as `5.1.1`; `null` without one. */
  status: string | null;
  /** The words of the server that rejected the mail, on one line; `null` without any. */
  diagnostic: string | null;
}

/** Largest source of a mail that is read: 25 MiB of attachments, which most providers allow, as they are encoded. */
export const MAX_MAIL_BYTES = 36_000_000;

/** Parses mails off the event loop, within limits. The mails of accounts take turns. */
export interface MailParser {
  /** Returns `undefined` for a mail that exceeds a limit. Rejects only if no mail can be parsed, as after `close`. */
  parse(source: Uint8Array, accountId?: string): Promise<IncomingMail | undefined>;
  /** Returns one attachment of a mail; `undefined` if there is none at that position. */
  extractAttachment(
    source: Uint8Array,
    index: number,
    accountId?: string,
  ): Promise<{ content: Uint8Array } | undefined>;
  close(): Promise<void>;
}

/** Fetches the attachment at a position of a received mail from the mailbox of an account. Rejects with a `Problem`. */
export type AttachmentFetcher = (
  accountId: string,
  place: ReceivedPlace,
  index: number,
) => Promise<Uint8Array>;
