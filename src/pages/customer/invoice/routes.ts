import type { FastifyInstance, FastifyReply } from 'fastify';
import { readAccountTime } from '../../../actions/account/account-time.ts';
import { withPageLogo } from '../../../actions/account/plated-logo.ts';
import { recordPageView } from '../../../actions/agreement/record-view.ts';
import { readInvoiceXml } from '../../../actions/invoices/einvoice/invoice-xml.ts';
import { readPayableState } from '../../../actions/payments/start-checkout.ts';
import { findLinkByToken } from '../../../actions/sending/links/links.ts';
import { type OpenedInvoice, openInvoice } from '../../../actions/sending/links/open-invoice.ts';
import type { Deps } from '../../../app/deps.ts';
import { unlessClosed } from '../../../domain/account/account-closed.ts';
import { createXmlHeaders } from '../../../http/headers/xml-headers.ts';
import { PRIVATE, sendLinkedPdf } from '../hosted-pdf.ts';
import { looksLikePerson } from '../looks-like-person.ts';
import { type LinkRequest, sendNotFound, sendPage } from '../quote/show-quote.ts';
import { renderInvoicePage } from './invoice-page.ts';

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
  get('/:token/xml', showXml);
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
    const now = await readAccountTime(deps, link.account_id);
    await unlessClosed(() => recordPageView(deps, 'invoice', link, now));
  }
  const base = `/i/${request.params.token}`;
  const xmlUrl = invoice.eInvoice === null ? null : `${base}/xml`;
  const payable = await readPayableState(deps, link.account_id, invoice);
  const shown = { ...source, account: await withPageLogo(deps, source.account) };
  const view = {
    ...{ source: shown, invoice, pdfUrl: `${base}/pdf`, xmlUrl },
    ...{ payUrl: payable === 'possible' ? `${base}/pay` : null, isPaymentPending: payable === 'pending' },
  };
  return sendPage(reply, 200, renderInvoicePage(view));
}

function showPdf({ deps, opened, request, reply }: InvoiceContext): Promise<unknown> {
  return sendLinkedPdf(deps, opened.link.account_id, opened.document, request, reply);
}

/** Sends the file in the format in which the invoice was issued. Other invoices have none. */
async function showXml({ deps, opened, request, reply }: InvoiceContext): Promise<unknown> {
  const { link, invoice } = opened;
  if (invoice.eInvoice === null) return sendNotFound(request, reply);
  const { xml, fileName } = await readInvoiceXml(deps, link.account_id, invoice.id, undefined);
  return reply.headers({ ...createXmlHeaders(fileName), ...PRIVATE }).send(Buffer.from(xml));
}
