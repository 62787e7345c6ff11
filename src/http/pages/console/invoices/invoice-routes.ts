import { readCustomer } from '../../../../actions/customer/customers.ts';
import { getInvoiceDocument, readPdf } from '../../../../actions/document/find-document.ts';
import { listInvoices } from '../../../../actions/invoice/invoices.ts';
import { isCalendarDate } from '../../../../domain/calendar.ts';
import type { Invoice } from '../../../../domain/invoice/invoice.ts';
import {
  buildInvoiceListPage,
  INVOICE_TABS,
  type InvoiceTab,
} from '../../../../web/console/invoices/invoice-pages.ts';
import { LIST_PAGE_SIZE } from '../../../../web/console/list/list.ts';
import { createPdfHeaders } from '../../../headers/pdf-headers.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import { createListView, readPageQuery } from '../resources/resource-routes.ts';
import { draftRoutes } from './draft-routes.ts';
import { invoiceDataRoute } from './invoice-data.ts';
import { invoiceStepRoutes } from './invoice-steps.ts';
import { invoiceSendRoutes } from './send-invoice.ts';
import { showInvoice } from './show-invoice.ts';

export const invoicePages: ConsoleRoute[] = [
  { method: 'GET', path: '/invoices', minRole: 'reader', handle: showList },
  { method: 'GET', path: '/invoices/:id', minRole: 'reader', handle: showInvoice },
  { method: 'GET', path: '/invoices/:id/pdf', minRole: 'reader', handle: showPdf },
  invoiceDataRoute,
  ...draftRoutes,
  ...invoiceStepRoutes,
  ...invoiceSendRoutes,
];

async function showList(context: PageContext): Promise<PageReply> {
  const { deps, account, query, t, now } = context;
  const { page, search, offset } = readPageQuery(context);
  const tab = INVOICE_TABS.find((name) => name === query.status) ?? null;
  const { from = '', to = '' } = query;
  const errors: Partial<Record<string, string>> = {};
  const day = (name: 'from' | 'to', text: string) => {
    if (text === '' || isCalendarDate(text)) return text || undefined;
    errors[name] = t.invoices.dateWrong;
    return undefined;
  };
  const customerId = query.customer || undefined;
  const wanted = {
    ...{ search, customerId, issuedFrom: day('from', from), issuedTo: day('to', to) },
    ...toFilter(tab),
    ...{ limit: LIST_PAGE_SIZE, offset },
  };
  const { docs, total, isExact } = await listInvoices(deps, account.id, wanted, now);
  const invoices = docs.map((doc) => JSON.parse(doc) as Invoice);
  const view = createListView(
    context,
    'invoices',
    { page, total, isExact },
    { search, customer: customerId, status: tab ?? undefined, from: from || undefined, to: to || undefined },
  );
  const customer = customerId === undefined ? undefined : await findCustomerName(context, customerId);
  return { page: buildInvoiceListPage(context, view, invoices, { tab, customer, from, to, errors }) };
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
