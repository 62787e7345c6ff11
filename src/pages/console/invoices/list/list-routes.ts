import { exportInvoices } from '../../../../actions/account/export-csv.ts';
import { readCustomer } from '../../../../actions/customers/customers.ts';
import { listInvoices } from '../../../../actions/invoices/invoices.ts';
import { readReceivables } from '../../../../actions/invoices/receivables.ts';
import { listUndelivered } from '../../../../actions/mail/captured-mails.ts';
import { createCsvHeaders } from '../../../../api/csv.ts';
import type { CustomerRecord } from '../../../../domain/customer/customer.ts';
import { type Invoice, isOpenInvoice } from '../../../../domain/invoice/invoice.ts';
import { watchClient } from '../../../../http/client-gone.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../../console-route.ts';
import { getSheetShape } from '../../import/sheet-shape.ts';
import { createCaptureNotice } from '../../not-delivered.ts';
import { LIST_PAGE_SIZE } from '../../resources/list.ts';
import { createListView, readPageQuery } from '../../resources/resource-routes.ts';
import { readInvoiceFilter, toListQuery } from './invoice-filter.ts';
import { buildInvoiceListPage, type InvoiceListView } from './invoice-list.ts';

export const invoiceListRoutes: ConsoleRoute[] = [
  { method: 'GET', path: '/invoices', minRole: 'reader', handle: (context) => showInvoiceList(context) },
  { method: 'GET', path: '/invoices/export', minRole: 'reader', handle: exportList },
];

/** Shows the list that the URL selects. */
export async function showInvoiceList(
  context: PageContext,
  notice?: InvoiceListView['notice'],
): Promise<PageReply> {
  const { deps, account, now } = context;
  const { page, search, offset } = readPageQuery(context);
  const { state, filter } = readInvoiceFilter(context);
  const { sort, customerId } = state;
  const wanted = { ...filter, sort, limit: LIST_PAGE_SIZE, offset, isGone: watchClient(context.request) };
  const [{ docs, total, isExact }, receivables, customerName] = await Promise.all([
    listInvoices(deps, account.id, wanted, now),
    readReceivables(deps, account.id, now),
    customerId === undefined ? undefined : findCustomerName(context, customerId),
  ]);
  const invoices = docs.map((doc) => JSON.parse(doc) as Invoice);
  const query = toListQuery(state, search);
  const list = createListView(context, 'invoices', { page, total, isExact }, query);
  const { t, locale, base, role, capture } = context;
  const ids = invoices.filter(isOpenInvoice).map(({ id }) => id);
  const undelivered = await listUndelivered(deps, { accountId: account.id, capture }, ids);
  const view = {
    ...{ t, locale, base, role, account, list, state, invoices, customerName, receivables, undelivered },
    notice: notice ?? (undelivered.size > 0 ? createCaptureNotice(context) : undefined),
  };
  return { page: buildInvoiceListPage(view), status: notice?.tone === 'bad' ? 400 : 200 };
}

/** Sends all invoices of the list as CSV, not only those of its page. */
async function exportList(context: PageContext): Promise<PageReply> {
  const { deps, account, now } = context;
  const { filter } = readInvoiceFilter(context);
  return {
    headers: createCsvHeaders('invoices'),
    body: exportInvoices(deps, account.id, filter, { sheet: getSheetShape(context), now }),
  };
}

async function findCustomerName({ deps, account }: PageContext, customerId: string): Promise<string> {
  const { doc } = await readCustomer(deps, account.id, customerId);
  return (JSON.parse(doc) as CustomerRecord).name;
}
