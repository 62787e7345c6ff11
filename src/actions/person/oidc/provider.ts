import type * as OpenId from 'openid-client';
import type { Config } from '../../../config.ts';
import type { IdentityKey } from '../../../store/tables/person/identities.ts';

/** What the provider says of a person. */
export interface Identity extends IdentityKey {
  email: string | undefined;
  isVerified: boolean;
  name: string | undefined;
}

/** What must come back unchanged, and what only we know. */
interface OidcStep {
  state: string;
  nonce: string;
  verifier: string;
}

export interface OidcProvider {
  start(options: { redirectUri: string; isAgain: boolean }): Promise<{ url: string; step: OidcStep }>;
  /** Rejects whatever does not hold. */
  finish(callback: URL, step: OidcStep): Promise<Identity>;
}

/** OpenID Connect with a code, PKCE, state and nonce. `undefined` where no provider is configured. */
export function createOidcProvider(config: Config): OidcProvider | undefined {
  const { oidcIssuer, oidcClientId, oidcClientSecret } = config;
  if (oidcIssuer === null || oidcClientId === null) return undefined;
  let known: Promise<[typeof OpenId, OpenId.Configuration]> | undefined;

  /** Asked for at the first sign-in: a provider that is away keeps nobody from starting, nor from trying again. */
  function discovered(): Promise<[typeof OpenId, OpenId.Configuration]> {
    known ??= discover(oidcIssuer ?? '', oidcClientId ?? '', oidcClientSecret).catch((error) => {
      known = undefined;
      throw error;
    });
    return known;
  }

  return {
    async start({ redirectUri, isAgain }) {
      const [openId, client] = await discovered();
      const step = {
        state: openId.randomState(),
        nonce: openId.randomNonce(),
        verifier: openId.randomPKCECodeVerifier(),
      };
      const url = openId.buildAuthorizationUrl(client, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: step.state,
        nonce: step.nonce,
        code_challenge: await openId.calculatePKCECodeChallenge(step.verifier),
        code_challenge_method: 'S256',
        ...(isAgain && { prompt: 'login' }),
      });
      return { url: url.href, step };
    },

    async finish(callback, { state, nonce, verifier }) {
      const [openId, client] = await discovered();
      const tokens = await openId.authorizationCodeGrant(client, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('the provider sent no identity');
      return {
        issuer: claims.iss,
        subject: claims.sub,
        email: textOf(claims.email),
        isVerified: claims.email_verified === true,
        name: textOf(claims.name),
      };
    },
  };
}

const TIMEOUT_SECONDS = 10;

async function discover(
  issuer: string,
  clientId: string,
  secret: string | null,
): Promise<[typeof OpenId, OpenId.Configuration]> {
  // Loaded here because it is slow to import and most installations do without.
  const openId = await import('openid-client');
  const url = new URL(issuer);
  const isLocal = url.protocol === 'http:';
  const options = { timeout: TIMEOUT_SECONDS, ...(isLocal && { execute: [openId.allowInsecureRequests] }) };
  const how = secret === null ? openId.None() : openId.ClientSecretPost(secret);
  return [openId, await openId.discovery(url, clientId, undefined, how, options)];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
