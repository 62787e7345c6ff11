import type * as OpenId from 'openid-client';
import type { Config } from '../../../app/config/config.ts';
import type { IdentityKey } from '../../../store/tables/person/identities.ts';

/** Claims of the provider about a user. */
export interface Identity extends IdentityKey {
  email: string | undefined;
  isVerified: boolean;
  name: string | undefined;
  /** Time since the sign-in at the provider; `null` if it sends none. */
  authAgeMs: number | null;
  /** Whether the provider reports multi-factor authentication. */
  isMultiFactor: boolean;
}

/** The provider does not confirm a new sign-in although one was requested. */
export class StaleSignIn extends Error {}

/** Values that the callback must match, and the secret PKCE verifier. */
interface OidcStep {
  state: string;
  nonce: string;
  verifier: string;
  /** Earliest accepted sign-in at the provider; `null` if any is accepted. */
  freshSince: number | null;
}

export interface OidcProvider {
  start(options: { redirectUri: string; isAgain: boolean }): Promise<{ url: string; step: OidcStep }>;
  /** Throws if the callback is not valid. */
  finish(callback: URL, step: OidcStep): Promise<Identity>;
}

/** OpenID Connect with authorization code, PKCE, state, nonce and a signed ID token; `undefined` if not configured. */
export function createOidcProvider(config: Config): OidcProvider | undefined {
  const { oidcIssuer, oidcClientId, oidcClientSecret } = config;
  if (oidcIssuer === null || oidcClientId === null) return undefined;
  let known: Promise<[typeof OpenId, OpenId.Configuration]> | undefined;

  /** Runs the discovery at the first sign-in, and again after an error: a provider that is down must not prevent startup. */
  function getClient(): Promise<[typeof OpenId, OpenId.Configuration]> {
    known ??= discover(oidcIssuer ?? '', oidcClientId ?? '', oidcClientSecret).catch((error) => {
      known = undefined;
      throw error;
    });
    return known;
  }

  return {
    async start({ redirectUri, isAgain }) {
      const [openId, client] = await getClient();
      const step = {
        state: openId.randomState(),
        nonce: openId.randomNonce(),
        verifier: openId.randomPKCECodeVerifier(),
        freshSince: isAgain ? Date.now() : null,
      };
      const url = openId.buildAuthorizationUrl(client, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: step.state,
        nonce: step.nonce,
        code_challenge: await openId.calculatePKCECodeChallenge(step.verifier),
        code_challenge_method: 'S256',
        ...(isAgain && { prompt: 'login', max_age: '0' }),
      });
      return { url: url.href, step };
    },

    async finish(callback, { state, nonce, verifier, freshSince }) {
      const [openId, client] = await getClient();
      const tokens = await openId.authorizationCodeGrant(client, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('the provider sent no identity');
      if (freshSince !== null) expectFresh(claims.auth_time, freshSince);
      return {
        issuer: claims.iss,
        subject: claims.sub,
        email: asString(claims.email),
        isVerified: claims.email_verified === true,
        name: asString(claims.name),
        authAgeMs: claims.auth_time === undefined ? null : Math.max(0, Date.now() - claims.auth_time * 1000),
        isMultiFactor: Array.isArray(claims.amr) && claims.amr.includes('mfa'),
      };
    },
  };
}

/** Largest accepted difference between the clocks of the provider and this machine. */
const MAX_SKEW_MS = 30_000;

/** Uses the system clock, like the library for the other times of the token. */
function expectFresh(authTime: number | undefined, since: number): void {
  if (authTime === undefined) throw new StaleSignIn('the provider sent no auth_time');
  const at = authTime * 1000;
  if (at >= since - MAX_SKEW_MS && at <= Date.now() + MAX_SKEW_MS) return;
  throw new StaleSignIn('auth_time is not of this sign-in');
}

const TIMEOUT_SECONDS = 10;

async function discover(
  issuer: string,
  clientId: string,
  secret: string | null,
): Promise<[typeof OpenId, OpenId.Configuration]> {
  // Imported here because it is slow to load and most installations do not need it.
  const openId = await import('openid-client');
  const url = new URL(issuer);
  const isLocal = url.protocol === 'http:';
  const execute = [openId.enableNonRepudiationChecks, ...(isLocal ? [openId.allowInsecureRequests] : [])];
  const options = { timeout: TIMEOUT_SECONDS, execute };
  const how = secret === null ? openId.None() : openId.ClientSecretPost(secret);
  return [openId, await openId.discovery(url, clientId, undefined, how, options)];
}

function asString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
