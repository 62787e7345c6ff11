import { exportInvoices } from '../../../actions/account/export-csv.ts';
import { withPageLogo } from '../../../actions/account/plated-logo.ts';
import { readCustomer } from '../../../actions/customers/customers.ts';
import { readInvoiceXml } from '../../../actions/invoices/einvoice/invoice-xml.ts';
import { listInvoices, readInvoice } from '../../../actions/invoices/invoices.ts';
import {
  getInvoiceDocument,
  readPdf,
  readShownSource,
} from '../../../actions/sending/documents/find-document.ts';
import { createCsvHeaders } from '../../../api/csv.ts';
import { isCalendarDate, toCalendarDate } from '../../../domain/calendar.ts';
import type { Invoice } from '../../../domain/invoice/invoice.ts';
import { watchClient } from '../../../http/client-gone.ts';
import { createPdfHeaders } from '../../../http/headers/pdf-headers.ts';
import { createXmlHeaders } from '../../../http/headers/xml-headers.ts';
import { renderInvoicePreview } from '../../customer/invoice/invoice-page.ts';
import { previewHeaders } from '../../headers.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import { LIST_PAGE_SIZE } from '../resources/list.ts';
import { createListView, readPageQuery } from '../resources/resource-routes.ts';
import { invoiceDataRoute } from './invoice-data.ts';
import { buildInvoiceListPage, INVOICE_TABS, type InvoiceTab } from './invoice-pages.ts';
import { refundPageRoutes } from './payments/refund-routes.ts';
import { statementRoutes } from './payments/statement-routes.ts';
import { showInvoice } from './show-invoice.ts';
import { draftRoutes } from './steps/draft-routes.ts';
import { invoiceStepRoutes } from './steps/invoice-steps.ts';
import { invoiceSendRoutes } from './steps/send-invoice.ts';

export const invoicePages: ConsoleRoute[] = [
  { method: 'GET', path: '/invoices', minRole: 'reader', handle: showList },
  { method: 'GET', path: '/invoices/export', minRole: 'reader', handle: exportList },
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

async function showList(context: PageContext): Promise<PageReply> {
  const { deps, account, now } = context;
  const { page, search, offset } = readPageQuery(context);
  const { tab, customerId, from, to, errors, filter } = readFilter(context);
  const wanted = { ...filter, limit: LIST_PAGE_SIZE, offset, isGone: watchClient(context.request) };
  const { docs, total, isExact } = await listInvoices(deps, account.id, wanted, now);
  const invoices = docs.map((doc) => JSON.parse(doc) as Invoice);
  const view = createListView(
    context,
    'invoices',
    { page, total, isExact },
    { search, customer: customerId, status: tab ?? undefined, from: from || undefined, to: to || undefined },
  );
  const customer = customerId === undefined ? undefined : await findCustomerName(context, customerId);
  const today = toCalendarDate(now, account.timeZone);
  return { page: buildInvoiceListPage(context, view, invoices, { tab, customer, from, to, errors, today }) };
}

/** Sends all invoices of the list as CSV, not only those of its page. */
async function exportList(context: PageContext): Promise<PageReply> {
  const { deps, account, now } = context;
  const { filter } = readFilter(context);
  return {
    headers: createCsvHeaders('invoices'),
    body: exportInvoices(deps, account.id, filter, { now }),
  };
}

function readFilter(context: PageContext) {
  const { query, t } = context;
  const tab = INVOICE_TABS.find((name) => name === query.status) ?? null;
  const { from = '', to = '' } = query;
  const errors: Partial<Record<string, string>> = {};
  const day = (name: 'from' | 'to', text: string) => {
    if (text === '' || isCalendarDate(text)) return text || undefined;
    errors[name] = t.invoices.dateWrong;
    return undefined;
  };
  const customerId = query.customer || undefined;
  const { search } = readPageQuery(context);
  const dates = { issuedFrom: day('from', from), issuedTo: day('to', to) };
  return { tab, customerId, from, to, errors, filter: { search, customerId, ...dates, ...toFilter(tab) } };
}

/** Credit notes are issued and stay so: they have a tab of their own. */
function toFilter(tab: InvoiceTab | null) {
  if (tab === null) return {};
  if (tab === 'overdue') return { overdue: true };
  if (tab === 'credit') return { kind: 'CREDIT_NOTE' as const };
  return { statuses: [tab], kind: 'INVOICE' as const };
}

async function findCustomerName({ deps, account }: PageContext, customerId: string): Promise<string> {
  const { doc } = await readCustomer(deps, account.id, customerId);
  return (JSON.parse(doc) as { name: string }).name;
}

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
