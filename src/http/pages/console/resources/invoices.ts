import { readCustomer } from '../../../../actions/customer/customers.ts';
import { getInvoiceDocument, readPdf } from '../../../../actions/document/find-document.ts';
import { findChangeableInvoice } from '../../../../actions/invoice/change-invoice.ts';
import { listInvoices, readInvoice } from '../../../../actions/invoice/invoices.ts';
import { changeInvoice } from '../../../../actions/invoice/patch-invoice.ts';
import { MAX_LENGTH } from '../../../../domain/field-limits.ts';
import type { Invoice } from '../../../../domain/invoice/invoice.ts';
import type { MetadataChange } from '../../../../domain/metadata.ts';
import type { Values } from '../../../../web/console/form/field.ts';
import { MAX_ROWS } from '../../../../web/console/invoices/invoice.ts';
import { buildInvoiceListPage, buildInvoicePage } from '../../../../web/console/invoices/invoice-pages.ts';
import { LIST_PAGE_SIZE } from '../../../../web/console/list/list.ts';
import { createPdfHeaders } from '../../../headers/pdf-headers.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import { readTyped } from '../forms/form-values.ts';
import { type Stored, submitForm } from '../forms/submit.ts';
import { getOwner } from '../quote/forms.ts';
import { createListView, getId, readPageQuery } from './resource-routes.ts';

const DATA_FIELDS = Array.from({ length: MAX_ROWS }, (_, row) => [
  `data.${row}.key`,
  `data.${row}.value`,
]).flat();

export const invoicePages: ConsoleRoute[] = [
  { method: 'GET', path: '/invoices', minRole: 'reader', handle: showList },
  { method: 'GET', path: '/invoices/:id', minRole: 'reader', handle: showOne },
  { method: 'GET', path: '/invoices/:id/pdf', minRole: 'reader', handle: showPdf },
  { method: 'POST', path: '/invoices/:id/data', minRole: 'member', handle: changeData },
];

async function showList(context: PageContext): Promise<PageReply> {
  const { deps, account, query } = context;
  const { page, search, offset } = readPageQuery(context);
  const customerId = query.customer || undefined;
  const wanted = { search, customerId, limit: LIST_PAGE_SIZE, offset };
  const { docs, total, isExact } = await listInvoices(deps, account.id, wanted, context.now);
  const invoices = docs.map((doc) => JSON.parse(doc) as Invoice);
  const view = createListView(
    context,
    'invoices',
    { page, total, isExact },
    { search, customer: customerId },
  );
  const customer = customerId === undefined ? undefined : await findCustomerName(context, customerId);
  return { page: buildInvoiceListPage(context, view, invoices, customer) };
}

async function findCustomerName({ deps, account }: PageContext, customerId: string): Promise<string> {
  const { doc } = await readCustomer(deps, account.id, customerId);
  return (JSON.parse(doc) as { name: string }).name;
}

async function showOne(context: PageContext): Promise<PageReply> {
  const { invoice, ...stored } = await find(context);
  return {
    page: buildInvoicePage(
      context,
      invoice,
      { values: stored.values, errors: {} },
      stored,
      context.query.done,
    ),
  };
}

async function find({ deps, account, params, now }: PageContext): Promise<Stored & { invoice: Invoice }> {
  const { doc, version } = await readInvoice(deps, account.id, params.id ?? '', now);
  const invoice = JSON.parse(doc) as Invoice;
  return { invoice, version, values: toDataValues(invoice) };
}

function toDataValues({ metadata }: Invoice): Values {
  const rows = Object.entries(metadata).flatMap(([key, value], row) => [
    [`data.${row}.key`, key],
    [`data.${row}.value`, value],
  ]);
  return Object.fromEntries(rows);
}

async function showPdf({ deps, account, params }: PageContext): Promise<PageReply> {
  const document = await getInvoiceDocument(deps, account.id, params.id ?? '');
  const body = await readPdf(deps, account.id, document);
  if (!body) throw new Error('the document is gone');
  return { headers: createPdfHeaders(document.fileName), body };
}

async function changeData(context: PageContext): Promise<PageReply> {
  const { deps, account, base, now } = context;
  const { invoice } = await find(context);
  const typed = readTyped(context.form, DATA_FIELDS);
  const { data, errors } = readData(context, typed);
  return submitForm(context, {
    typed,
    errors,
    stored: () => find(context),
    show: async (state, seen) => buildInvoicePage(context, invoice, state, seen ?? (await find(context))),
    save: async (expectVersion) => {
      const removed = Object.keys(invoice.metadata).map((key) => [key, null]);
      const change: MetadataChange = { ...Object.fromEntries(removed), ...data };
      const invoiceId = getId(context);
      const found = await findChangeableInvoice({
        ...{ deps, accountId: account.id, invoiceId, refuse: () => {}, expectVersion, now },
      });
      await changeInvoice(deps, getOwner(context), { metadata: change }, found, now);
      return `${base}/invoices/${invoice.id}?done=saved`;
    },
  });
}

function readData({ t }: PageContext, typed: Values): { data: Record<string, string>; errors: Values } {
  const { errors: words } = t.forms;
  const data = new Map<string, string>();
  const errors: Values = {};
  for (let row = 0; row < MAX_ROWS; row++) {
    const [name, valueName] = [`data.${row}.key`, `data.${row}.value`];
    const [key = '', value = ''] = [typed[name], typed[valueName]];
    if (key === '' && value === '') continue;
    if (key === '' || [...key].length > MAX_LENGTH.metadataKey || data.has(key)) errors[name] = words.key;
    if ([...value].length > MAX_LENGTH.metadataValue)
      errors[valueName] = words.tooLong.replace('{max}', String(MAX_LENGTH.metadataValue));
    data.set(key, value);
  }
  return { data: Object.fromEntries(data), errors };
}
