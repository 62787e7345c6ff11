import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readAccountTime } from '../../../actions/account/account-time.ts';
import { openAttachment } from '../../../actions/attachment/read-attachment.ts';
import { viewQuote } from '../../../actions/decision/record-view.ts';
import type { HostedDocument } from '../../../actions/document/ensure-document.ts';
import { invoiceDocument, readPdf } from '../../../actions/document/find-document.ts';
import type { OpenedQuote } from '../../../actions/link/open-quote.ts';
import { noteShown } from '../../../actions/link/shown-changes.ts';
import { noteThreadSeen, openThread } from '../../../actions/message/thread.ts';
import type { Deps } from '../../../deps.ts';
import type { Problem } from '../../../domain/errors.ts';
import { pageHeaders } from '../../../web/headers.ts';
import { renderNotFoundPage, renderTryAgainPage } from '../../../web/message-page.ts';
import { parseNotice } from '../../../web/quote-page/view.ts';
import { downloadHeaders } from '../../headers/download-headers.ts';
import { pdfHeaders } from '../../headers/pdf-headers.ts';
import type { ErrorReply } from '../../server/kinds.ts';
import type { Form } from '../form-fields.ts';
import { sendRange } from '../hosted-pdf.ts';
import { readSelection } from './chosen-lines.ts';
import { registerQuoteForms } from './forms.ts';
import { looksLikePerson } from './looks-like-person.ts';
import {
  invoicesShown,
  type LinkRequest,
  quotePage,
  sendNotFound,
  sendPage,
  withQuote,
} from './quote-page.ts';

const PRIVATE = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow' };

/**
 * Registers the customer page below `/q`. Opening it changes only the number of views and the read messages; a decision
 * needs a form of the page.
 */
export function registerPublicQuoteRoutes(server: FastifyInstance, deps: Deps): void {
  const get = (path: string, show: (context: LinkVisit) => Promise<unknown>) =>
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

interface LinkVisit {
  deps: Deps;
  opened: OpenedQuote;
  request: LinkRequest;
  reply: FastifyReply;
}

async function showPage({ deps, opened, request, reply }: LinkVisit): Promise<unknown> {
  const query = onlyTexts(request.query);
  const thread = await openThread(deps, opened.link, query.before);
  if (request.method === 'GET' && looksLikePerson(request)) {
    const now = await readAccountTime(deps, opened.link.account_id);
    await viewQuote(deps, opened.link, now);
    await noteShown(deps, opened);
    await noteThreadSeen(deps, opened.link, thread, now);
  }
  const notice = parseNotice(query.notice);
  const chosen = readSelection(query, opened.quote);
  const page = await quotePage(deps, request.params.token, opened, { notice, thread, chosen });
  return sendPage(reply, 200, page);
}

/** Removes parameters that occur several times. */
function onlyTexts(query: LinkRequest['query']): Form {
  return Object.fromEntries(
    Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function showPdf(context: LinkVisit): Promise<unknown> {
  return sendPdf(context, context.opened.document);
}

async function showInvoice(context: LinkVisit): Promise<unknown> {
  const { deps, opened, request, reply } = context;
  const invoice = invoicesShown(opened.quote).find(({ id }) => id === request.params.invoiceId);
  if (!invoice) return sendNotFound(request, reply);
  return sendPdf(context, await invoiceDocument(deps, opened.link.account_id, invoice.id));
}

async function downloadAttachment({ deps, opened, request, reply }: LinkVisit): Promise<unknown> {
  const { link, quote } = opened;
  const attachment = quote.attachments.find(({ name }) => name === request.params.name);
  const bytes = attachment && (await openAttachment(deps, link.account_id, attachment));
  if (!bytes) return sendNotFound(request, reply);
  return reply
    .headers({ ...downloadHeaders(attachment), ...PRIVATE })
    .send(Readable.from(bytes, { objectMode: false }));
}

async function sendPdf(
  { deps, opened, request, reply }: LinkVisit,
  document: HostedDocument,
): Promise<unknown> {
  const pdf = await readPdf(deps, opened.link.account_id, document);
  if (!pdf) return sendNotFound(request, reply);
  reply.headers({ ...pdfHeaders(document.fileName), ...PRIVATE, 'Accept-Ranges': 'bytes' });
  return sendRange(request, reply, Buffer.from(pdf), `"${document.sha256}"`);
}

/** Renders errors for customers: one page for everything not found, one that asks to try again for all other errors. */
export function tellOnPage(problem: Problem, { headers }: FastifyRequest): ErrorReply {
  const language = headers['accept-language'];
  return {
    status: problem.status,
    headers: pageHeaders,
    body: problem.status === 404 ? renderNotFoundPage(language) : renderTryAgainPage(language),
  };
}
