import type * as OpenId from 'openid-client';
import { MailOAuthError, type MailOAuthFailure } from '../../../domain/mail/mail-oauth.ts';

/** Codes in responses of the token endpoint and in callbacks; all others mean that the settings are wrong. */
const REASONS: Record<string, MailOAuthFailure> = {
  access_denied: 'denied',
  consent_required: 'rejected',
  interaction_required: 'rejected',
  invalid_grant: 'rejected',
  login_required: 'rejected',
  server_error: 'unreachable',
  temporarily_unavailable: 'unreachable',
};

/** Keeps the code of the provider's error, never its description: that may repeat parts of a token. */
export function toMailOAuthError(openId: typeof OpenId, provider: string, error: unknown): MailOAuthError {
  const ours = findOurs(error);
  if (ours) return ours;
  if (error instanceof openId.ResponseBodyError || error instanceof openId.AuthorizationResponseError) {
    const code = /^[\w.-]{1,60}$/.test(error.error) ? error.error : 'unknown error';
    return new MailOAuthError(
      REASONS[code] ?? 'misconfigured',
      `${provider} rejected the request (${code}).`,
    );
  }
  const { code } = error as { code?: unknown };
  const detail = typeof code === 'string' ? ` (${code})` : '';
  return new MailOAuthError('invalid', `The response of ${provider} is not valid${detail}.`);
}

/** The library wraps the errors of `fetch`. */
function findOurs(error: unknown): MailOAuthError | undefined {
  if (error instanceof MailOAuthError) return error;
  return error instanceof Error && error.cause !== undefined ? findOurs(error.cause) : undefined;
}
