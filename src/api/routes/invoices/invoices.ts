import { exportInvoices } from '../../../actions/account/export-csv.ts';
import { archiveInvoices } from '../../../actions/invoices/archive/archive-invoices.ts';
import { listInvoiceEvents } from '../../../actions/invoices/invoice-history.ts';
import { listInvoices, readInvoice } from '../../../actions/invoices/invoices.ts';
import { toListedInvoiceJson } from '../../../domain/invoice/listed-invoice.ts';
import { createZipHeaders } from '../../../http/headers/zip-headers.ts';
import { CSV_TYPE, createCsvResponse, wantsCsv } from '../../csv.ts';
import { type ApiResponse, type Call, type Endpoint, json, type Operation } from '../../endpoint.ts';
import { formatEtag, toNotModified } from '../../etag.ts';
import { formatDocList, formatPage, QueryReader, readPage, requireCursorSort } from '../../query.ts';
import { INVOICE_EVENT_EXAMPLE, InvoiceEventSchema } from '../../schemas/event.ts';
import { INVOICE_EXAMPLE } from '../../schemas/invoice/invoice-example.ts';
import { InvoiceSchema, ListedInvoiceSchema } from '../../schemas/invoice.ts';
import {
  createListSchema,
  createPageSchema,
  exampleList,
  examplePage,
  pageParameters,
} from '../../schemas/list.ts';
import { Type } from '../../schemas/type.ts';
import { formatInvoice } from './invoice-response.ts';
import { INVOICE_FILTER_PARAMETERS, readInvoiceFilter } from './list-filter.ts';

const invoice = { description: 'The invoice', schema: InvoiceSchema, example: INVOICE_EXAMPLE };

const operations = {
  list: {
    id: 'listInvoices',
    tag: 'Invoices',
    summary: 'List invoices and credit notes',
    description:
      'A page of invoices, newest first. With `Accept: text/csv` it returns all matches and ignores `page`, `after`, `limit` and `fields`.',
    query: {
      ...pageParameters,
      ...INVOICE_FILTER_PARAMETERS,
      fields: {
        type: 'string',
        enum: ['summary'],
        description: 'Without `items`, and with `customerName`',
      },
    },
    responses: {
      200: {
        description: 'A page of invoices, or of their summaries with `fields=summary`',
        schema: Type.Union([createPageSchema(InvoiceSchema), createPageSchema(ListedInvoiceSchema)]),
        example: examplePage(INVOICE_EXAMPLE),
        contentType: CSV_TYPE,
      },
    },
    problems: ['validation_failed', 'list_too_slow'],
  },
  get: {
    id: 'getInvoice',
    tag: 'Invoices',
    summary: 'Get an invoice',
    headers: ['If-None-Match'],
    responses: { 200: invoice, 304: { description: 'Not changed since the ETag in If-None-Match' } },
    problems: ['not_found'],
  },
  archive: {
    id: 'getInvoiceArchive',
    tag: 'Invoices',
    summary: 'Get the PDFs of a month',
    description:
      'A ZIP file of the PDFs of all invoices and credit notes that were issued in a month, by day of issue. It is streamed; PDFs that do not exist yet are generated while it is.',
    query: {
      month: {
        type: 'string',
        pattern: '^\\d{4}-(0[1-9]|1[0-2])$',
        required: true,
        description: 'Month of the issue date',
        examples: ['2026-11'],
      },
    },
    responses: { 200: { description: 'The archive', contentType: 'application/zip' } },
    problems: ['validation_failed', 'pdf_busy', 'pdf_too_large', 'pdf_failed'],
  },
  events: {
    id: 'listInvoiceEvents',
    tag: 'Invoices',
    summary: 'List the history of an invoice',
    description:
      'Oldest first: created, updated, issued, sent, send_failed, bounced, viewed, reminded, links_revoked, payment_recorded, payment_removed, paid, overdue, credited.',
    responses: {
      200: {
        description: 'The history',
        schema: createListSchema(InvoiceEventSchema),
        example: exampleList(INVOICE_EVENT_EXAMPLE),
      },
    },
    problems: ['not_found'],
  },
} satisfies Record<string, Operation>;

export const invoiceRoutes: Endpoint[] = [
  { method: 'GET', path: '/api/v1/invoices', scope: 'read', operation: operations.list, handle: list },
  {
    method: 'GET',
    path: '/api/v1/invoices/archive',
    scope: 'read',
    operation: operations.archive,
    handle: archive,
  },
  { method: 'GET', path: '/api/v1/invoices/:id', scope: 'read', operation: operations.get, handle: get },
  {
    method: 'GET',
    path: '/api/v1/invoices/:id/events',
    scope: 'read',
    operation: operations.events,
    handle: events,
  },
];

async function list(call: Call): Promise<ApiResponse> {
  const { deps, caller, query, now } = call;
  const reader = new QueryReader(query);
  const page = readPage(reader, call.request);
  const { sort, ...filter } = readInvoiceFilter(reader);
  requireCursorSort(reader, page.after, sort);
  const isSummary = reader.oneOf('fields', ['summary']) !== undefined;
  reader.done();
  if (wantsCsv(call))
    return createCsvResponse('invoices', exportInvoices(deps, caller.accountId, filter, { sort, now }));
  const { docs, ...total } = await listInvoices(deps, caller.accountId, { ...page, ...filter, sort }, now);
  return json(200, formatPage(isSummary ? docs.map(toListedInvoiceJson) : docs, page, total));
}

async function archive({ deps, caller, query, request }: Call): Promise<ApiResponse> {
  const reader = new QueryReader(query);
  const month = reader.month('month');
  reader.done();
  const headers = createZipHeaders(`invoices-${month}.zip`);
  if (request.method === 'HEAD') return { status: 200, headers };
  return { status: 200, headers, stream: await archiveInvoices(deps, caller.accountId, month) };
}

async function get(call: Call): Promise<ApiResponse> {
  const row = await readInvoice(call.deps, call.caller.accountId, call.params.id ?? '', call.now);
  const etag = formatEtag(row);
  const known = toNotModified(call, etag);
  if (known) return known;
  return { status: 200, headers: { ETag: etag }, body: formatInvoice(call, row.doc, row.link_id) };
}

async function events({ deps, caller, params, now }: Call): Promise<ApiResponse> {
  const docs = await listInvoiceEvents(deps, caller.accountId, params.id ?? '', now);
  return json(200, formatDocList(docs));
}
