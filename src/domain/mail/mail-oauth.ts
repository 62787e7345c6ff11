import type { OAuthMailKind } from './mail-account.ts';

/** Names of the providers, which are the same in every language. */
export const OAUTH_MAIL_NAMES: Record<OAuthMailKind, string> = {
  microsoft: 'Microsoft 365',
  google: 'Google',
};

/** Tokens that open a mailbox. */
export interface MailTokens {
  accessToken: string;
  expiresInMs: number;
  /** Missing if the earlier one stays in use. */
  refreshToken: string | undefined;
}

/** Access to a mailbox that its owner has allowed. */
export interface MailGrant extends MailTokens {
  refreshToken: string;
  /** Name that signs in to the mail servers. */
  user: string;
  /** Address that emails come from. */
  address: string;
}

/** Values that belong to one authorization. The verifier never leaves the service before the code comes back. */
export interface AuthorizationStep {
  state: string;
  nonce: string;
  verifier: string;
}

/** Connects mailboxes at one provider. Every method rejects with a `MailOAuthError`. */
export interface MailOAuthProvider {
  readonly servers: Record<'smtp' | 'imap', { host: string; port: number }>;
  /** Name of the server whose `Authentication-Results` are trusted; `null` if it does not name itself. */
  readonly authservId: string | null;
  /** Returns the URL at which the owner signs in and allows access. */
  buildUrl(redirectUri: string, step: AuthorizationStep): Promise<string>;
  /** Exchanges the code in the callback for tokens, after checking the callback and the ID token. */
  exchangeCode(callback: URL, step: AuthorizationStep): Promise<MailGrant>;
  refresh(refreshToken: string): Promise<MailTokens>;
}

/** Providers without a configured client are `undefined`. */
export type MailOAuthProviders = Record<OAuthMailKind, MailOAuthProvider | undefined>;

/**
 * Why a provider issued no tokens.
 * `denied`: the owner did not allow access.
 * `rejected`: the code or the refresh token is not valid, and only a new sign-in helps.
 * `misconfigured`: the provider does not accept the client or its request.
 * `invalid`: the response or the callback is not valid, such as an ID token with another signature.
 * `unreachable`: there was no usable response; a later attempt may succeed.
 */
export type MailOAuthFailure = 'denied' | 'rejected' | 'misconfigured' | 'invalid' | 'unreachable';

/** The message never contains a token, a code or a secret. */
export class MailOAuthError extends Error {
  readonly reason: MailOAuthFailure;

  constructor(reason: MailOAuthFailure, message: string) {
    super(message);
    this.reason = reason;
  }
}
