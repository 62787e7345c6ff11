import type { Deps } from '../../app/deps.ts';
import { type FieldError, Problem } from '../../domain/errors.ts';
import { assertNoErrors } from '../../domain/field-errors.ts';
import type { ConnectedMail } from '../../domain/mail/connected-mail.ts';
import type { MailFailure } from '../../domain/mail/mail.ts';
import { IMAP_PORTS, normalizeHost, SMTP_PORTS } from '../../domain/mail/mail-host.ts';
import { sealField } from '../account/sealing/sealed-field.ts';
import { type Connector, connectMailAccount, type NewMailAccount } from './connect-mail-account.ts';

export interface SmtpAccount {
  host: string;
  port: number;
  user: string;
  password: string;
  from: string;
  imapHost: string | null;
  imapPort: number | null;
  plusAddressing: boolean;
  authservId: string | null;
  moveTo: string | null;
}

/** Connects a mail server by user name and password. */
export async function connectSmtp(deps: Deps, by: Connector, input: SmtpAccount): Promise<ConnectedMail> {
  assertNoErrors(findServerErrors(input));
  const { user, password, imapHost } = input;
  const row: NewMailAccount = {
    kind: 'smtp',
    from_address: input.from,
    username: user,
    host: normalizeHost(input.host) ?? '',
    port: input.port,
    imap_host: imapHost === null ? null : (normalizeHost(imapHost) ?? ''),
    imap_port: imapHost === null ? null : (input.imapPort ?? 993),
    plus_addressing: input.plusAddressing ? 1 : 0,
    authserv_id: input.authservId,
    move_to: input.moveTo,
    password: sealField(deps, { ownerId: by.accountId, field: 'mail password' }, password),
    access_token: null,
    access_expires_at: null,
    refresh_token: null,
  };
  try {
    return await connectMailAccount(deps, by, row, { user, password });
  } catch (error) {
    throw findFieldProblem(error) ?? error;
  }
}

function findServerErrors({ host, port, imapHost, imapPort }: SmtpAccount): FieldError[] {
  const errors: FieldError[] = [];
  const hostMessage = 'must be a host name such as mail.example.com, without a port';
  if (normalizeHost(host) === undefined) errors.push({ path: '/host', message: hostMessage });
  if (!SMTP_PORTS.includes(port)) errors.push({ path: '/port', message: 'must be 465, 587 or 2525' });
  if (imapHost !== null && normalizeHost(imapHost) === undefined)
    errors.push({ path: '/imapHost', message: hostMessage });
  if (imapPort !== null && !IMAP_PORTS.includes(imapPort))
    errors.push({ path: '/imapPort', message: 'must be 993' });
  return errors;
}

/** Failures that a field of the request causes. */
function findFieldProblem(error: unknown): Problem | undefined {
  if (!(error instanceof Problem)) return undefined;
  const { outcome, reason, response } = (error.cause ?? {}) as Partial<MailFailure>;
  const isLogin = outcome === 'sign_in_needed';
  if (!isLogin && reason !== 'name') return undefined;
  const path = isLogin ? '/password' : '/host';
  const message = isLogin
    ? 'is not accepted by the mail server for this user; many providers require an app password'
    : `cannot be used. ${response}`;
  return new Problem('validation_failed', `Nothing was changed. The ${path.slice(1)} ${message}`, {
    errors: [{ path, message }],
  });
}
