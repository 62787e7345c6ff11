import type { FastifyInstance } from 'fastify';
import { secondsLeft } from '../../actions/rate-limits.ts';
import { stopReminders } from '../../actions/sending/outbox/stop-reminders.ts';
import { openUnsubscribeToken } from '../../actions/sending/outbox/unsubscribe-token.ts';
import type { Deps } from '../../app/deps.ts';
import { renderRemindersStoppedPage, renderStopRemindersPage } from '../message-page.ts';
import { type LinkRequest, sendNotFound, sendPage, sendTryAgain } from './quote/show-quote.ts';

const MAX_PER_MINUTE = 60;
const MAX_FORM_BYTES = 4096;

/**
 * Registers the page that ends the reminders of a quote (RFC 8058). Opening it only asks: scanners open every link. Mail
 * providers post to the same URL without cookies, an origin or a form that we know; the token in the URL is the protection.
 */
export function registerUnsubscribePage(server: FastifyInstance, deps: Deps): void {
  server.get('/:token', (request: LinkRequest, reply) => {
    const found = openUnsubscribeToken(deps, request.params.token);
    return found ? sendPage(reply, 200, renderStopRemindersPage(found.locale)) : sendNotFound(request, reply);
  });
  server.post('/:token', { bodyLimit: MAX_FORM_BYTES }, async (request: LinkRequest, reply) => {
    const found = openUnsubscribeToken(deps, request.params.token);
    if (!found) return sendNotFound(request, reply);
    const { accountId, quoteId, locale } = found;
    const now = deps.clock();
    const limit = { accountId, subject: quoteId, kind: 'unsubscribe', perMinute: MAX_PER_MINUTE };
    const window = await deps.rateLimits.count(limit, now);
    if (window.left < 0) {
      return sendTryAgain(request, reply.header('Retry-After', secondsLeft(window, now)), 429);
    }
    await stopReminders(deps, found);
    return sendPage(reply, 200, renderRemindersStoppedPage(locale));
  });
  server.get('/*', (request, reply) => sendNotFound(request, reply));
}
