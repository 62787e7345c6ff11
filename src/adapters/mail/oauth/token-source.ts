import type * as OpenId from 'openid-client';
import { createBoundedFetch } from './bounded-fetch.ts';
import { toMailOAuthError } from './failures.ts';
import type { OAuthClientOptions } from './provider.ts';

/** Access tokens for one mail server, kept in memory. */
export interface TokenSource {
  /** With `isRefused`, the server has rejected the last one. Rejects with a `MailOAuthError`. */
  getToken(options: { isRefused: boolean }): Promise<string>;
}

export interface TokenSourceSettings {
  tokenUrl: string;
  clientId: string;
  clientSecret: string | null;
  /** `null` for client credentials. */
  refreshToken: string | null;
  scope: string | null;
}

/** Tokens are renewed this long before they end. */
const RENEW_AHEAD_MS = 5 * 60_000;
const DEFAULT_LIFE_S = 3600;
const TIMEOUT_MS = 10_000;
/** Names the endpoint in errors. */
const NAME = 'The token endpoint';

/** Requests a token by a refresh token or by the credentials of the client. Callers at the same time share a request. */
export function createTokenSource(
  { refreshToken, ...settings }: TokenSourceSettings,
  {
    caCertificates,
    timeoutMs = TIMEOUT_MS,
    clock = Date.now,
  }: OAuthClientOptions & { clock?: () => number } = {},
): TokenSource {
  let current: { token: string; expiresAt: number } | undefined;
  let running: Promise<string> | undefined;
  let known: Promise<[typeof OpenId, OpenId.Configuration]> | undefined;

  async function request(): Promise<string> {
    known ??= createClient(settings, timeoutMs, caCertificates);
    const [openId, client] = await known;
    const scope: Record<string, string> = settings.scope === null ? {} : { scope: settings.scope };
    try {
      const response =
        refreshToken === null
          ? await openId.clientCredentialsGrant(client, scope)
          : await openId.refreshTokenGrant(client, refreshToken, scope);
      if (refreshToken !== null) refreshToken = response.refresh_token ?? refreshToken;
      const expiresAt = clock() + (response.expires_in ?? DEFAULT_LIFE_S) * 1000;
      current = { token: response.access_token, expiresAt };
      return response.access_token;
    } catch (error) {
      throw toMailOAuthError(openId, NAME, error);
    }
  }

  return {
    async getToken({ isRefused }) {
      if (isRefused) current = undefined;
      if (current && current.expiresAt - RENEW_AHEAD_MS > clock()) return current.token;
      running ??= request().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}

async function createClient(
  { tokenUrl, clientId, clientSecret }: Omit<TokenSourceSettings, 'refreshToken'>,
  timeoutMs: number,
  caCertificates: string[] | undefined,
): Promise<[typeof OpenId, OpenId.Configuration]> {
  // Imported here because it is slow to load and most installations do not need it.
  const openId = await import('openid-client');
  const server = { issuer: new URL(tokenUrl).origin, token_endpoint: tokenUrl };
  const how = clientSecret === null ? openId.None() : openId.ClientSecretPost(clientSecret);
  const client = new openId.Configuration(server, clientId, undefined, how);
  client.timeout = timeoutMs / 1000;
  client[openId.customFetch] = createBoundedFetch(NAME, caCertificates);
  return [openId, client];
}
