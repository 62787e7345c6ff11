import type { MailOAuthProviders } from '../../domain/mail/mail-oauth.ts';
import { describeGoogle, describeMicrosoft, type ProviderProfile } from './endpoints.ts';
import { createOAuthProvider, type OAuthClientOptions } from './provider.ts';

/** The SMTP and the IMAP server that replace those of a provider in tests. */
export type MailServerPair = ProviderProfile['servers'];

/** Settings of the installation; `null` if they are not set. */
interface OAuthSettings {
  microsoftClientId: string | null;
  microsoftClientSecret: string | null;
  microsoftTenant: string;
  microsoftOauthUrl: string | null;
  microsoftMailServers: MailServerPair | null;
  googleClientId: string | null;
  googleClientSecret: string | null;
  googleOauthUrl: string | null;
  googleMailServers: MailServerPair | null;
}

/** The OAuth library is loaded at first use. */
export function createMailOAuthProviders(
  settings: OAuthSettings,
  options: OAuthClientOptions = {},
): MailOAuthProviders {
  const create = (
    profile: ProviderProfile,
    clientId: string | null,
    clientSecret: string | null,
    servers: MailServerPair | null,
  ) =>
    clientId === null || clientSecret === null
      ? undefined
      : createOAuthProvider({ ...profile, ...(servers && { servers }) }, { clientId, clientSecret }, options);
  const { microsoftTenant, microsoftOauthUrl, googleOauthUrl } = settings;
  return {
    microsoft: create(
      describeMicrosoft(microsoftTenant, microsoftOauthUrl),
      settings.microsoftClientId,
      settings.microsoftClientSecret,
      settings.microsoftMailServers,
    ),
    google: create(
      describeGoogle(googleOauthUrl),
      settings.googleClientId,
      settings.googleClientSecret,
      settings.googleMailServers,
    ),
  };
}
