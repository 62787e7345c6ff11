import type * as OpenId from 'openid-client';
import {
  type MailGrant,
  MailOAuthError,
  type MailOAuthProvider,
  type MailTokens,
  OAUTH_MAIL_NAMES,
} from '../../../domain/mail/mail-oauth.ts';
import { createBoundedFetch } from './bounded-fetch.ts';
import type { ProviderProfile } from './endpoints.ts';
import { toMailOAuthError } from './failures.ts';
import { readMailboxName } from './mailbox-name.ts';

export interface OAuthClientOptions {
  /** Authorities to trust instead of those of Node. */
  caCertificates?: string[] | undefined;
  /** Longest that one request may take. */
  timeoutMs?: number | undefined;
}

export interface OAuthCredentials {
  clientId: string;
  clientSecret: string;
}

type Client = [openId: typeof OpenId, client: OpenId.Configuration];

/** Authorization code with PKCE, state, nonce and a signed ID token, and refresh. */
export function createOAuthProvider(
  profile: ProviderProfile,
  credentials: OAuthCredentials,
  options: OAuthClientOptions = {},
): MailOAuthProvider {
  const { kind, scope, parameters, requiredScope, servers, authservId } = profile;
  const name = OAUTH_MAIL_NAMES[kind];
  let known: Promise<Record<'signIn' | 'refresh', Client>> | undefined;

  async function run<T>(use: 'signIn' | 'refresh', work: (...client: Client) => Promise<T>): Promise<T> {
    known ??= createClients(profile, credentials, options);
    const { [use]: client } = await known;
    try {
      return await work(...client);
    } catch (error) {
      throw toMailOAuthError(client[0], name, error);
    }
  }

  return {
    servers,
    authservId,

    buildUrl: (redirectUri, { state, nonce, verifier }) =>
      run('signIn', async (openId, client) => {
        const url = openId.buildAuthorizationUrl(client, {
          ...parameters,
          ...{ redirect_uri: redirectUri, scope, state, nonce },
          code_challenge: await openId.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        });
        return url.href;
      }),

    exchangeCode: (callback, { state, nonce, verifier }) =>
      run('signIn', async (openId, client) => {
        const response = await openId.authorizationCodeGrant(client, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        // Google lets the owner untick single permissions.
        if (requiredScope !== undefined && response.scope?.split(' ').includes(requiredScope) === false) {
          throw new MailOAuthError('denied', `${name} was not allowed to give access to the mailbox.`);
        }
        const { refreshToken, ...tokens } = toTokens(response);
        const mailbox = readMailboxName(kind, response.claims() ?? {});
        if (refreshToken === undefined || !mailbox) {
          throw new MailOAuthError('misconfigured', `${name} sent no refresh token or no email address.`);
        }
        return { ...tokens, refreshToken, ...mailbox } satisfies MailGrant;
      }),

    refresh: (refreshToken) =>
      run('refresh', async (openId, client) =>
        toTokens(await openId.refreshTokenGrant(client, refreshToken)),
      ),
  };
}

const DEFAULT_TIMEOUT_MS = 10_000;
/** Life of an access token if the provider does not say it. */
const DEFAULT_LIFE_S = 3600;

/**
 * The endpoints are fixed, so nothing is requested here. The library reads them like a discovered document, because it
 * then knows that the issuer of Microsoft depends on the tenant. A refresh needs no identity: it must not fail because
 * the provider's signing keys are unavailable.
 */
async function createClients(
  { issuerUrl, kind, metadata }: ProviderProfile,
  { clientId, clientSecret }: OAuthCredentials,
  { caCertificates, timeoutMs = DEFAULT_TIMEOUT_MS }: OAuthClientOptions,
): Promise<Record<'signIn' | 'refresh', Client>> {
  // Imported here because it is slow to load and most installations do not need it.
  const openId = await import('openid-client');
  const create = async (): Promise<OpenId.Configuration> => {
    const how = openId.ClientSecretPost(clientSecret);
    const client = await openId.discovery(new URL(issuerUrl), clientId, undefined, how, {
      [openId.customFetch]: async () => Response.json(metadata),
    });
    client.timeout = timeoutMs / 1000;
    client[openId.customFetch] = createBoundedFetch(OAUTH_MAIL_NAMES[kind], caCertificates);
    return client;
  };
  const [signIn, refresh] = await Promise.all([create(), create()]);
  openId.enableNonRepudiationChecks(signIn);
  return { signIn: [openId, signIn], refresh: [openId, refresh] };
}

function toTokens(response: OpenId.TokenEndpointResponse): MailTokens {
  return {
    accessToken: response.access_token,
    expiresInMs: (response.expires_in ?? DEFAULT_LIFE_S) * 1000,
    refreshToken: response.refresh_token,
  };
}
