import type { FastifyInstance } from 'fastify';
import { findCheckoutOfToken } from '../../../actions/payments/checkout-token.ts';
import { readPaymentStatus } from '../../../actions/payments/read-payment-status.ts';
import { secondsLeft } from '../../../actions/rate-limits.ts';
import type { Deps } from '../../../app/deps.ts';
import { type LinkRequest, sendNotFound, sendPage, sendTryAgain } from '../quote/show-quote.ts';
import { renderPayStatusPage } from './pay-pages.ts';

/** Seconds until the page looks again while a payment is on its way. After the last one it waits for the reader. */
const REFRESH_SECONDS = [3, 5, 10, 20, 30, 60, 60, 60];

/** Requests per page per minute: each asks the provider. */
const MAX_PER_MINUTE = 60;

/** Registers the page that providers send customers back to. It works after the links of the invoice were revoked. */
export function registerReturnPage(server: FastifyInstance, deps: Deps): void {
  server.get('/:token', async (request: LinkRequest, reply) => {
    const checkout = await findCheckoutOfToken(deps, request.params.token);
    if (!checkout) return sendNotFound(request, reply);
    const { accountId, id: subject } = checkout;
    const now = deps.clock();
    const limit = { accountId, subject, kind: 'return', perMinute: MAX_PER_MINUTE };
    const window = await deps.rateLimits.count(limit, now);
    if (window.left < 0) {
      return sendTryAgain(request, reply.header('Retry-After', secondsLeft(window, now)), 429);
    }
    const { status, amount, source, linkToken } = await readPaymentStatus(deps, checkout);
    const looks = Number(request.query.looks ?? 0);
    const seconds = status === 'pending' ? REFRESH_SECONDS[looks] : undefined;
    if (seconds !== undefined) reply.header('Refresh', `${seconds}; url=?looks=${looks + 1}`);
    const invoiceUrl = linkToken === null ? null : `/i/${linkToken}`;
    return sendPage(reply, 200, renderPayStatusPage(source, { status, amount, invoiceUrl }));
  });
  server.get('/*', (request, reply) => sendNotFound(request, reply));
}
