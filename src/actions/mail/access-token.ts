import { setTimeout as delay } from 'node:timers/promises';
import type { Deps } from '../../app/deps.ts';
import type { OAuthMailKind } from '../../domain/mail/mail-account.ts';
import { MailOAuthError, type MailTokens, OAUTH_MAIL_NAMES } from '../../domain/mail/mail-oauth.ts';
import { RefreshRejected, SignInNeeded } from '../../domain/mail/mail-server.ts';
import { findMailAccountRow, type MailAccountRow } from '../../store/tables/mail/mail-accounts.ts';
import { claimRefresh, releaseRefresh, storeTokens } from '../../store/tables/mail/mail-tokens.ts';
import { openField, sealField } from '../account/sealing/sealed-field.ts';
import { retryWrite } from '../retry-write.ts';

export type AccessTokenDeps = Pick<Deps, 'db' | 'sealing' | 'clock' | 'mailOAuth'>;
type OAuthRow = MailAccountRow & { kind: OAuthMailKind };

/** A token is renewed this long before it ends, so that it does not end during a delivery. */
const RENEW_AHEAD_MS = 5 * 60_000;
/** Longer than a request to the provider may take. After it, another process may refresh. */
const REFRESH_LEASE_MS = 30_000;
/** Longest wait for the token that another process requests; also longer than its request. */
const MAX_WAIT_MS = 15_000;
const POLL_MS = 100;
/** Longest wait until the new tokens are stored; the retries continue. */
const MAX_STORE_WAIT_MS = 5_000;

/**
 * Returns an access token that is valid for some minutes, refreshed if necessary. `refused` is a token that the mail
 * server has just rejected. Throws a `RefreshRejected` if the provider rejects the refresh token.
 */
export async function findAccessToken(
  deps: AccessTokenDeps,
  row: OAuthRow,
  refused?: string,
): Promise<string> {
  const deadline = performance.now() + MAX_WAIT_MS;
  for (let current: MailAccountRow = row; ; ) {
    const token = openCurrentToken(deps, current, refused);
    if (token !== undefined) return token;
    const refreshed = await refreshOnce(deps, { ...current, kind: row.kind });
    if (refreshed !== undefined) return refreshed;
    if (performance.now() > deadline)
      throw unavailable('Another process is renewing the sign-in to the mailbox');
    await delay(POLL_MS);
    const latest = await findMailAccountRow(deps.db.read, row.account_id);
    if (latest?.id !== row.id) throw unavailable('The mail account was disconnected or connected again');
    current = latest;
  }
}

/** Returns `undefined` if the token ends soon, or is the one that was rejected. */
function openCurrentToken(deps: AccessTokenDeps, row: MailAccountRow, refused?: string): string | undefined {
  if (row.sign_in_needed_at !== null) throw new SignInNeeded('The sign-in to the mailbox has ended');
  const { access_token: sealed, access_expires_at: expiresAt, account_id: ownerId } = row;
  if (sealed === null || expiresAt === null || expiresAt - RENEW_AHEAD_MS <= deps.clock()) return undefined;
  const token = openField(deps, { ownerId, field: 'mail access token' }, sealed);
  return token === refused ? undefined : token;
}

/**
 * Refreshes the tokens if no other process does. The earlier refresh token stays stored until the new one replaces it in
 * the same write as the access token: if the response or the write is lost, the next attempt uses the earlier one, which
 * Microsoft and Google still accept.
 */
async function refreshOnce(deps: AccessTokenDeps, row: OAuthRow): Promise<string | undefined> {
  const provider = deps.mailOAuth[row.kind];
  const name = OAUTH_MAIL_NAMES[row.kind];
  if (!provider) throw unavailable(`${name} is not configured on this service any more`);
  const refreshToken = openField(
    deps,
    { ownerId: row.account_id, field: 'mail refresh token' },
    row.refresh_token ?? '',
  );
  if (refreshToken === undefined)
    throw new SignInNeeded('The stored sign-in to the mailbox cannot be opened');
  const hint = { account: row.account_id, evenIfClosed: true };
  const now = deps.clock();
  const until = now + REFRESH_LEASE_MS;
  if (!(await deps.db.write((tx) => claimRefresh(tx, row, until, now), hint))) return undefined;
  try {
    const tokens = await provider.refresh(refreshToken);
    return await keepTokens(deps, row, tokens);
  } catch (error) {
    if (!(error instanceof MailOAuthError)) throw error;
    const isLatest = await deps.db.write((tx) => releaseRefresh(tx, row, until), hint);
    if (error.reason !== 'rejected') throw error;
    if (isLatest) throw new RefreshRejected(error.message);
    return undefined;
  }
}

async function keepTokens(
  deps: AccessTokenDeps,
  row: OAuthRow,
  { accessToken, expiresInMs, refreshToken }: MailTokens,
): Promise<string> {
  const sealed = {
    ...sealTokens(deps, row.account_id, { accessToken, refreshToken }),
    access_expires_at: deps.clock() + expiresInMs,
  };
  const stored = { ...sealed, refresh_token: sealed.refresh_token ?? row.refresh_token };
  const isStored = await retryWrite(
    () =>
      deps.db.write((tx) => storeTokens(tx, row, stored), { account: row.account_id, evenIfClosed: true }),
    { callerWaitsMs: MAX_STORE_WAIT_MS },
  );
  if (!isStored) throw unavailable('The mail account was disconnected or connected again');
  return accessToken;
}

function unavailable(message: string): MailOAuthError {
  return new MailOAuthError('unreachable', message);
}

/** Encrypts the tokens for the database. Throws `secret_needed` if that is not possible. */
export function sealTokens(
  deps: Pick<Deps, 'sealing'>,
  ownerId: string,
  { accessToken, refreshToken }: Pick<MailTokens, 'accessToken' | 'refreshToken'>,
): Pick<MailAccountRow, 'access_token' | 'refresh_token'> {
  return {
    access_token: sealField(deps, { ownerId, field: 'mail access token' }, accessToken),
    refresh_token:
      refreshToken === undefined
        ? null
        : sealField(deps, { ownerId, field: 'mail refresh token' }, refreshToken),
  };
}
