import type { ConnectFailure, MailFailure } from '../../../domain/mail/mail.ts';
import type { SmtpError } from './connection.ts';

/** Parses the three digits of a well-formed reply. */
export function parseReplyCode(reply: string | undefined): number | undefined {
  const digits = /^([2-5]\d\d)(?:[ -]|$)/.exec(reply ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Whether the server rejected the credentials, and not only this attempt to log in. */
export function isLoginRefused({ code, response }: SmtpError): boolean {
  return code === 'EAUTH' && demandsLogin(response);
}

/** Whether a reply rejects credentials or demands them. 334 is the challenge that explains why a token was rejected. */
export function demandsLogin(reply: string | undefined): boolean {
  return [334, 530, 534, 535, 538].includes(parseReplyCode(reply) ?? 0);
}

/** Describes an error before a session existed: no part of the message was sent. */
export function describeConnectFailure(error: SmtpError): MailFailure {
  if (isTimeout(error)) return { outcome: 'timeout', response: describeTimeout(error) };
  const reason = classifyConnectFailure(error);
  return { outcome: 'unavailable', reason, response: `${REASON_TEXTS[reason]}: ${getDetail(error)}` };
}

/** Like `describeConnectFailure`, without any text of the server. */
export function describeStrangerFailure(error: SmtpError): MailFailure {
  const failure = describeConnectFailure(error);
  return failure.reason ? { ...failure, response: REASON_TEXTS[failure.reason] } : failure;
}

/** Describes an error during transmission. `whole` is true once the last byte, the final dot, was sent. */
export function describeSendFailure(error: SmtpError, whole: boolean): MailFailure {
  const refusal = findRejection([error, ...(error.rejectedErrors ?? [])]);
  if (refusal) return refusal;
  if (whole) {
    return { outcome: 'unknown', response: `The mail server's reply was lost: ${getDetail(error)}` };
  }
  if (isTimeout(error)) return { outcome: 'timeout', response: 'The mail server did not respond in time' };
  // The message exceeds the server's size limit, so the library did not transmit it.
  if (error.code === 'EMESSAGE' && !error.response) return { outcome: 'refused', response: getDetail(error) };
  return { outcome: 'unavailable', response: `The transmission failed: ${getDetail(error)}` };
}

/** Finds a rejection among the replies; a permanent one takes precedence. */
export function findRejection(errors: SmtpError[]): MailFailure | undefined {
  const reply = (from: number, to: number) =>
    errors.find((error) => {
      const code = parseReplyCode(error.response);
      return code !== undefined && code >= from && code < to;
    })?.response;
  const permanent = reply(500, 600);
  if (permanent !== undefined) return { outcome: 'refused', response: permanent };
  const temporary = reply(400, 500);
  return temporary === undefined ? undefined : { outcome: 'unavailable', response: temporary };
}

/** Reduces a text to one line of at most 300 characters, without secrets. */
export function sanitizeReply(text: string, secrets: string[]): string {
  let line = text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
  for (const secret of secrets.flatMap(listEncodings)) line = line.replaceAll(secret, '…');
  const characters = [...line];
  return characters.length > 300 ? `${characters.slice(0, 299).join('')}…` : line;
}

const REASON_TEXTS: Record<ConnectFailure, string> = {
  name: 'The name of the mail server cannot be resolved',
  login: 'The mail server did not accept the login',
  no_login: 'The mail server offers no sign-in',
  certificate: 'The certificate of the mail server is not trusted',
  expired: 'The certificate of the mail server has expired',
  plain: 'The mail server does not speak TLS from the start on this port',
  encryption: 'No secure connection to the mail server',
  protocol: 'The mail server sent an invalid reply',
  connection: 'No connection to the mail server',
};

function classifyConnectFailure(error: SmtpError): ConnectFailure {
  if (error.code === 'EDNS') return 'name';
  if (error.code === 'EAUTH') return error.originalCode === NO_LOGIN ? 'no_login' : 'login';
  if (/^(ERR_SSL|EPROTO)/.test(error.originalCode ?? '')) return 'plain';
  if (error.originalCode === 'CERT_HAS_EXPIRED') return 'expired';
  if (isCertificateProblem(error)) return 'certificate';
  if (error.code === 'ETLS') return 'encryption';
  if (error.code === 'EPROTOCOL') return 'protocol';
  return 'connection';
}

/** Code of a server that offers no login, or none that we know. */
export const NO_LOGIN = 'NO_LOGIN';

function describeTimeout({ message }: SmtpError): string {
  return message === 'Greeting never received'
    ? 'The mail server took the connection, but said nothing in time. The port may be for TLS from the start'
    : 'The mail server did not respond in time';
}

function getDetail(error: SmtpError): string {
  return error.response ?? error.message;
}

function isTimeout(error: SmtpError): boolean {
  return error.code === 'ETIMEDOUT' || (error.originalCode === 'ETIMEDOUT' && error.code !== 'EDNS');
}

function isCertificateProblem(error: SmtpError): boolean {
  return /CERT|ERR_TLS|SIGNATURE|ISSUER|CRL|HOSTNAME/.test(error.originalCode ?? '');
}

function listEncodings(secret: string): string[] {
  // Replacing one or two letters would only garble the reply.
  if (secret.length < 3) return [];
  return [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')];
}
