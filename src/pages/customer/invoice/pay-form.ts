import type { FastifyInstance, FastifyReply } from 'fastify';
import { startCheckout } from '../../../actions/payments/start-checkout.ts';
import { secondsLeft } from '../../../actions/rate-limits.ts';
import { findLinkByToken } from '../../../actions/sending/links/links.ts';
import { openInvoice } from '../../../actions/sending/links/open-invoice.ts';
import type { Deps } from '../../../app/deps.ts';
import { isSameOrigin } from '../../../http/server/same-origin.ts';
import { readForm } from '../../form-fields.ts';
import { type LinkRequest, sendNotFound, sendPage, sendTryAgain } from '../quote/show-quote.ts';
import { renderNotStartedPage, renderToProviderPage } from './pay-pages.ts';

/** Presses per link per minute: enough for any person, too few to flood the provider. */
const MAX_PER_MINUTE = 20;
const MAX_FORM_BYTES = 1024;

/** Registers the button of the page of an invoice that leads to the payment provider. */
export function registerPayForm(server: FastifyInstance, deps: Deps): void {
  server.post('/:token/pay', { bodyLimit: MAX_FORM_BYTES }, async (request: LinkRequest, reply) => {
    if (!isSameOrigin(request, deps.publicUrl())) return sendTryAgain(request, reply, 403);
    if (!readForm(request)) return sendTryAgain(request, reply, 415);
    const { token } = request.params;
    const link = await findLinkByToken(deps, token, 'invoice');
    if (!link) return sendNotFound(request, reply);
    const now = deps.clock();
    const limit = { accountId: link.account_id, subject: link.id, kind: 'pay', perMinute: MAX_PER_MINUTE };
    const window = await deps.rateLimits.count(limit, now);
    if (window.left < 0) {
      return sendTryAgain(request, reply.header('Retry-After', secondsLeft(window, now)), 429);
    }
    const opened = await openInvoice(deps, link);
    if (!opened) return sendNotFound(request, reply);
    const { source } = opened;
    const invoiceUrl = `/i/${token}`;
    const started = await startCheckout(deps, link);
    switch (started.outcome) {
      case 'ready':
        reply.header('Refresh', `1; url=${new URL(started.url).href}`);
        return sendPage(reply, 200, renderToProviderPage(source, started));
      case 'processing':
        return redirect(reply, `/pay/${started.token}`);
      // The page of the invoice says what is due: perhaps nothing any more.
      case 'nothing_due':
        return redirect(reply, invoiceUrl);
      default:
        return sendPage(
          reply,
          started.outcome === 'unreachable' ? 503 : 409,
          renderNotStartedPage(source, started.outcome, invoiceUrl),
        );
    }
  });
  // A reload of the page that leads to the provider opens the invoice.
  server.get('/:token/pay', (request: LinkRequest, reply) =>
    redirect(reply, `/i/${encodeURIComponent(request.params.token)}`),
  );
}

function redirect(reply: FastifyReply, path: string): FastifyReply {
  return reply.code(303).header('Location', path).header('Cache-Control', 'no-store').send();
}
