import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { timeIn } from '../../actions/account/account-time.ts';
import { openAttachment } from '../../actions/attachment/read-attachment.ts';
import { viewQuote } from '../../actions/decision/record-view.ts';
import type { HostedDocument } from '../../actions/document/ensure-document.ts';
import { invoiceDocument, readPdf } from '../../actions/document/find-document.ts';
import { findLinkOf, openQuote } from '../../actions/link/open-quote.ts';
import { noteShown } from '../../actions/link/shown-changes.ts';
import { noteThreadSeen, openThread } from '../../actions/message/thread.ts';
import type { Deps } from '../../deps.ts';
import type { Problem } from '../../domain/errors.ts';
import { secondsLeft } from '../../limits/rate-limits.ts';
import type { Link } from '../../store/tables/quote/links.ts';
import { pageHeaders } from '../../web/headers.ts';
import { renderNotFoundPage, renderTryAgainPage } from '../../web/message-page.ts';
import { parseNotice } from '../../web/quote-page/view.ts';
import { downloadHeaders } from '../headers/download-headers.ts';
import { pdfHeaders } from '../headers/pdf-headers.ts';
import type { ErrorReply } from '../server/kinds.ts';
import { sendRange } from './hosted-pdf.ts';
import { looksLikePerson } from './looks-like-person.ts';
import {
  invoicesShown,
  type LinkRequest,
  quotePage,
  sendNotFound,
  sendPage,
  sendTryAgain,
  type WithQuote,
} from './quote-page.ts';
import { registerQuoteForms } from './quote-page-forms.ts';

/** The customer's side, in a scope below `/q`. Opening changes nothing but the count of looks and what is read of the thread; only a form of this page answers. */
export function registerPublicQuoteRoutes(server: FastifyInstance, deps: Deps): void {
  server.get('/:token', (request: LinkRequest, reply) =>
    withQuote(request, reply, async (opened) => {
      const thread = await openThread(deps, opened.link, request.query.before);
      if (request.method === 'GET' && looksLikePerson(request)) {
        const now = await timeIn(deps, opened.link.account_id);
        await viewQuote(deps, opened.link, now);
        await noteShown(deps, opened);
        await noteThreadSeen(deps, opened.link, thread, now);
      }
      const notice = parseNotice(request.query.notice);
      return sendPage(reply, 200, await quotePage(deps, request.params.token, opened, { notice, thread }));
    }),
  );

  server.get('/:token/pdf', (request: LinkRequest, reply) =>
    withQuote(request, reply, ({ link, document }) => sendPdf(request, reply, link, document)),
  );

  server.get('/:token/invoices/:invoiceId/pdf', (request: LinkRequest, reply) =>
    withQuote(request, reply, async ({ link, quote }) => {
      const invoice = invoicesShown(quote).find(({ id }) => id === request.params.invoiceId);
      if (!invoice) return sendNotFound(request, reply);
      return sendPdf(request, reply, link, await invoiceDocument(deps, link.account_id, invoice.id));
    }),
  );

  server.get('/:token/attachments/:name', (request: LinkRequest, reply) =>
    withQuote(request, reply, async ({ link, quote }) => {
      const attachment = quote.attachments.find(({ name }) => name === request.params.name);
      const bytes = attachment && (await openAttachment(deps, link.account_id, attachment));
      if (!bytes) return sendNotFound(request, reply);
      reply.headers({
        ...downloadHeaders(attachment),
        'Cache-Control': 'no-store',
        'X-Robots-Tag': 'noindex, nofollow',
      });
      return reply.send(Readable.from(bytes, { objectMode: false }));
    }),
  );
  registerQuoteForms(server, deps, withQuote);
  server.get('/*', (request, reply) => sendNotFound(request, reply));

  async function sendPdf(
    request: LinkRequest,
    reply: FastifyReply,
    link: Link,
    document: HostedDocument,
  ): Promise<unknown> {
    const pdf = await readPdf(deps, link.account_id, document);
    if (!pdf) return sendNotFound(request, reply);
    reply.headers({
      ...pdfHeaders(document.fileName),
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex, nofollow',
      'Accept-Ranges': 'bytes',
    });
    return sendRange(request, reply, Buffer.from(pdf), `"${document.sha256}"`);
  }

  async function withQuote(...[request, reply, show, limitOf]: Parameters<WithQuote>): Promise<unknown> {
    const link = await findLinkOf(deps, request.params.token);
    if (link && limitOf) {
      const now = deps.clock();
      const window = await deps.rateLimits.count(limitOf(link), now);
      if (window.left < 0) {
        return sendTryAgain(request, reply.header('Retry-After', secondsLeft(window, now)), 429);
      }
    }
    const opened = link && (await openQuote(deps, link));
    return opened ? await show(opened) : sendNotFound(request, reply);
  }
}

/** For people: the same page for all that is not there, and one that asks them to try again for all else. */
export function tellOnPage(problem: Problem, { headers }: FastifyRequest): ErrorReply {
  const language = headers['accept-language'];
  return {
    status: problem.status,
    headers: pageHeaders,
    body: problem.status === 404 ? renderNotFoundPage(language) : renderTryAgainPage(language),
  };
}
