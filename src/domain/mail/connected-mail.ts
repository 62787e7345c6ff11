import type { MailAccountKind } from './mail-account.ts';

/**
 * `sign_in_needed`: the mail server rejects the credentials. `unreadable`: they cannot be opened, because the secret that
 * encrypted them is not there. Both need a new connection.
 */
export const MAIL_STATES = ['not_connected', 'connected', 'sign_in_needed', 'unreadable'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** The mailbox of an account, and whether it can be read. */
export interface ConnectedMailbox {
  host: string;
  port: number;
  lastCheckedAt: string | null;
  /** Why replies cannot be read, or not be moved. */
  lastError: string | null;
  failingSince: string | null;
  /** Mails that could not be read. */
  skipped: number;
  lastSkippedAt: string | null;
}

/** The mail account of an account, without its credentials. */
export interface ConnectedMail {
  kind: MailAccountKind | null;
  state: MailState;
  from: string | null;
  user: string | null;
  host: string | null;
  port: number | null;
  /** The mailbox that replies are read from. */
  imap: ConnectedMailbox | null;
  plusAddressing: boolean;
  authservId: string | null;
  moveTo: string | null;
  connectedAt: string | null;
  connectedBy: string | null;
  lastSentAt: string | null;
  signInNeededSince: string | null;
  /** Emails that wait for the sign-in. */
  waiting: number;
}

export const NO_CONNECTED_MAIL: ConnectedMail = {
  kind: null,
  state: 'not_connected',
  from: null,
  user: null,
  host: null,
  port: null,
  imap: null,
  plusAddressing: false,
  authservId: null,
  moveTo: null,
  connectedAt: null,
  connectedBy: null,
  lastSentAt: null,
  signInNeededSince: null,
  waiting: 0,
};
