import { UNUSABLE_HOST } from '../../../domain/mail/mail-host.ts';
import { ConnectionLost, FolderMissing, MailboxError } from '../../../domain/mail/mailbox.ts';
import { UnreachableError } from '../../net/resolve-host.ts';

/** Properties of the errors of imapflow, of the socket and of TLS. */
interface ImapError extends Error {
  code?: string;
  /** `NO` or `BAD` if the server replied. */
  responseStatus?: string;
  responseText?: string;
  /** Code of RFC 5530, such as `AUTHENTICATIONFAILED`. */
  serverResponseCode?: string;
  /** Set for any error during the login, also if the connection broke. */
  authenticationFailed?: boolean;
  mailboxMissing?: boolean;
}

/** Codes of a login that fails for a reason other than the credentials (RFC 5530). */
const TEMPORARY = ['UNAVAILABLE', 'INUSE', 'LIMIT', 'SERVERBUG'];
const MAX_WORDS = 200;

/** Whether the server has rejected the credentials. */
export function isLoginRejected(error: unknown): boolean {
  const { authenticationFailed, responseStatus: reply, serverResponseCode } = error as ImapError;
  return (
    authenticationFailed === true &&
    reply === 'NO' &&
    !TEMPORARY.includes(serverResponseCode?.toUpperCase() ?? '')
  );
}

/** Describes a failure before the mailbox is open. The words of a server that nobody has signed in to are not shown. */
export function describeConnectFailure(error: unknown): Error {
  if (error instanceof MailboxError) return error;
  if (error instanceof UnreachableError) return new MailboxError(UNUSABLE_HOST);
  const { code = '', message, authenticationFailed, responseStatus } = error as ImapError;
  if (message === 'Unsupported authentication mechanism' || message === 'Login is disabled') {
    return new MailboxError('The mail server offers no way to sign in that is supported.');
  }
  if (authenticationFailed && responseStatus) {
    return new MailboxError('The mail server cannot check the sign-in at the moment.');
  }
  if (code === 'ECONNREFUSED') {
    return new MailboxError('The mail server refused the connection. Check host and port.');
  }
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return new MailboxError('The mail server did not reply in time.');
  if (code === 'CERT_HAS_EXPIRED') {
    return new MailboxError('The certificate of the mail server has expired. Its operator has to renew it.');
  }
  if (/^(CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|ERR_TLS_CERT|HOSTNAME)/.test(code)) {
    return new MailboxError(
      'The certificate of the mail server is not trusted, or it is for another name. Check the host.',
    );
  }
  if (/^(ERR_SSL|ERR_TLS|EPROTO)/.test(code)) {
    return new MailboxError('The mail server does not speak TLS on this port. IMAP over TLS is port 993.');
  }
  return new MailboxError('The connection to the mail server failed.');
}

/** Describes the failure of a step after the sign-in, with the server's words. */
export function describeStepFailure(error: unknown, step: string): Error {
  if (error instanceof MailboxError) return error;
  const { responseStatus, responseText, mailboxMissing } = error as ImapError;
  if (mailboxMissing) return new FolderMissing(`${step} failed: the folder does not exist.`);
  if (!responseStatus)
    return new ConnectionLost(`${step} failed: the connection to the mail server was lost.`);
  const words = responseText ? ` It said: ${toOneLine(responseText)}` : '';
  return new MailboxError(`${step} failed: the mail server rejected it.${words}`);
}

function toOneLine(text: string): string {
  return text
    .slice(0, MAX_WORDS)
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
}
