import type { FixedServer, MailServer } from './mail-server.ts';

/** An email ready for delivery. All header values are plain text; the mailer encodes them. */
export interface MailMessage {
  messageId: string;
  from: MailAddress;
  replyTo: MailAddress | null;
  to: MailAddress[];
  cc: MailAddress[];
  subject: string;
  text: string;
  html: string;
  attachments: { filename: string; contentType: string; content: Uint8Array; cid?: string }[];
  headers: Record<string, string>;
  /** Message-IDs of the earlier emails of the same conversation, oldest first. */
  references?: string[];
}

export interface MailAddress {
  name: string | null;
  address: string;
}

/**
 * The outcome of a delivery.
 * `taken`: the server replied 250 for at least the `to` recipients.
 * `refused`: the server rejected the message permanently (5xx); nothing was delivered.
 * `unavailable`: no server, or a temporary rejection (4xx); nothing was delivered, a later attempt may succeed.
 * `timeout`: the time limit was reached before the whole message was transmitted.
 * `unknown`: the whole message was transmitted, but the reply was lost.
 * `sign_in_needed`: the server rejected the credentials of the account; nothing was delivered until an owner signs in.
 */
export type MailOutcome = { outcome: 'taken'; response: string } | MailFailure;

export interface MailFailure {
  outcome: 'refused' | 'unavailable' | 'timeout' | 'unknown' | 'sign_in_needed';
  response: string;
  /** Why no session was established. */
  reason?: ConnectFailure;
  /** Whether the server is the account's own. */
  isOwn?: boolean;
}

export type ConnectFailure =
  | 'name'
  | 'login'
  | 'no_login'
  | 'certificate'
  | 'expired'
  | 'encryption'
  | 'plain'
  | 'protocol'
  | 'connection';

/** Delivers by servers that accounts named. Connections are kept by `key`, which changes with the credentials. */
export interface ServerMailers {
  deliver(key: string, server: MailServer, message: MailMessage, deadline: number): Promise<MailOutcome>;
  close(): Promise<void>;
}

/** Delivers by the mail servers of accounts. */
export interface OwnMail {
  deliver(accountId: string, message: MailMessage, deadline: number): Promise<MailOutcome>;
  /** Delivers by a server that is not stored yet. */
  test(server: FixedServer, message: MailMessage, deadline: number): Promise<MailOutcome>;
  close(): Promise<void>;
}

/** Delivers one message and returns the outcome. Failures of the mail system are outcomes, never exceptions. */
export interface Mailer {
  /** After the deadline, a time of the clock, the message is not transmitted any more: the outcome is `timeout`. */
  deliver(message: MailMessage, deadline: number): Promise<MailOutcome>;
  close(): Promise<void>;
}
