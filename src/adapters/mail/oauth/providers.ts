import type { MailOAuthProviders } from '../../../domain/mail/mail-oauth.ts';
import { describeGoogle, describeMicrosoft, type ProviderProfile } from './endpoints.ts';
import { createOAuthProvider, type OAuthClientOptions } from './provider.ts';

/** Settings of the installation; `null` if they are not set. */
interface OAuthSettings {
  microsoftClientId: string | null;
  microsoftClientSecret: string | null;
  microsoftTenant: string;
  microsoftOauthUrl: string | null;
  microsoftMailServers: string[] | null;
  googleClientId: string | null;
  googleClientSecret: string | null;
  googleOauthUrl: string | null;
  googleMailServers: string[] | null;
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
    servers: string[] | null,
  ) =>
    clientId === null || clientSecret === null
      ? undefined
      : createOAuthProvider(replaceServers(profile, servers), { clientId, clientSecret }, options);
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

function replaceServers(profile: ProviderProfile, servers: string[] | null): ProviderProfile {
  const [smtp, imap] = (servers ?? []).map((server) => {
    const [host = '', port] = server.split(':');
    return { host, port: Number(port) };
  });
  return smtp && imap ? { ...profile, servers: { smtp, imap } } : profile;
}
