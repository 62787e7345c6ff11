import { listInvoices, readInvoice } from '../../actions/invoice/invoices.ts';
import { INVOICE_EXAMPLE, InvoiceSchema } from '../../schemas/invoice.ts';
import { examplePage, pageOf, pageParameters } from '../../schemas/list.ts';
import { type ApiResponse, type Call, type Endpoint, json, type Operation } from '../api/endpoint.ts';
import { pageText, QueryReader, readPage } from '../api/query.ts';

const operations = {
  list: {
    id: 'listInvoices',
    tag: 'Invoices',
    summary: 'List invoices, newest first',
    query: { ...pageParameters, quoteId: { type: 'string', description: 'The invoice of this quote' } },
    answers: {
      200: {
        description: 'A page of invoices',
        schema: pageOf(InvoiceSchema),
        example: examplePage(INVOICE_EXAMPLE),
      },
    },
    problems: ['validation_failed'],
  },
  get: {
    id: 'getInvoice',
    tag: 'Invoices',
    summary: 'Get an invoice',
    answers: { 200: { description: 'The invoice', schema: InvoiceSchema, example: INVOICE_EXAMPLE } },
    problems: ['not_found'],
  },
} satisfies Record<string, Operation>;

export const invoiceRoutes: Endpoint[] = [
  { method: 'GET', path: '/api/v1/invoices', scope: 'read', operation: operations.list, handle: list },
  { method: 'GET', path: '/api/v1/invoices/:id', scope: 'read', operation: operations.get, handle: get },
];

async function list({ deps, caller, query }: Call): Promise<ApiResponse> {
  const reader = new QueryReader(query);
  const page = readPage(reader);
  const quoteId = reader.text('quoteId');
  reader.done();
  const { docs, total } = await listInvoices(deps, caller.accountId, { ...page, quoteId });
  return json(200, pageText(docs, page, total));
}

async function get({ deps, caller, params }: Call): Promise<ApiResponse> {
  return json(200, await readInvoice(deps, caller.accountId, params.id ?? ''));
}
