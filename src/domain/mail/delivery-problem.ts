import { Problem } from '../errors.ts';
import type { ConnectFailure, MailFailure, MailOutcome } from './mail.ts';

/**
 * Describes why an email was not accepted, what to do, and what the mail server replied. The outcome is the `cause`, for
 * callers that word it themselves.
 */
export function createDeliveryProblem(result: MailOutcome, notSent: string): Problem | undefined {
  if (result.outcome === 'taken') return undefined;
  const problem = createProblem(result, notSent);
  problem.cause = result;
  return problem;
}

function createProblem(result: MailFailure, notSent: string): Problem {
  const reply = formatReply(result);
  const detail = (what: string) => `${what} ${findAdvice(result)}${reply}`;
  switch (result.outcome) {
    case 'refused':
      return new Problem('mail_refused', detail(`The mail server rejected the message. ${notSent}`));
    case 'sign_in_needed':
      return new Problem(
        'mail_sign_in_needed',
        `The mail server rejects the sign-in of this account. ${notSent} An owner must sign in again in the console, under Settings, Email.`,
      );
    case 'unavailable':
      return new Problem(
        'mail_unavailable',
        detail(`The mail server is unreachable or is not accepting mail. ${notSent}`),
        { headers: { 'Retry-After': '60' } },
      );
    case 'timeout':
      return new Problem('mail_timeout', detail(`The mail server did not reply in time. ${notSent}`));
    case 'unknown':
      return new Problem(
        'mail_timeout',
        detail('The message was handed over, but the mail server’s reply was lost, so it may have arrived.'),
      );
  }
}

/** Before the sign-in to a server of an account, the response is our own text and not that of the server. */
function formatReply({ response, reason, isOwn }: MailFailure): string {
  if (response === '') return '';
  return isOwn && reason ? ` ${response.replace(/\.?$/, '.')}` : ` It said: ${response}`;
}

function findAdvice({ outcome, reason, response, isOwn = false }: MailFailure): string {
  if (reason) return (isOwn ? OWN_ADVICE : CONNECT_ADVICE)[reason];
  switch (outcome) {
    case 'refused':
      return /^(530|534|535|538)\b/.test(response)
        ? CONNECT_ADVICE.login
        : `Check the address of the recipient, and that the server may send from the address ${isOwn ? 'of the mail account' : 'in MAIL_FROM'}.`;
    case 'unavailable':
      return 'Try again in a minute. If the problem persists, contact the operator of the mail server.';
    case 'timeout':
      return isOwn ? OWN_ADVICE.connection : CONNECT_ADVICE.connection;
    case 'sign_in_needed':
      return 'Sign in again in the console, under Settings, Email.';
    case 'unknown':
      return 'Repeat the request with the same Idempotency-Key to send the same message again.';
  }
}

const CONNECT_ADVICE: Record<ConnectFailure, string> = {
  name: 'Check the host in SMTP_URL.',
  login:
    'Check user and password in SMTP_URL, or the SMTP_OAUTH variables; many providers require an app password or OAuth 2.',
  no_login: 'Check the port in SMTP_URL: the server offers no sign-in there, or none that is supported.',
  expired: 'The operator of the mail server must renew its certificate.',
  plain:
    'Check the port in SMTP_URL: smtps:// is for TLS from the start (port 465), smtp:// for STARTTLS (port 587).',
  certificate:
    'Check that the host in SMTP_URL is the one that the certificate names, and that its authority is trusted here.',
  encryption:
    'Check the port in SMTP_URL, and whether it is smtp:// (STARTTLS, port 587) or smtps:// (port 465).',
  protocol: 'Check host and port in SMTP_URL: the server there is not a mail server.',
  connection: 'Check host and port in SMTP_URL, and that no firewall is in between.',
};

/** Advice about a server that the account named. */
const OWN_ADVICE: Record<ConnectFailure, string> = {
  name: 'Check the host of the mail account.',
  login: 'Check user and password of the mail account; many providers require an app password.',
  no_login:
    'Check the port of the mail account: the server offers no sign-in there, or none that is supported.',
  expired: 'The operator of the mail server must renew its certificate.',
  plain: 'Check the port of the mail account: 465 is for TLS from the start, 587 or 2525 for STARTTLS.',
  certificate:
    'Check that the host of the mail account is the one that its certificate names, and that the certificate is valid.',
  encryption: 'Check the port of the mail account: 465 for TLS, 587 or 2525 for STARTTLS.',
  protocol: 'Check host and port of the mail account: the server there is not a mail server.',
  connection: 'Check host and port of the mail account, and that the server is reachable from here.',
};
