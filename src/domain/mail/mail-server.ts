/** A mail server that an account named, for sending (SMTP) or for reading (IMAP). */
export interface MailServer {
  host: string;
  port: number;
  /**
   * Returns the credentials when a connection is opened. With `isRefused`, the server has rejected those that were
   * returned last, so a token must be renewed. Throws a `SignInNeeded` if only the owner can get new ones.
   */
  login(options?: { isRefused?: boolean }): Promise<MailLogin>;
}

/** A server that is not stored yet. */
export interface FixedServer {
  id: string;
  host: string;
  port: number;
  login: MailLogin;
}

export type MailLogin = { user: string; password: string } | { user: string; accessToken: string };

/** The credentials no longer work, and only the owner can renew them by signing in again. */
export class SignInNeeded extends Error {}

/** The provider has rejected the refresh token, so that nothing can be sent or read. */
export class RefreshRejected extends SignInNeeded {}
