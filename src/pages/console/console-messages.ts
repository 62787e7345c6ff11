import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from '../../domain/errors.ts';
import { hasRole, ROLES, type Role } from '../../domain/people/role.ts';
import type { ErrorReply } from '../../http/server/route-kinds.ts';
import { findConsoleTexts } from '../../i18n/console.ts';
import { fill } from '../../i18n/fill.ts';
import type { Locale } from '../../i18n/locale.ts';
import { consoleHeaders } from '../headers.ts';
import { pickLocale } from '../message-page.ts';
import { type ConsoleMessage, renderConsoleMessage } from './message.ts';

export function sendMessagePage(
  reply: FastifyReply,
  locale: Locale,
  message: ConsoleMessage,
  status: number,
): FastifyReply {
  return reply
    .code(status)
    .headers(consoleHeaders)
    .send(renderConsoleMessage(findConsoleTexts(locale), message));
}

/** Names the roles that may do what the user's role does not allow. */
export function sendForbiddenPage(
  reply: FastifyReply,
  locale: Locale,
  { role, minRole }: { role: Role; minRole: Role },
): FastifyReply {
  const texts = findConsoleTexts(locale);
  const { roles: names } = texts.t.signIn;
  const allowed = ROLES.filter((each) => hasRole(each, minRole)).map((each) => names[each]);
  const roles = new Intl.ListFormat(texts.locale.tag, { type: 'disjunction' }).format(allowed);
  const text = fill(texts.t.shell.forbiddenRole, { roles, role: names[role] });
  return reply
    .code(403)
    .headers(consoleHeaders)
    .send(renderConsoleMessage(texts, 'forbidden', text));
}

/** Renders errors for users of the console: not found, forbidden, or failed. */
export function renderConsoleError(problem: Problem, { headers }: FastifyRequest): ErrorReply {
  const message = problem.code === 'account_closed' ? 'closed' : (MESSAGES[problem.status] ?? 'failed');
  return {
    status: problem.status,
    headers: consoleHeaders,
    body: renderConsoleMessage(findConsoleTexts(pickLocale(headers['accept-language'])), message),
  };
}

const MESSAGES: Record<number, ConsoleMessage> = { 403: 'forbidden', 404: 'notFound', 405: 'notFound' };
