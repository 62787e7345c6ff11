import type { MailAccountKind } from './mail-account.ts';

/**
 * `sign_in_needed`: the mail server rejects the credentials. `unreadable`: they cannot be opened, because the secret that
 * encrypted them is not there. Both need a new connection.
 */
export const MAIL_STATES = ['not_connected', 'connected', 'sign_in_needed', 'unreadable'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** The mail account of an account, without its credentials. */
export interface ConnectedMail {
  kind: MailAccountKind | null;
  state: MailState;
  from: string | null;
  user: string | null;
  host: string | null;
  port: number | null;
  /** Where replies are read from. */
  imap: { host: string; port: number } | null;
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
