import { createHash, createHmac } from 'node:crypto';
import type { Deps } from '../../app/deps.ts';
import type { AppResource } from '../../domain/apps/app.ts';
import { parseScope } from '../../domain/apps/authorization-request.ts';
import { DAY_MS } from '../../domain/calendar.ts';
import { Problem } from '../../domain/errors.ts';
import { KEY_SCOPES, type KeyAccess, listScopes } from '../../domain/people/key-scopes.ts';
import type { Sql } from '../../store/database.ts';
import {
  deleteGrant,
  findGrant,
  findGrantByToken,
  type GrantRow,
  insertToken,
  loadGrant,
  rotateGrant,
} from '../../store/tables/apps/grants.ts';
import { hashSecret, newSecretCode } from '../people/secret-code.ts';
import { secondsLeft } from '../rate-limits.ts';
import { endApp } from './connected-apps.ts';

/** Access tokens begin with it, so that they are told from keys, and a secret scanner finds them. */
export const APP_TOKEN_PREFIX = 'prf_app_';
/** A refresh token is the secret of its grant, the same for all of them, and one of its own. */
const REFRESH_TOKEN = /^prf_ref_([\w-]{22})\.[\w-]{43}$/;

const ACCESS_TOKEN_MS = 60 * 60_000;
/** A refresh token that is not used for so long ends. */
const REFRESH_IDLE_MS = 90 * DAY_MS;
/** The secret of an app as RFC 7636 has it. */
const VERIFIER = /^[\w.~-]{43,128}$/;
/** A refresh token that was used just now may come again from the app itself, which has lost the response. */
const GRACE_MS = 10_000;
/** Requests for tokens per grant per minute: an app needs one per hour. */
const MAX_PER_MINUTE = 30;

type TokenDeps = Pick<Deps, 'db' | 'rateLimits' | 'clock' | 'secret'>;

export interface AppTokens {
  accessToken: string;
  refreshToken: string;
  expiresInSeconds: number;
  scope: string;
  access: KeyAccess;
}

export type TokenError = 'invalid_grant' | 'invalid_target' | 'invalid_scope';

/** The resource that a request for a token names; `undefined` if it names none, `null` if it names an unknown one. */
type NamedResource = AppResource | undefined | null;

interface CodeUse {
  code: string;
  clientId: string;
  redirectUri: string;
  verifier: string;
  resource: NamedResource;
}

/**
 * Redeems a code, once. A code that comes again, too late, from another app or without its secret was stolen or guessed:
 * whatever it has brought ends.
 */
export function redeemCode(
  deps: TokenDeps,
  { code, clientId, redirectUri, verifier, resource }: CodeUse,
  now: number,
): Promise<AppTokens | TokenError> {
  return useGrant(deps, 'code_hash', code, async (tx, grant) => {
    const isRight =
      grant.refresh_hash === null &&
      grant.code_until > now &&
      grant.client_id === clientId &&
      grant.redirect_uri === redirectUri &&
      VERIFIER.test(verifier) &&
      grant.challenge === createHash('sha256').update(verifier).digest('base64url');
    if (isRight && isSameResource(grant, resource)) {
      const tokens = formatTokens(newSecretCode(16), newSecretCode(32), newSecretCode(32), grant.access);
      return issueTokens(tx, grant, tokens, null, now);
    }
    await deleteGrant(tx, grant);
    return isRight ? 'invalid_target' : 'invalid_grant';
  });
}

interface Refresh {
  token: string;
  clientId: string;
  resource: NamedResource;
  /** Scope of the access token; the refresh token keeps that of the grant. */
  scope: string | null;
  /** Where the request comes from. */
  network: string;
}

/**
 * Exchanges a refresh token for the next one. One that comes again soon from the same app and network gets the same
 * tokens, as long as the next one is not used: the response was lost. Any other used one was stolen: the whole grant ends.
 */
export function refreshTokens(
  deps: TokenDeps,
  { token, clientId, resource, scope, network }: Refresh,
  now: number,
): Promise<AppTokens | TokenError> {
  const [, family] = REFRESH_TOKEN.exec(token) ?? [];
  if (family === undefined) return Promise.resolve('invalid_grant');
  return useGrant(deps, 'family_hash', family, async (tx, grant) => {
    const hash = hashSecret(token);
    const isCurrent = hash === grant.refresh_hash;
    const from = derive(deps, 'network', network);
    const used = listJustUsed(grant, now).find((earlier) => earlier.startsWith(`${hash}@`));
    const isOfApp = grant.client_id === clientId;
    if (!isCurrent && !(isOfApp && used?.endsWith(`@${from}`))) {
      await deleteGrant(tx, grant);
      return 'invalid_grant';
    }
    if (!isOfApp || grant.expires_at <= now) return 'invalid_grant';
    if (!isSameResource(grant, resource)) return 'invalid_target';
    const access = parseScope(scope, grant.access);
    if (access === undefined || KEY_SCOPES.indexOf(access) > KEY_SCOPES.indexOf(grant.access))
      return 'invalid_scope';
    const secrets = ['refresh', 'access'].map((kind) => derive(deps, kind, grant.id, hash, access));
    const tokens = formatTokens(family, secrets[0] ?? '', secrets[1] ?? '', access);
    if (isCurrent) return issueTokens(tx, grant, tokens, from, now);
    return hashSecret(tokens.refreshToken) === grant.refresh_hash ? tokens : 'invalid_grant';
  });
}

/** Derives the secret of a token from the one before it, so that nothing but hashes is stored for a repeat. */
function derive({ secret }: TokenDeps, ...parts: string[]): string {
  return createHmac('sha256', secret)
    .update(`app token ${parts.join(' ')}`)
    .digest('base64url');
}

/** Ends the grant of a token of either kind, as an app asks for when its user signs out (RFC 7009). */
export async function revokeToken(
  deps: TokenDeps,
  { token, clientId }: { token: string; clientId: string },
): Promise<void> {
  const [, family] = REFRESH_TOKEN.exec(token) ?? [];
  if (family === undefined) {
    const grant = await findGrantByToken(deps.db.read, hashSecret(token));
    if (grant?.client_id === clientId) await endApp(deps, { accountId: grant.account_id, id: grant.id });
    return;
  }
  await useGrant(deps, 'family_hash', family, async (tx, grant) => {
    if (grant.client_id === clientId) await deleteGrant(tx, grant);
    return 'invalid_grant';
  });
}

/** Uses a grant in one transaction, not too often: each use may store a token. */
async function useGrant(
  { db, rateLimits, clock }: TokenDeps,
  by: Parameters<typeof findGrant>[1],
  secret: string,
  use: (tx: Sql, grant: GrantRow) => Promise<AppTokens | TokenError>,
): Promise<AppTokens | TokenError> {
  const found = await findGrant(db.read, by, hashSecret(secret));
  if (!found) return 'invalid_grant';
  const { account_id: accountId, id: subject } = found;
  const limit = { accountId, kind: 'app token', subject, perMinute: MAX_PER_MINUTE };
  const window = await rateLimits.count(limit, clock());
  if (window.left < 0) {
    const seconds = secondsLeft(window, clock());
    throw new Problem('rate_limited', `Too many requests for tokens. Try again in ${seconds} s.`, {
      headers: { 'Retry-After': String(seconds) },
    });
  }
  return db.write(
    async (tx) => {
      const grant = await loadGrant(tx, found);
      return grant ? use(tx, grant) : 'invalid_grant';
    },
    { account: accountId, evenIfClosed: true, evenIfMoved: true },
  );
}

function formatTokens(family: string, refresh: string, token: string, access: KeyAccess): AppTokens {
  return {
    accessToken: APP_TOKEN_PREFIX + token,
    refreshToken: `prf_ref_${family}.${refresh}`,
    expiresInSeconds: ACCESS_TOKEN_MS / 1000,
    scope: listScopes(access).join(' '),
    access,
  };
}

/** Stores new tokens. `from` is the network that has used the refresh token before them. */
async function issueTokens(
  tx: Sql,
  grant: GrantRow,
  tokens: AppTokens,
  from: string | null,
  now: number,
): Promise<AppTokens> {
  const [, family = ''] = REFRESH_TOKEN.exec(tokens.refreshToken) ?? [];
  const hashes = { family: hashSecret(family), refresh: hashSecret(tokens.refreshToken) };
  const used =
    grant.refresh_hash === null ? [] : [...listJustUsed(grant, now), `${grant.refresh_hash}@${now}@${from}`];
  const earlier = used.join(' ') || null;
  await rotateGrant(tx, grant, { ...hashes, earlier, expiresAt: now + REFRESH_IDLE_MS }, now);
  const access = tokens.access === grant.access ? null : tokens.access;
  const token = { hash: hashSecret(tokens.accessToken), expiresAt: now + ACCESS_TOKEN_MS, access };
  await insertToken(tx, grant, token);
  return tokens;
}

/** Lists the refresh tokens that were used just now, each as its hash, the time of its use and the network it came from. */
function listJustUsed({ earlier_hash: earlier }: GrantRow, now: number): string[] {
  return (earlier?.split(' ') ?? []).filter((used) => now < Number(used.split('@')[1]) + GRACE_MS);
}

function isSameResource({ resource }: GrantRow, named: NamedResource): boolean {
  return named === undefined || named === resource;
}
