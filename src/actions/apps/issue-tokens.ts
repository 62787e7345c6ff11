import { createHash } from 'node:crypto';
import type { Deps } from '../../app/deps.ts';
import type { AppResource } from '../../domain/apps/app.ts';
import { DAY_MS } from '../../domain/calendar.ts';
import { Problem } from '../../domain/errors.ts';
import { listScopes } from '../../domain/people/key-scopes.ts';
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
/** A refresh token that was used just now may come from a second request of the app itself. */
const GRACE_MS = 10_000;
/** Requests for tokens per grant per minute: an app needs one per hour. */
const MAX_PER_MINUTE = 30;

type TokenDeps = Pick<Deps, 'db' | 'rateLimits' | 'clock'>;

export interface AppTokens {
  accessToken: string;
  refreshToken: string;
  expiresInSeconds: number;
  scope: string;
}

export type TokenError = 'invalid_grant' | 'invalid_target';

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
      grant.challenge === createHash('sha256').update(verifier).digest('base64url');
    if (isRight && isSameResource(grant, resource)) return issueTokens(tx, grant, newSecretCode(16), now);
    await deleteGrant(tx, grant);
    return isRight ? 'invalid_target' : 'invalid_grant';
  });
}

/** Exchanges a refresh token for the next one. A used one that comes later was stolen: the whole grant ends. */
export function refreshTokens(
  deps: TokenDeps,
  { token, clientId, resource }: { token: string; clientId: string; resource: NamedResource },
  now: number,
): Promise<AppTokens | TokenError> {
  const [, family] = REFRESH_TOKEN.exec(token) ?? [];
  if (family === undefined) return Promise.resolve('invalid_grant');
  return useGrant(deps, 'family_hash', family, async (tx, grant) => {
    if (grant.client_id !== clientId || grant.expires_at <= now) return 'invalid_grant';
    const hash = hashSecret(token);
    if (hash === grant.refresh_hash) {
      return isSameResource(grant, resource) ? issueTokens(tx, grant, family, now) : 'invalid_target';
    }
    const isJustUsed = listJustUsed(grant, now).some((used) => used.startsWith(`${hash}@`));
    if (!isJustUsed) await deleteGrant(tx, grant);
    return 'invalid_grant';
  });
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

async function issueTokens(tx: Sql, grant: GrantRow, family: string, now: number): Promise<AppTokens> {
  const accessToken = APP_TOKEN_PREFIX + newSecretCode(32);
  const refreshToken = `prf_ref_${family}.${newSecretCode(32)}`;
  const hashes = { family: hashSecret(family), refresh: hashSecret(refreshToken) };
  const used =
    grant.refresh_hash === null ? [] : [...listJustUsed(grant, now), `${grant.refresh_hash}@${now}`];
  const earlier = used.join(' ') || null;
  await rotateGrant(tx, grant, { ...hashes, earlier, expiresAt: now + REFRESH_IDLE_MS }, now);
  await insertToken(tx, grant, { hash: hashSecret(accessToken), expiresAt: now + ACCESS_TOKEN_MS });
  return {
    accessToken,
    refreshToken,
    expiresInSeconds: ACCESS_TOKEN_MS / 1000,
    scope: listScopes(grant.access).join(' '),
  };
}

/** Lists the refresh tokens that were used just now, each as its hash and the time of its use. */
function listJustUsed({ earlier_hash: earlier }: GrantRow, now: number): string[] {
  return (earlier?.split(' ') ?? []).filter((used) => now < Number(used.split('@')[1]) + GRACE_MS);
}

function isSameResource({ resource }: GrantRow, named: NamedResource): boolean {
  return named === undefined || named === resource;
}
