import { text } from './config-values.ts';
import { secretVariable, type Variable, variable } from './config-variable.ts';

/** The OAuth 2 client that signs in to the server of `SMTP_URL`; all `null` without one. */
export interface SmtpOAuthConfig {
  smtpOauthTokenUrl: string | null;
  smtpOauthClientId: string | null;
  smtpOauthClientSecret: string | null;
  /** `null` for client credentials. */
  smtpOauthRefreshToken: string | null;
  smtpOauthScope: string | null;
}

export const SMTP_OAUTH_VARIABLES: readonly Variable<keyof SmtpOAuthConfig, string>[] = [
  variable(
    'SMTP_OAUTH_TOKEN_URL',
    'smtpOauthTokenUrl',
    '',
    'https:// URL of the token endpoint, if the server of SMTP_URL takes OAuth 2 tokens instead of a password',
    tokenUrl,
  ),
  variable('SMTP_OAUTH_CLIENT_ID', 'smtpOauthClientId', '', 'Client ID at that endpoint', text),
  secretVariable(
    'SMTP_OAUTH_CLIENT_SECRET',
    'smtpOauthClientSecret',
    '',
    'Client secret at that endpoint',
    text,
  ),
  secretVariable(
    'SMTP_OAUTH_REFRESH_TOKEN',
    'smtpOauthRefreshToken',
    '',
    'Refresh token of the mailbox; without it, the client signs in with its own credentials',
    text,
  ),
  variable('SMTP_OAUTH_SCOPE', 'smtpOauthScope', '', 'Scope to request, if the endpoint requires one', text),
];

/** Lists what is missing or too much for a sign-in by OAuth 2. */
export function findSmtpOAuthConflicts(config: SmtpOAuthConfig & { smtpUrl: string | null }): string[] {
  if (SMTP_OAUTH_VARIABLES.every(({ field }) => config[field] === null)) return [];
  const { smtpUrl, smtpOauthTokenUrl, smtpOauthClientId, smtpOauthClientSecret } = config;
  const conflicts: string[] = [];
  if (smtpOauthTokenUrl === null)
    conflicts.push('SMTP_OAUTH_TOKEN_URL: must be set together with the other SMTP_OAUTH variables');
  if (smtpOauthClientId === null)
    conflicts.push('SMTP_OAUTH_CLIENT_ID: must be set together with SMTP_OAUTH_TOKEN_URL');
  if (smtpOauthClientSecret === null && config.smtpOauthRefreshToken === null)
    conflicts.push('SMTP_OAUTH_CLIENT_SECRET: must be set, unless SMTP_OAUTH_REFRESH_TOKEN is');
  const { username, password } = (smtpUrl !== null && URL.parse(smtpUrl)) || { username: '', password: '' };
  if (username === '' || password !== '')
    conflicts.push(
      'SMTP_URL: must have a user and no password, as in smtp://user@host:587, with SMTP_OAUTH_TOKEN_URL',
    );
  return conflicts;
}

function tokenUrl(value: string): string {
  const url = URL.parse(value);
  if (url?.protocol !== 'https:' || url.username || url.password || url.hash) {
    throw new Error('must be a URL that begins with https://');
  }
  return value;
}
