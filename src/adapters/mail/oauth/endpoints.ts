import type { OAuthMailKind } from '../../../domain/mail/mail-account.ts';
import type { MailOAuthProvider } from '../../../domain/mail/mail-oauth.ts';

/** The differences between the providers. */
export interface ProviderProfile {
  kind: OAuthMailKind;
  /** URL that the library compares the issuer with. */
  issuerUrl: string;
  /** The documented endpoints, in the form of a discovery document. */
  metadata: Record<'issuer' | 'authorization_endpoint' | 'token_endpoint' | 'jwks_uri', string>;
  scope: string;
  /** Scope without which nothing can be sent, for providers that let the owner leave out single ones. */
  requiredScope: string | undefined;
  /** Parameters of the authorization request that make the provider issue a refresh token. */
  parameters: Record<string, string>;
  servers: MailOAuthProvider['servers'];
  authservId: MailOAuthProvider['authservId'];
}

const MICROSOFT_URL = 'https://login.microsoftonline.com';
const MICROSOFT_SCOPES = [
  'https://outlook.office.com/SMTP.Send',
  'https://outlook.office.com/IMAP.AccessAsUser.All',
  ...['offline_access', 'openid', 'email'],
];
const GOOGLE_SCOPE = 'https://mail.google.com/';

/** `url` replaces the URL of Microsoft in tests. The tenant may be `common`, `organizations`, an id or a domain. */
export function describeMicrosoft(tenant: string, url: string | null): ProviderProfile {
  const base = `${url ?? MICROSOFT_URL}/${encodeURIComponent(tenant)}`;
  return {
    kind: 'microsoft',
    issuerUrl: `${base}/v2.0`,
    metadata: {
      // Microsoft's tokens name the tenant of the user; the library replaces the placeholder by it.
      issuer: url === null ? `${MICROSOFT_URL}/{tenantid}/v2.0` : `${base}/v2.0`,
      authorization_endpoint: `${base}/oauth2/v2.0/authorize`,
      token_endpoint: `${base}/oauth2/v2.0/token`,
      jwks_uri: `${base}/discovery/v2.0/keys`,
    },
    scope: MICROSOFT_SCOPES.join(' '),
    requiredScope: undefined,
    parameters: { prompt: 'select_account' },
    servers: {
      smtp: { host: 'smtp.office365.com', port: 587 },
      imap: { host: 'outlook.office365.com', port: 993 },
    },
    // Microsoft writes results without the name of the server, so that they cannot be distinguished from forged ones.
    authservId: null,
  };
}

/** `url` replaces the URLs of Google in tests. */
export function describeGoogle(url: string | null): ProviderProfile {
  return {
    kind: 'google',
    issuerUrl: url ?? 'https://accounts.google.com',
    metadata: {
      issuer: url ?? 'https://accounts.google.com',
      authorization_endpoint: `${url ?? 'https://accounts.google.com'}/o/oauth2/v2/auth`,
      token_endpoint: `${url ?? 'https://oauth2.googleapis.com'}/token`,
      jwks_uri: `${url ?? 'https://www.googleapis.com'}/oauth2/v3/certs`,
    },
    scope: `${GOOGLE_SCOPE} openid email`,
    requiredScope: GOOGLE_SCOPE,
    parameters: { access_type: 'offline', prompt: 'consent' },
    servers: {
      smtp: { host: 'smtp.gmail.com', port: 465 },
      imap: { host: 'imap.gmail.com', port: 993 },
    },
    authservId: 'mx.google.com',
  };
}
