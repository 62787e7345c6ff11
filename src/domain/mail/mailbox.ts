import type { MailPlace } from './incoming-mail.ts';
import type { MailServer } from './mail-server.ts';

/** Reads the mailbox of an account. Nothing in it is marked or deleted. */
export interface MailboxReader {
  /** Opens a folder for reading only. Throws a `SignInNeeded` or a `MailboxError`. */
  open(server: MailServer, folder: string, signal: AbortSignal): Promise<OpenMailbox>;
}

/** Every function throws a `MailboxError` if the server fails, and the signal's reason if it is aborted. */
export interface OpenMailbox {
  /** Changes when the server renumbers the mails; a UID means nothing under another one. */
  uidValidity: string;
  /** UID that the next arriving mail gets. */
  uidNext: number;
  /** Mails with a higher UID than the given one, in the order of their UIDs. Arrivals since the opening are left out. */
  listAfter(uid: number, limit: number): Promise<MailSummary[]>;
  /** Returns the lowest UID of the mails that arrived since about a day before the time; `uidNext` without any. */
  findFirstSince(time: number): Promise<number>;
  /** Returns the time of arrival of the newest mail, by the server's clock; `null` for an empty mailbox. */
  findNewestTime(): Promise<number | null>;
  /** Returns the UIDs of the newest mails with a Message-ID. */
  findByMessageId(messageId: string, limit: number): Promise<number[]>;
  /** Returns the source without marking the mail as seen; `undefined` if the server returns no such mail. */
  fetchSource(uid: number, maxBytes: number): Promise<Uint8Array | 'too_large' | undefined>;
  /**
   * Moves a mail to a folder, which is created if it does not exist. Returns its place there; `null` if the server does
   * not state it.
   */
  move(uid: number, folder: string): Promise<MailPlace | null>;
  close(): Promise<void>;
}

/** The end of a mailbox: mails that arrive later have higher UIDs. */
export interface MailboxEnd {
  uidValidity: string;
  lastUid: number;
  /** Later than the arrival of every mail so far, by the server's clock. */
  since: number;
}

export interface MailSummary {
  uid: number;
  /** As the server states it; `null` if it lists the mail but did not return it. */
  bytes: number | null;
  /** Time of arrival by the server's clock; `null` if it states none. */
  receivedAt: number | null;
}

/** Kept as the last error of a mailbox while its server rejects the sign-in. */
export const SIGN_IN_REJECTED =
  'The mail server rejects the sign-in. Check that IMAP is switched on for the mailbox, or connect it again.';

/** The mailbox cannot be read now. The message is for the owner. */
export class MailboxError extends Error {}

export class FolderMissing extends MailboxError {}

/** The connection ended before the reply was complete. That says nothing about the mail that was requested. */
export class ConnectionLost extends MailboxError {}
