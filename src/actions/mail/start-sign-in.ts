import { createHmac } from 'node:crypto';
import type { Deps } from '../../app/deps.ts';
import { Problem } from '../../domain/errors.ts';
import type { OAuthMailKind } from '../../domain/mail/mail-account.ts';
import type { AuthorizationStep, MailOAuthProvider } from '../../domain/mail/mail-oauth.ts';
import { putMailSignIn } from '../../store/tables/mail/mail-sign-ins.ts';
import { hashSecret, newSecretCode } from '../people/secret-code.ts';
import { assertMailConnectable } from './connect-mail-account.ts';

const SIGN_IN_MS = 10 * 60_000;

/**
 * Begins a sign-in at the provider of a mailbox and returns the URL to go to. Its state works once, for ten minutes, and
 * for this session, account and provider only. Only a hash of it is stored.
 */
export async function startMailSignIn(
  deps: Deps,
  { accountId, sessionId }: { accountId: string; sessionId: string },
  kind: OAuthMailKind,
  redirectUri: string,
): Promise<string> {
  await assertMailConnectable(deps, accountId);
  const provider = requireProvider(deps, kind);
  const state = `${accountId}.${newSecretCode(32)}`;
  const url = await provider.buildUrl(redirectUri, deriveStep(deps, state));
  const expiresAt = deps.clock() + SIGN_IN_MS;
  const row = { account_id: accountId, state_hash: hashSecret(state), kind, session_id: sessionId };
  await deps.db.write((tx) => putMailSignIn(tx, { ...row, expires_at: expiresAt }), { account: accountId });
  return url;
}

export function requireProvider(
  { mailOAuth }: Pick<Deps, 'mailOAuth'>,
  kind: OAuthMailKind,
): MailOAuthProvider {
  const provider = mailOAuth[kind];
  if (provider) return provider;
  const prefix = kind.toUpperCase();
  throw new Problem(
    'not_found',
    `This service has no client at this provider. Set ${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET.`,
  );
}

/** The nonce and the PKCE verifier follow from the state and the secret of the service, so they are not stored. */
export function deriveStep({ secret }: Pick<Deps, 'secret'>, state: string): AuthorizationStep {
  const derive = (purpose: string) =>
    createHmac('sha256', secret).update(`mail sign-in ${purpose} ${state}`).digest('base64url');
  return { state, nonce: derive('nonce'), verifier: derive('verifier') };
}
