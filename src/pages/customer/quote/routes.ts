import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readAccountTime } from '../../../actions/account/account-time.ts';
import { markThreadSeen, openThread } from '../../../actions/agreement/messages/thread.ts';
import { recordPageView } from '../../../actions/agreement/record-view.ts';
import { listShownInvoices } from '../../../actions/invoices/shown-invoices.ts';
import { openAttachment } from '../../../actions/quotes/attachments/read-attachment.ts';
import type { HostedDocument } from '../../../actions/sending/documents/ensure-document.ts';
import { getInvoiceDocument } from '../../../actions/sending/documents/find-document.ts';
import type { OpenedQuote } from '../../../actions/sending/links/open-quote.ts';
import { recordShown } from '../../../actions/sending/links/shown-changes.ts';
import type { Deps } from '../../../app/deps.ts';
import { logStreamFailure } from '../../../app/telemetry/log-stream-failure.ts';
import { unlessClosed } from '../../../domain/account/account-closed.ts';
import type { Problem } from '../../../domain/errors.ts';
import { createDownloadHeaders } from '../../../http/headers/download-headers.ts';
import { type ErrorReply, type RouteKind, renderProblemFor } from '../../../http/server/route-kinds.ts';
import type { Form } from '../../form-fields.ts';
import { pageHeaders } from '../../headers.ts';
import { renderNotFoundPage, renderTryAgainPage } from '../../message-page.ts';
import { PRIVATE, sendLinkedPdf } from '../hosted-pdf.ts';
import { looksLikePerson } from '../looks-like-person.ts';
import { readSelection } from './chosen-items.ts';
import { sendOffer } from './program/answer-program.ts';
import { formatOffer } from './program/format-offer.ts';
import { isProgram } from './program/is-program.ts';
import { registerQuoteForms } from './read-forms.ts';
import { type LinkRequest, renderPage, sendNotFound, sendPage, withQuote } from './show-quote.ts';
import { parseNotice } from './view.ts';

/**
 * Registers the customer page below `/q`. Opening it changes only the number of views and the read messages; a decision
 * needs a form of the page.
 */
export function registerPublicQuoteRoutes(server: FastifyInstance, deps: Deps): void {
  const get = (path: string, show: (context: LinkContext) => Promise<unknown>) =>
    server.get(path, (request: LinkRequest, reply) =>
      withQuote(deps, request, reply, (opened) => show({ deps, opened, request, reply })),
    );
  get('/:token', showPage);
  get('/:token/pdf', showPdf);
  get('/:token/invoices/:invoiceId/pdf', showInvoice);
  get('/:token/attachments/:name', downloadAttachment);
  registerQuoteForms(server, deps);
  server.get('/*', (request, reply) => sendNotFound(request, reply));
}

interface LinkContext {
  deps: Deps;
  opened: OpenedQuote;
  request: LinkRequest;
  reply: FastifyReply;
}

async function showPage({ deps, opened, request, reply }: LinkContext): Promise<unknown> {
  if (isProgram(request)) return sendOffer(reply, await formatOffer(deps, request.params.token, opened));
  const query = omitRepeated(request.query);
  const thread = await openThread(deps, opened, query.before);
  if (request.method === 'GET' && looksLikePerson(request)) {
    const now = await readAccountTime(deps, opened.link.account_id);
    await unlessClosed(async () => {
      await recordPageView(deps, 'quote', opened.link, now);
      await recordShown(deps, opened);
      await markThreadSeen(deps, opened.link, thread, now);
    });
  }
  const notice = parseNotice(query.notice);
  const chosen = readSelection(query, opened.quote);
  const page = await renderPage(deps, request.params.token, opened, { notice, thread, chosen });
  return sendPage(reply, 200, page);
}

/** Removes parameters that occur several times. */
function omitRepeated(query: LinkRequest['query']): Form {
  return Object.fromEntries(
    Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function showPdf(context: LinkContext): Promise<unknown> {
  return sendPdf(context, context.opened.document);
}

async function showInvoice(context: LinkContext): Promise<unknown> {
  const { deps, opened, request, reply } = context;
  const shown = await listShownInvoices(deps, opened.link, opened.quote);
  const found = shown.find(({ invoice }) => invoice.id === request.params.invoiceId);
  if (!found) return sendNotFound(request, reply);
  return sendPdf(context, await getInvoiceDocument(deps, opened.link.account_id, found.invoice.id));
}

async function downloadAttachment({ deps, opened, request, reply }: LinkContext): Promise<unknown> {
  const { link, quote } = opened;
  const attachment = quote.attachments.find(({ name }) => name === request.params.name);
  const bytes = attachment && (await openAttachment(deps, link.account_id, attachment));
  if (!bytes) return sendNotFound(request, reply);
  return reply
    .headers({ ...createDownloadHeaders(attachment), ...PRIVATE })
    .send(Readable.from(logStreamFailure(bytes, deps.log, request.id), { objectMode: false }));
}

function sendPdf({ deps, opened, request, reply }: LinkContext, document: HostedDocument): Promise<unknown> {
  return sendLinkedPdf(deps, opened.link.account_id, document, request, reply);
}

/** Renders errors for customers: one page for everything not found, one that asks to try again for all other errors. */
export function renderPageError(problem: Problem, { headers }: FastifyRequest): ErrorReply {
  const language = headers['accept-language'];
  return {
    status: problem.status,
    headers: pageHeaders,
    body: problem.status === 404 ? renderNotFoundPage(language) : renderTryAgainPage(language),
  };
}

/** Renders errors of the link of a quote: for a program as a problem, for a person as a page. */
export function renderLinkError(publicUrl: () => string): RouteKind['renderError'] {
  const renderProblem = renderProblemFor(publicUrl);
  return (problem, request) =>
    isProgram(request) ? renderProblem(problem, request) : renderPageError(problem, request);
}
