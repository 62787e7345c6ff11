import type { FastifyInstance, FastifyReply } from 'fastify';
import { readAccountTime } from '../../../actions/account/account-time.ts';
import { recordPageView } from '../../../actions/decision/record-view.ts';
import { findLinkByToken } from '../../../actions/link/links.ts';
import { type OpenedInvoice, openInvoice } from '../../../actions/link/open-invoice.ts';
import type { Deps } from '../../../deps.ts';
import { renderInvoicePage } from '../../../web/invoice-page/invoice-page.ts';
import { sendLinkedPdf } from '../hosted-pdf.ts';
import { looksLikePerson } from '../quote-page/looks-like-person.ts';
import { type LinkRequest, sendNotFound, sendPage } from '../quote-page/quote-page.ts';

/** Registers the page of an invoice below `/i`. Opening it changes only the number of views. */
export function registerPublicInvoiceRoutes(server: FastifyInstance, deps: Deps): void {
  const get = (path: string, show: (context: InvoiceContext) => Promise<unknown>) =>
    server.get(path, async (request: LinkRequest, reply) => {
      const link = await findLinkByToken(deps, request.params.token, 'invoice');
      const opened = link && (await openInvoice(deps, link));
      return opened ? show({ deps, opened, request, reply }) : sendNotFound(request, reply);
    });
  get('/:token', showPage);
  get('/:token/pdf', showPdf);
  server.get('/*', (request, reply) => sendNotFound(request, reply));
}

interface InvoiceContext {
  deps: Deps;
  opened: OpenedInvoice;
  request: LinkRequest;
  reply: FastifyReply;
}

async function showPage({ deps, opened, request, reply }: InvoiceContext): Promise<unknown> {
  const { link, invoice, source } = opened;
  if (request.method === 'GET' && looksLikePerson(request)) {
    await recordPageView(deps, 'invoice', link, await readAccountTime(deps, link.account_id));
  }
  const pdfUrl = `/i/${request.params.token}/pdf`;
  return sendPage(reply, 200, renderInvoicePage({ source, invoice, pdfUrl, xmlUrl: null }));
}

function showPdf({ deps, opened, request, reply }: InvoiceContext): Promise<unknown> {
  return sendLinkedPdf(deps, opened.link.account_id, opened.document, request, reply);
}
