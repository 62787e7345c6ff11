import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from '../../../domain/errors.ts';
import { findConsoleTexts } from '../../../i18n/console.ts';
import type { Locale } from '../../../i18n/locale.ts';
import { type ConsoleMessage, renderConsoleMessage } from '../../../web/console/message.ts';
import { consoleHeaders } from '../../../web/headers.ts';
import { pickLocale } from '../../../web/message-page.ts';
import type { ErrorReply } from '../../server/route-kinds.ts';

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

/** Renders errors for users of the console: not found, forbidden, or failed. */
export function renderConsoleError(problem: Problem, { headers }: FastifyRequest): ErrorReply {
  const message = MESSAGES[problem.status] ?? 'failed';
  return {
    status: problem.status,
    headers: consoleHeaders,
    body: renderConsoleMessage(findConsoleTexts(pickLocale(headers['accept-language'])), message),
  };
}

const MESSAGES: Record<number, ConsoleMessage> = { 403: 'forbidden', 404: 'notFound', 405: 'notFound' };
