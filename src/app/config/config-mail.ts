import { DKIM_VARIABLES, type DkimConfig, findDkimConflicts } from './config-dkim.ts';
import { findSmtpOAuthConflicts, SMTP_OAUTH_VARIABLES, type SmtpOAuthConfig } from './config-smtp-oauth.ts';
import { apiUrl, hosts, mailAddress, smtpUrl, text } from './config-values.ts';
import { secretVariable, type Variable, variable } from './config-variable.ts';

/** Settings of the mail server of the installation, and of the mail accounts that owners connect. */
export interface MailConfig extends DkimConfig, SmtpOAuthConfig {
  smtpUrl: string | null;
  mailFrom: string;
  /** Names and addresses, in lower case. */
  mailPrivateHosts: string[];
  microsoftClientId: string | null;
  microsoftClientSecret: string | null;
  microsoftTenant: string;
  /** URLs without a trailing slash; `null` for those of the providers. */
  microsoftOauthUrl: string | null;
  /** The SMTP and the IMAP server as `host:port`; `null` for those of the provider. */
  microsoftMailServers: string[] | null;
  googleClientId: string | null;
  googleClientSecret: string | null;
  googleOauthUrl: string | null;
  googleMailServers: string[] | null;
}

export const MAIL_VARIABLES: readonly Variable<keyof MailConfig, MailConfig[keyof MailConfig]>[] = [
  secretVariable(
    'SMTP_URL',
    'smtpUrl',
    '',
    'smtp:// or smtps:// with user and password; without it emails are captured and shown at /outbox',
    smtpUrl,
  ),
  ...SMTP_OAUTH_VARIABLES,
  variable(
    'MAIL_FROM',
    'mailFrom',
    'quotes@localhost',
    'Sender address of all emails; the sender name is that of the account',
    mailAddress,
  ),
  variable(
    'MAIL_PRIVATE_HOSTS',
    'mailPrivateHosts',
    '',
    'Names or addresses of mail servers in a private network that accounts may use, separated by commas',
    hosts,
  ),
  variable(
    'MICROSOFT_CLIENT_ID',
    'microsoftClientId',
    '',
    'Application (client) ID at Microsoft Entra, to connect mailboxes of Microsoft 365',
    text,
  ),
  secretVariable(
    'MICROSOFT_CLIENT_SECRET',
    'microsoftClientSecret',
    '',
    'Client secret of that application',
    text,
  ),
  variable(
    'MICROSOFT_TENANT',
    'microsoftTenant',
    'common',
    'Directory whose users may connect: common, organizations, consumers, or the ID or domain of one',
    tenant,
  ),
  variable(
    'GOOGLE_CLIENT_ID',
    'googleClientId',
    '',
    'Client ID at Google Cloud, to connect mailboxes of Gmail and Google Workspace',
    text,
  ),
  secretVariable('GOOGLE_CLIENT_SECRET', 'googleClientSecret', '', 'Client secret of that client', text),
  variable(
    'MICROSOFT_OAUTH_URL',
    'microsoftOauthUrl',
    '',
    'https:// URL that replaces login.microsoftonline.com, for tests',
    apiUrl('/'),
  ),
  variable(
    'MICROSOFT_MAIL_SERVERS',
    'microsoftMailServers',
    '',
    'SMTP and IMAP server that replace those of Microsoft, as host:port,host:port, for tests',
    mailServers,
  ),
  variable(
    'GOOGLE_OAUTH_URL',
    'googleOauthUrl',
    '',
    'https:// URL that replaces those of Google, for tests',
    apiUrl('/'),
  ),
  variable(
    'GOOGLE_MAIL_SERVERS',
    'googleMailServers',
    '',
    'SMTP and IMAP server that replace those of Google, as host:port,host:port, for tests',
    mailServers,
  ),
  ...DKIM_VARIABLES,
];

/** Lists the values that are valid by themselves but not together. */
export function findMailConflicts(config: MailConfig): string[] {
  const pairs = [
    ['MICROSOFT', config.microsoftClientId, config.microsoftClientSecret],
    ['GOOGLE', config.googleClientId, config.googleClientSecret],
  ] as const;
  const apart = pairs
    .filter(([, id, secret]) => (id === null) !== (secret === null))
    .map(([name, id]) =>
      id === null
        ? `${name}_CLIENT_ID: must be set together with ${name}_CLIENT_SECRET`
        : `${name}_CLIENT_SECRET: must be set together with ${name}_CLIENT_ID`,
    );
  return [...apart, ...findDkimConflicts(config), ...findSmtpOAuthConflicts(config)];
}

function tenant(value: string): string {
  if (!/^[\w.-]{1,253}$/.test(value)) {
    throw new Error('must be common, organizations, consumers, or the ID or domain of a directory');
  }
  return value;
}

function mailServers(value: string): string[] {
  const servers = value.split(',').map((part) => part.trim());
  if (servers.length !== 2 || !servers.every((server) => /^[\w.-]+:\d{1,5}$/.test(server))) {
    throw new Error('must be two servers, as in localhost:587,localhost:993');
  }
  return servers;
}
