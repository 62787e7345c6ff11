import { withPageLogo } from '../../../actions/account/plated-logo.ts';
import { readInvoiceXml } from '../../../actions/invoices/einvoice/invoice-xml.ts';
import { readInvoice } from '../../../actions/invoices/invoices.ts';
import {
  getInvoiceDocument,
  readPdf,
  readShownSource,
} from '../../../actions/sending/documents/find-document.ts';
import type { Invoice } from '../../../domain/invoice/invoice.ts';
import { createPdfHeaders } from '../../../http/headers/pdf-headers.ts';
import { createXmlHeaders } from '../../../http/headers/xml-headers.ts';
import { renderInvoicePreview } from '../../customer/invoice/invoice-page.ts';
import { previewHeaders } from '../../headers.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import { invoiceDataRoute } from './invoice-data.ts';
import { invoiceBulkRoutes } from './list/bulk-routes.ts';
import { invoiceListRoutes } from './list/list-routes.ts';
import { refundPageRoutes } from './payments/refund-routes.ts';
import { statementRoutes } from './payments/statement-routes.ts';
import { showInvoice } from './show-invoice.ts';
import { draftRoutes } from './steps/draft-routes.ts';
import { invoiceStepRoutes } from './steps/invoice-steps.ts';
import { invoiceSendRoutes } from './steps/send-invoice.ts';

export const invoicePages: ConsoleRoute[] = [
  ...invoiceListRoutes,
  ...invoiceBulkRoutes,
  { method: 'GET', path: '/invoices/:id', minRole: 'reader', handle: showInvoice },
  { method: 'GET', path: '/invoices/:id/document', minRole: 'reader', handle: showDocument },
  { method: 'GET', path: '/invoices/:id/pdf', minRole: 'reader', handle: showPdf },
  { method: 'GET', path: '/invoices/:id/xml', minRole: 'reader', handle: showXml },
  invoiceDataRoute,
  ...statementRoutes,
  ...draftRoutes,
  ...invoiceStepRoutes,
  ...refundPageRoutes,
  ...invoiceSendRoutes,
];

async function showPdf({ deps, account, params }: PageContext): Promise<PageReply> {
  const document = await getInvoiceDocument(deps, account.id, params.id ?? '');
  const body = await readPdf(deps, account.id, document);
  if (!body) throw new Error('the document is gone');
  return { headers: createPdfHeaders(document.fileName), body };
}

/** Renders the document as the customer sees it, for the frame on its page. */
async function showDocument({ deps, account, params, now }: PageContext): Promise<PageReply> {
  const id = params.id ?? '';
  const { doc } = await readInvoice(deps, account.id, id, now);
  const source = await readShownSource(deps, account.id, id);
  const shown = { ...source, account: await withPageLogo(deps, source.account) };
  return { headers: previewHeaders, body: renderInvoicePreview(shown, JSON.parse(doc) as Invoice) };
}

/** Sends the electronic invoice in the format in which it was issued. */
async function showXml({ deps, account, params }: PageContext): Promise<PageReply> {
  const { xml, fileName } = await readInvoiceXml(deps, account.id, params.id ?? '', undefined);
  return { headers: createXmlHeaders(fileName), body: xml };
}
